"""Shows records of the ledger, from the command line to the exit code."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from zeroclaw.auditing.selecting import Selected, Wanted
from zeroclaw.configuring.printing import is_terminal, show_json, show_lines
from zeroclaw.ending import FAILED, SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.sanitise import exact, visible
from zeroclaw.terminal.style import Style, style_for
from zeroclaw.words import say
from zeroclaw_api.json import parse_json
from zeroclaw_api.ledger import LedgerRecord
from zeroclaw_api.messages import ResultStatus
from zeroclaw_memory.ledger.reading import copy_of_ledger

__all__ = ["run"]


def run(
    wanted: Wanted, environment: Mapping[str, str], *, most: int, as_json: bool, debug: bool
) -> int:
    """Show the last `most` of the wanted records; the exit code."""
    return ended(partial(_run, wanted, environment, most, as_json=as_json), debug=debug)


def _run(wanted: Wanted, environment: Mapping[str, str], most: int, *, as_json: bool) -> int:
    folder = find_home(environment).ledger
    copy = copy_of_ledger(folder)
    if copy is None:
        tell(say("audit_none", path=visible(str(folder))))
        if as_json:
            show_json([])
        return SUCCEEDED
    selected = Selected.of(copy, wanted)
    found = deque(selected, maxlen=most)
    if as_json:
        show_json([parse_json(line) for _, line in found])
    elif found:
        style = style_for(environment, is_terminal=is_terminal())
        show_lines(_table([record for record, _ in found], style))
    else:
        tell(say("audit_no_match"))
    if selected.foreign:
        tell(say("audit_foreign", count=selected.foreign))
        return FAILED
    return SUCCEEDED


def _table(records: Sequence[LedgerRecord], style: Style) -> Iterator[str]:
    rows = [_row(record) for record in records]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for record, row in zip(records, rows, strict=True):
        padded = [
            text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)
        ]
        line = "  ".join(padded).rstrip()
        is_fine = record.draft.outcome is ResultStatus.SUCCESS
        yield line if is_fine else style.notable(line)


def _row(record: LedgerRecord) -> tuple[str, ...]:
    draft = record.draft
    at = datetime.fromtimestamp(draft.ts_ms / 1000, UTC).astimezone()
    outcome = say(f"audit_outcome_{draft.outcome}")
    if draft.rule:
        outcome = say("audit_by_rule", outcome=outcome, rule=exact(draft.rule))
    found = "" if draft.count is None else say("audit_count", count=draft.count)
    when = at.isoformat(sep=" ", timespec="seconds")
    return (str(record.seq), when, exact(draft.scope), exact(draft.tool), outcome, found)
