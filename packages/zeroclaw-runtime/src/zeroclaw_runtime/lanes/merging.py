"""A queue of events in which adjacent text becomes one event.

Pieces are kept in a list and joined when they are taken, so that a thousand tokens that wait
together cost a thousand appends, not a thousand growing strings.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from attrs import define, field

from zeroclaw_api.events import (
    ConfirmRequest,
    Done,
    Event,
    NewToken,
    Thinking,
    ToolFinished,
    ToolProgress,
    ToolStarted,
)
from zeroclaw_api.messages import ToolResult

__all__ = ["MergingQueue"]

EVENT_OVERHEAD_BYTES: Final = 256
"""What an event weighs besides its text: an estimate that keeps counting cheap."""

PIECE_OVERHEAD_BYTES: Final = 64
"""What each merged piece takes besides its characters: most tokens are smaller than that."""

TEXTS: Final = (NewToken, Thinking)
"""A tuple, since making a union type for each token costs more than looking at it."""


@define(eq=False, repr=False)
class _TextRun:
    """Adjacent pieces of one kind, of one turn."""

    first: Event
    last: Event
    pieces: list[str]
    lengths: list[int]

    def accepts(self, event: Event) -> bool:
        return (
            type(event.body) is type(self.first.body)
            and event.turn_id == self.first.turn_id
            and event.path == self.first.path
        )

    def joined(self) -> Event:
        if len(self.pieces) == 1:
            return self.last
        text = "".join(self.pieces)
        last = self.last
        # Spelled out: `evolve` takes four times as long, for every text a reader takes.
        return Event(
            session_id=last.session_id,
            seq=last.seq,
            turn_id=last.turn_id,
            path=last.path,
            at=self.first.at,
            body=NewToken(text) if isinstance(last.body, NewToken) else Thinking(text),
            part_lengths=tuple(self.lengths),
        )


@define(eq=False, repr=False)
class MergingQueue:
    """First in, first out; `weight` is an estimate of the bytes held."""

    weight: int = 0
    _entries: deque[Event | _TextRun] = field(factory=deque)

    def __len__(self) -> int:
        return len(self._entries)

    def append(self, event: Event) -> None:
        """Add an event, merging it with the last one where both are text."""
        body = event.body
        if not isinstance(body, TEXTS):
            self._entries.append(event)
            self.weight += weight_of(event)
            return
        lengths = event.part_lengths or (len(body.text),)
        last = self._entries[-1] if self._entries else None
        if isinstance(last, _TextRun) and last.accepts(event):
            last.pieces.append(body.text)
            last.lengths += lengths
            last.last = event
            self.weight += len(body.text) + PIECE_OVERHEAD_BYTES * len(lengths)
        else:
            self._entries.append(_TextRun(event, event, [body.text], list(lengths)))
            self.weight += weight_of(event)

    def popleft(self) -> Event:
        """Take the oldest event, with all the text that was merged into it."""
        entry = self._entries.popleft()
        event = entry.joined() if isinstance(entry, _TextRun) else entry
        self.weight -= weight_of(event)
        return event

    def snapshot(self) -> tuple[Event, ...]:
        """Everything held, in order; the queue keeps it."""
        return tuple(
            entry.joined() if isinstance(entry, _TextRun) else entry for entry in self._entries
        )

    def clear(self) -> None:
        """Let go of everything."""
        self._entries.clear()
        self.weight = 0


def weight_of(event: Event) -> int:
    """An estimate of the bytes an event holds."""
    match event.body:
        case NewToken(text) | Thinking(text):
            pieces = len(event.part_lengths) or 1
            return EVENT_OVERHEAD_BYTES + len(text) + PIECE_OVERHEAD_BYTES * pieces
        case ToolFinished(outcome=ToolResult() as result):
            return EVENT_OVERHEAD_BYTES + len(result.text)
        case ToolProgress(text=text) | Done(final_text=text):
            return EVENT_OVERHEAD_BYTES + len(text)
        case ToolStarted(args=args) | ConfirmRequest(args=args):
            texts = (value for value in args.values() if isinstance(value, str))
            return EVENT_OVERHEAD_BYTES + sum(map(len, texts))
        case _:
            return EVENT_OVERHEAD_BYTES
