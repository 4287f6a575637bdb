"""Words what became of asking models, as rows or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from zeroclaw.checks.rows import WIDTH, Layout
from zeroclaw.providers.outcome import Outcome, Status, ToolUse
from zeroclaw.terminal.cells import NARROWEST, cells, pad, wrap
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.usage import NANODOLLARS_PER_DOLLAR, Money, Usage

__all__ = ["as_json", "outcome_rows", "summary"]

_UNKNOWN: Final = "-"
_COLUMNS: Final = (
    "provider",
    "model",
    "reachable",
    "key_accepted",
    "first_token",
    "duration",
    "streaming",
    "tools",
    "tokens",
    "cost",
)
_INDENT: Final = 4
_SIGNS: Final = {
    Status.OK: "✓",
    Status.WARNING: "!",
    Status.FAILED: "✗",
    Status.CANCELLED: "-",
}
_LEAST_SHOWN: Final = 1_000
"""Nanodollars, a millionth of a dollar."""


def outcome_rows(outcomes: Sequence[Outcome], layout: Layout) -> Iterator[str]:
    """A heading, then a row for each with a mark; below it what is wrong, with what to do."""
    heading = [say(f"providers_column_{column}") for column in _COLUMNS]
    table = [_row(outcome) for outcome in outcomes]
    widths = [max(map(cells, column)) for column in zip(heading, *table, strict=True)]
    words = {status: _word(status, layout) for status in Status}
    mark_cells = max(cells(words[outcome.status]) for outcome in outcomes)
    yield layout.style.dim(f"{' ' * mark_cells} {_line(heading, widths)}")
    for outcome, row in zip(outcomes, table, strict=True):
        mark = pad(words[outcome.status], mark_cells)
        yield f"{_coloured(outcome.status, mark, layout)} {_line(row, widths)}"
        if outcome.trouble is not None:
            yield from _indented(outcome.trouble.text, layout)
            if outcome.trouble.fix is not None:
                fix = say("check_fix", fix=outcome.trouble.fix)
                yield from map(layout.style.bold, _indented(fix, layout))


def summary(outcomes: Sequence[Outcome]) -> str:
    """How many work, in a sentence."""
    works = sum(outcome.status in (Status.OK, Status.WARNING) for outcome in outcomes)
    return say("providers_summary", works=works, count=len(outcomes))


def as_json(outcomes: Sequence[Outcome]) -> JsonObject:
    """All of it, as programs read it; what is unknown is null."""
    return {
        "providers": [_form(outcome) for outcome in outcomes],
        "summary": {
            status.value: sum(outcome.status is status for outcome in outcomes) for status in Status
        },
    }


def _form(outcome: Outcome) -> JsonObject:
    trouble, usage = outcome.trouble, outcome.usage
    error: Json = None
    if trouble is not None:
        error = {"key": trouble.key, "text": trouble.text, "fix": trouble.fix}
    return {
        "provider": outcome.provider,
        "model": outcome.model,
        "status": outcome.status.value,
        "reachable": outcome.reachable,
        "key_accepted": outcome.key_accepted,
        "first_token_seconds": _rounded(outcome.first_token),
        "seconds": _rounded(outcome.duration),
        "streaming": outcome.is_streaming,
        "tools": None if outcome.tools is ToolUse.UNKNOWN else outcome.tools.value,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": None if outcome.cost is None else outcome.cost / NANODOLLARS_PER_DOLLAR,
        "error": error,
    }


def _row(outcome: Outcome) -> list[str]:
    return [
        visible(outcome.provider),
        visible(outcome.model or _UNKNOWN),
        _sign(outcome.reachable),
        _sign(outcome.key_accepted),
        _seconds(outcome.first_token),
        _seconds(outcome.duration),
        _sign(outcome.is_streaming),
        _tools(outcome.tools),
        _tokens(outcome.usage),
        _dollars(outcome.cost),
    ]


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    padded = (pad(part, width) for part, width in zip(parts, widths, strict=True))
    return "  ".join(padded).rstrip()


def _indented(text: str, layout: Layout) -> Iterator[str]:
    for line in filter(None, map(str.strip, visible(text).split("\n"))):
        room = None if layout.width is None else min(layout.width, WIDTH) - _INDENT
        parts = [line] if room is None else wrap(line, max(NARROWEST, room))
        yield from (f"{' ' * _INDENT}{part}" for part in parts)


def _word(status: Status, layout: Layout) -> str:
    return _SIGNS[status] if layout.has_signs else say(f"providers_status_{status}")


def _coloured(status: Status, text: str, layout: Layout) -> str:
    match status:
        case Status.OK:
            return layout.style.good(text)
        case Status.WARNING:
            return layout.style.notable(text)
        case Status.FAILED:
            return layout.style.bad(text)
        case Status.CANCELLED:
            return layout.style.dim(text)
        case _ as never:
            assert_never(never)


def _seconds(seconds: float | None) -> str:
    return _UNKNOWN if seconds is None else say("providers_seconds", seconds=f"{seconds:.2f}")


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 4)


def _sign(is_so: bool | None) -> str:
    return _UNKNOWN if is_so is None else say(f"providers_{'yes' if is_so else 'no'}")


def _tools(use: ToolUse) -> str:
    return _UNKNOWN if use is ToolUse.UNKNOWN else say(f"providers_tools_{use}")


def _tokens(usage: Usage) -> str:
    counts = (usage.input_tokens, usage.output_tokens)
    if counts == (None, None):
        return _UNKNOWN
    return "+".join(_UNKNOWN if count is None else str(count) for count in counts)


def _dollars(cost: Money | None) -> str:
    if cost is None:
        return _UNKNOWN
    if 0 < cost < _LEAST_SHOWN:
        return f"<${_LEAST_SHOWN / NANODOLLARS_PER_DOLLAR:.6f}"
    whole, _, part = f"{cost / NANODOLLARS_PER_DOLLAR:.6f}".rstrip("0").partition(".")
    return f"${whole}.{part:0<2}"
