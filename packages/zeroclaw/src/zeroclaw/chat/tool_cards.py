"""Renders a tool call as a card: one line when folded, everything when unfolded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from attrs import field, frozen

from zeroclaw.terminal.cells import NARROWEST, cells, cut, fold
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import duration, first_line, sentence
from zeroclaw_api.events import ToolError, ToolErrorKind, ToolFinished
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.services import Words

__all__ = ["ToolCard", "ToolCards"]

PROGRESS_LINES: Final = 3
"""How much a running tool shows: its last lines."""

MOST_LINES: Final = 200
"""How many lines an unfolded card shows of one text; a tool can print a million."""

MOST_SHOWN: Final = 1_000
"""Characters that can be on one line; arguments or a line of output can be a whole file."""

TAB: Final = " " * 4

_BAR: Final = "│ "
_INDENT: Final = "  "


@frozen
class ToolCard:
    """A call: what it was given, what it has shown, how it ended if it has."""

    name: str
    args: JsonObject = field(hash=False)
    progress: tuple[str, ...] = ()
    finished: ToolFinished | None = None

    def with_progress(self, text: str) -> ToolCard:
        """The card after the tool has shown something."""
        lines = [line for line in text.splitlines() if line.strip()]
        kept = (*self.progress, *(line[:MOST_SHOWN] for line in lines[-PROGRESS_LINES:]))
        kept = kept[-PROGRESS_LINES:]
        return ToolCard(self.name, self.args, kept, self.finished)

    def ended(self, finished: ToolFinished) -> ToolCard:
        """The card after the end of the call."""
        return ToolCard(self.name, self.args, (), finished)


@frozen
class ToolCards:
    """Turns cards into lines of at most `width` cells, in which nothing can be obeyed."""

    words: Words
    style: Style

    def running(self, card: ToolCard, seconds: float, width: int) -> tuple[str, ...]:
        """A card while its tool is at work."""
        mark = self.style.active("●")
        head = self._head(mark, card, duration(seconds), width)
        return (head, *(self._dim_line(line, width) for line in card.progress))

    def folded(self, card: ToolCard, width: int) -> tuple[str, ...]:
        """A finished card: one line, with a second one when its call never ran or failed."""
        finished = card.finished
        if finished is None:
            return (self._head(self.style.active("●"), card, "", width),)
        outcome = finished.outcome
        if isinstance(outcome, ToolError):
            said = sentence(self.words, f"refused_{outcome.kind.value}")
            head = self._head(self.style.bad("✗"), card, said, width)
            return (head, *self._reason(outcome, width))
        if outcome.status is ResultStatus.SUCCESS:
            return (self._head(self.style.good("✓"), card, duration(finished.duration), width),)
        said = sentence(self.words, f"result_{outcome.status.value}")
        head = self._head(self.style.bad("✗"), card, said, width)
        text = first_line(outcome.text)
        return (head, self._dim_line(text, width)) if text else (head,)

    def unfolded(self, card: ToolCard, width: int) -> tuple[str, ...]:
        """A finished card with all that went in and came out, as far as a screen is for it."""
        return (
            *self.folded(card, width),
            *self._block("card_arguments", _pretty(card.args), width),
            *(
                ()
                if card.finished is None
                else self._block("card_result", card.finished.outcome.text, width)
            ),
        )

    def _head(self, mark: str, card: ToolCard, end: str, width: int) -> str:
        """A mark, the name, as much of the arguments as there is room for, how it ended."""
        room = max(width, NARROWEST) - 2
        name = cut(exact(" ".join(card.name[:MOST_SHOWN].split())), room)
        rest = room - cells(name)
        end = f"{_INDENT}{end}" if end and cells(end) + 2 <= rest else ""
        rest -= cells(end) + 2
        args = cut(_shown(card.args), rest) if rest > 1 and card.args else ""
        shown = f"{_INDENT}{args}" if args else ""
        return f"{mark} {self.style.bold(name)}{self.style.dim(f'{shown}{end}')}"

    def _reason(self, error: ToolError, width: int) -> Iterator[str]:
        if text := first_line(error.text):
            yield self._dim_line(text, width)
        if error.kind is ToolErrorKind.UNANSWERED:
            return
        if error.rule:
            yield self._dim_line(sentence(self.words, "rule", {"rule": error.rule}), width)

    def _block(self, key: str, text: str, width: int) -> Iterator[str]:
        if not text:
            return
        yield self._dim_line(sentence(self.words, key), width)
        room = max(width, NARROWEST) - len(_INDENT) - len(_BAR)
        shown = text[: MOST_LINES * room]
        parts = [part for line in shown.split("\n") for part in fold(_harmless(line), room)]
        for part in parts[:MOST_LINES]:
            yield f"{_INDENT}{self.style.dim(_BAR)}{part}"
        if len(parts) > MOST_LINES or len(shown) < len(text):
            size = {"characters": f"{len(text):,}"}
            yield self._dim_line(sentence(self.words, "card_cut", size), width)

    def _dim_line(self, text: str, width: int) -> str:
        line = " ".join(text[:MOST_SHOWN].splitlines())
        return self.style.dim(cut(f"{_INDENT}{_harmless(line)}", max(width, NARROWEST)))


def _shown(args: JsonObject) -> str:
    """The beginning of arguments, on one line: the only one bare, several as `name=value`."""
    if len(args) == 1:
        text = _plain(next(iter(args.values())))
    else:
        text = " ".join(f"{name}={_plain(value)[:MOST_SHOWN]}" for name, value in args.items())
    return exact(" ".join(text[:MOST_SHOWN].split()))


def _harmless(line: str) -> str:
    return exact(line.rstrip("\r").replace("\t", TAB))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _pretty(args: JsonObject) -> str:
    return "\n".join(f"{name}: {_plain(value)}" for name, value in args.items())
