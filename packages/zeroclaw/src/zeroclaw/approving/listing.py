"""Shows from the command line what was approved for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

from zeroclaw.approving.scope_text import on_one_line, scope_text
from zeroclaw.configuring.printing import is_terminal, show, show_json
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.home import find_home
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.entries import digest_of, short_ids
from zeroclaw.terminal.cells import cells, pad
from zeroclaw.terminal.style import Style, style_for
from zeroclaw.words import say
from zeroclaw_api.approvals import KeptApproval
from zeroclaw_api.json import JsonObject
from zeroclaw_api.wire import to_wire

__all__ = ["run"]


def run(
    environment: Mapping[str, str], *, agent: str | None = None, as_json: bool, debug: bool
) -> int:
    """Show those of one agent or of all; the exit code."""
    return ended(partial(_run, environment, agent, as_json=as_json), debug=debug)


def _run(environment: Mapping[str, str], agent: str | None, *, as_json: bool) -> int:
    kept = ApprovalFile.of(find_home(environment)).read()
    # The ids are those among all, so that each names the same one wherever it was read.
    ids = short_ids(map(digest_of, kept))
    found = [(ids[digest_of(each)], each) for each in kept if agent is None or each.agent == agent]
    if as_json:
        show_json([_form(short, each) for short, each in found])
    elif found:
        style = style_for(environment, is_terminal=is_terminal())
        # What is foreign in it was made harmless; what is left are our own colours.
        show("\n".join(_table(found, style)), is_harmless=True)
    else:
        tell(say("approvals_none"))
    return SUCCEEDED


def _form(short: str, approval: KeptApproval) -> JsonObject:
    return {
        "id": short,
        "agent": approval.agent,
        "tool": approval.tool,
        "scope": to_wire(approval.scope),
        "by": to_wire(approval.by),
        "at": to_wire(approval.at),
    }


def _table(found: Sequence[tuple[str, KeptApproval]], style: Style) -> Iterator[str]:
    rows = [_row(short, each) for short, each in found]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for short, row in zip((short for short, _ in found), rows, strict=True):
        line = "  ".join(map(pad, row, widths)).rstrip()
        yield f"{style.bold(short)}{line[len(short) :]}"


def _row(short: str, approval: KeptApproval) -> tuple[str, ...]:
    by = approval.by.display or approval.by.user_id
    names = (on_one_line(approval.agent), on_one_line(approval.tool))
    return (short, *names, _local(approval.at), on_one_line(by), scope_text(approval.scope))


def _local(at: datetime) -> str:
    try:
        shown = at.astimezone()
    except (OverflowError, ValueError, OSError):
        # There is no such time here.
        shown = at
    return shown.isoformat(sep=" ", timespec="seconds")
