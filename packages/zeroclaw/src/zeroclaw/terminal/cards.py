"""Renders the progress of a turn as lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, assert_never

from attrs import frozen

from zeroclaw.terminal.cells import NARROWEST, cells, cut, wrap
from zeroclaw.terminal.sanitise import exact
from zeroclaw.terminal.style import Style
from zeroclaw.terminal.wording import duration, first_line, sentence
from zeroclaw_api.events import (
    Accepted,
    AskUser,
    ConfirmRequest,
    Done,
    EventBody,
    HistoryTrimmed,
    NewToken,
    Plan,
    PlanEntry,
    QuestionClosed,
    Status,
    StatusUpdate,
    Steered,
    Thinking,
    ToolError,
    ToolErrorKind,
    ToolFinished,
    ToolProgress,
    ToolStarted,
    TurnStarted,
    TurnWarning,
    UsageUpdate,
)
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.questions import (
    Answered,
    QuestionCancelled,
    Resolution,
    TimedOut,
    Unreachable,
)
from zeroclaw_api.services import Words

__all__ = ["Cards"]

PROGRESS_LINES: Final = 3
"""How much of one piece of progress is shown: its last lines."""

TAB: Final = " " * 4

_PLAN_MARKS: Final = {"done": "✓", "active": "▸"}

_Paint: TypeAlias = Callable[[str], str]


@frozen
class Cards:
    """Turns what happened into lines for people.

    No line takes more than `width` cells (at least 10) or holds a control character, besides
    those of its style.
    """

    words: Words
    style: Style
    width: int

    def lines(self, body: EventBody) -> tuple[str, ...]:
        """The lines for one event, without line ends; none for what is shown elsewhere."""
        match body:
            case ToolStarted(name=name, args=args):
                return (self._headed(self.style.active("●"), name, _compact(args)),)
            case ToolProgress(text=text):
                return self._tail(text)
            case ToolFinished():
                return self._finished(body)
            case Plan(entries=entries):
                return (*self._note("plan"), *map(self._plan_entry, entries))
            case StatusUpdate(status=status):
                return self._status(status)
            case QuestionClosed(resolution=resolution):
                return self._closed(resolution)
            case HistoryTrimmed(dropped_messages=dropped, kept_turns=kept):
                facts = {"dropped_messages": dropped, "kept_turns": kept}
                return self._note("history_trimmed", facts)
            case TurnWarning(key=key, facts=facts):
                return self.warning(sentence(self.words, key, facts))
            case Steered():
                return self._note("steered")
            case Accepted() | TurnStarted() | NewToken() | Thinking() | UsageUpdate() | Done():
                return ()
            case AskUser() | ConfirmRequest():
                return ()
            case _:
                assert_never(body)

    def warning(self, text: str) -> tuple[str, ...]:
        """A sentence that somebody should read."""
        return self._paragraph("! ", text, self.style.notable)

    def heading(self, key: str) -> tuple[str, ...]:
        """A line above text that is not the answer."""
        return self._note(key)

    def _tail(self, text: str) -> tuple[str, ...]:
        lines = [line for line in text.replace("\t", TAB).splitlines() if line.strip()]
        return tuple(
            self.style.dim(self._cut(f"  {exact(line)}")) for line in lines[-PROGRESS_LINES:]
        )

    def _finished(self, body: ToolFinished) -> tuple[str, ...]:
        match body.outcome:
            case ToolResult(status=ResultStatus.SUCCESS):
                return (self._headed(self.style.good("✓"), body.name, duration(body.duration)),)
            case ToolResult(status=status):
                said = sentence(self.words, f"result_{status.value}")
                text = f"{said}: {first_line(body.outcome.text)}".rstrip(": ")
                return (self._headed(self.style.bad("✗"), body.name, text),)
            case ToolError():
                return self._never_ran(body.name, body.outcome)
            case _:
                assert_never(body.outcome)

    def _never_ran(self, name: str, error: ToolError) -> tuple[str, ...]:
        said = sentence(self.words, f"refused_{error.kind.value}")
        text = f"{said}: {first_line(error.text)}".rstrip(": ")
        lines = [self._headed(self.style.bad("✗"), name, text)]
        if error.kind is ToolErrorKind.UNANSWERED:
            hint = sentence(self.words, "unanswered_hint", {"tool": name})
            lines += self._paragraph("  ", hint, self.style.dim)
        elif error.rule:
            rule = sentence(self.words, "rule", {"rule": error.rule})
            lines += self._paragraph("  ", rule, self.style.dim)
        return tuple(lines)

    def _status(self, status: Status) -> tuple[str, ...]:
        if status is Status.WAITING_FOR_MODEL:
            return ()
        return self._note(f"status_{status.value}")

    def _closed(self, resolution: Resolution) -> tuple[str, ...]:
        match resolution:
            case TimedOut():
                return self.warning(sentence(self.words, "question_timed_out"))
            case Unreachable():
                return self.warning(sentence(self.words, "question_unreachable"))
            case Answered() | QuestionCancelled():
                return ()
            case _:
                assert_never(resolution)

    def _plan_entry(self, entry: PlanEntry) -> str:
        mark = _PLAN_MARKS.get(entry.state, "○")
        text = self._cut(f"  {mark} {exact(' '.join(entry.text.split()))}")
        return self.style.bold(text) if entry.state == "active" else self.style.dim(text)

    def _note(self, key: str, facts: Mapping[str, object] | None = None) -> tuple[str, ...]:
        return self._paragraph("", sentence(self.words, key, facts), self.style.dim)

    def _headed(self, mark: str, name: str, text: str) -> str:
        """A mark of one cell, a name, then as much of the text as the line has room for."""
        room = self._room - 2
        shown = cut(exact(_one_line(name)), room)
        rest = room - cells(shown) - 2
        said = self.style.dim(cut(exact(_one_line(text)), rest)) if rest > 0 and text else ""
        return f"{mark} {self.style.bold(shown)}" + (f"  {said}" if said else "")

    def _paragraph(self, mark: str, text: str, paint: _Paint) -> tuple[str, ...]:
        lines = wrap(exact(_one_line(text)), self._room - len(mark))
        return tuple(
            paint(f"{mark if index == 0 else ' ' * len(mark)}{line}")
            for index, line in enumerate(lines)
        )

    def _cut(self, text: str) -> str:
        return cut(text, self._room)

    @property
    def _room(self) -> int:
        return max(self.width, NARROWEST)


def _compact(args: JsonObject) -> str:
    return json.dumps(args, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())
