"""One answer of a model, put together from the events of its stream."""

from __future__ import annotations

from attrs import define, field, frozen

from zeroclaw_api.stream import Finish, ReasoningDelta, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage

__all__ = ["Reading", "Reply"]


@frozen
class Reply:
    """One whole answer. Times are in seconds since the question, `deltas` are its pieces.

    `calls` are the names of the tools that it calls, each with its arguments as text.
    """

    finish: Finish
    first_token: float | None
    duration: float
    deltas: int
    text: str
    calls: tuple[tuple[str, str], ...]
    usage: Usage


@define(eq=False)
class Reading:
    """An answer as far as it has come; `characters` are those of all its pieces."""

    characters: int = 0
    _first_token: float | None = None
    _deltas: int = 0
    _text: list[str] = field(factory=list)
    _calls: dict[int, list[str]] = field(factory=dict)
    _usage: Usage = Usage()

    def take(self, event: StreamEvent, seconds: float) -> Reply | None:
        """Keep what came so many seconds after the question; the answer once it has ended."""
        match event:
            case TextDelta(text=text):
                self._text.append(text)
                self._count(len(text), seconds)
            case ReasoningDelta(text=text):
                self._count(len(text), seconds)
            case ToolCallDelta(index=index, name=name, args_fragment=fragment):
                call = self._calls.setdefault(index, [""])
                call[0] = name or call[0]
                call.append(fragment)
                self._count(len(fragment) + len(name or ""), seconds)
            case Usage():
                self._usage = event
            case Finish():
                return self._reply(event, seconds)
            case _:
                pass
        return None

    def _count(self, characters: int, seconds: float) -> None:
        if not characters:
            return
        if self._first_token is None:
            self._first_token = seconds
        self._deltas += 1
        self.characters += characters

    def _reply(self, finish: Finish, seconds: float) -> Reply:
        return Reply(
            finish,
            self._first_token,
            seconds,
            self._deltas,
            "".join(self._text),
            tuple((name, "".join(pieces)) for name, *pieces in self._calls.values()),
            self._usage,
        )
