"""Who reads a session: drivers, which may slow it, observers, which may miss events."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeAlias

import trio
from attrs import define, field

from zeroclaw_api.events import Done, Event, Gap, QuestionClosed, ToolFinished
from zeroclaw_api.session import SubscriberRole
from zeroclaw_runtime.lanes.merging import MergingQueue

__all__ = ["Hub", "Reader", "Replay"]

BUFFER_BYTES: Final = 256 * 1024
"""Where a buffer is full: some thirty seconds of a fast model's text for a reader that stalls."""

RESERVED_BYTES: Final = 1024 * 1024
"""Room beyond that for events that never wait, before an observer loses those too."""

REPLAY_CHUNK: Final = 1000
"""How many past events a reader that catches up holds at once."""

Replay: TypeAlias = Callable[[int, int], Awaitable[tuple[Event, ...]]]


@define(eq=False, repr=False)
class Reader:
    """One subscription. It reads past events first, in chunks, then the live ones.

    Text that was merged with what came later may reach it both ways; it is given each piece once.
    """

    role: SubscriberRole
    _hub: Hub
    _replay: Replay
    _past_from: int
    _past_until: int
    _given: int = field(init=False)
    _past: deque[Event] = field(factory=deque)
    _live: MergingQueue = field(factory=MergingQueue)
    _gap: Gap | None = None
    _after_gap: MergingQueue = field(factory=MergingQueue)
    _arrival: trio.Event = field(factory=trio.Event)
    _closed: bool = False

    def __attrs_post_init__(self) -> None:
        self._given = self._past_from

    def __aiter__(self) -> AsyncIterator[Event | Gap]:
        return self

    async def __anext__(self) -> Event | Gap:
        if self._has_something:
            # Waiting for an arrival lets others run as well; doing both would cost twice.
            await trio.lowlevel.checkpoint()
        while True:
            is_behind = self._is_behind
            entry = await self._next_past() if is_behind else self._next_live()
            if entry is not None and entry.seq > self._given:
                given, self._given = self._given, entry.seq
                return entry.after(given)
            if is_behind or entry is not None:
                continue
            if self._closed:
                raise StopAsyncIteration
            self._arrival = trio.Event()
            await self._arrival.wait()

    @property
    def _is_behind(self) -> bool:
        return bool(self._past) or self._past_from < self._past_until

    @property
    def _has_something(self) -> bool:
        return self._is_behind or bool(self._live) or self._gap is not None or self._closed

    @property
    def is_full(self) -> bool:
        """Whether events that can wait should."""
        return self._live.weight + self._after_gap.weight >= BUFFER_BYTES

    def put(self, event: Event) -> None:
        """Take a live event; never waits. A full observer turns events into a gap."""
        if self.role is SubscriberRole.OBSERVER and self.is_full:
            self._put_when_full(event)
        elif self._gap is None:
            self._live.append(event)
        else:
            self._after_gap.append(event)
        self._arrival.set()

    def close(self) -> None:
        """No more will come; what is buffered can still be read."""
        self._closed = True
        self._arrival.set()

    def _put_when_full(self, event: Event) -> None:
        """Widen the gap, which swallows what lies behind it, unless the event has room reserved."""
        held = self._live.weight + self._after_gap.weight
        if is_reserved(event) and held < BUFFER_BYTES + RESERVED_BYTES:
            (self._live if self._gap is None else self._after_gap).append(event)
            return
        first = event.first_seq if self._gap is None else self._gap.first_seq
        self._gap = Gap(first, event.seq)
        self._after_gap.clear()

    def _next_live(self) -> Event | Gap | None:
        entry: Event | Gap | None = None
        if self._live:
            entry = self._live.popleft()
        elif self._gap is not None:
            entry, self._gap = self._gap, None
            self._live, self._after_gap = self._after_gap, MergingQueue()
        if entry is not None:
            self._hub.reader_moved()
        return entry

    async def _next_past(self) -> Event | None:
        if not self._past:
            until = min(self._past_from + REPLAY_CHUNK, self._past_until)
            self._past.extend(await self._replay(self._past_from, until))
            self._past_from = until
        return self._past.popleft() if self._past else None


@define(eq=False, repr=False)
class Hub:
    """All readers of one session."""

    _readers: list[Reader] = field(factory=list)
    _room: trio.lowlevel.ParkingLot = field(factory=trio.lowlevel.ParkingLot)
    _closed: bool = False

    def join(self, role: SubscriberRole, replay: Replay, after_seq: int, last_seq: int) -> Reader:
        """Add a reader that first replays what follows `after_seq`."""
        reader = Reader(role, self, replay, after_seq, last_seq)
        if self._closed:
            reader.close()
        self._readers.append(reader)
        return reader

    def leave(self, reader: Reader) -> None:
        """Remove a reader; a turn that waits for it goes on."""
        reader.close()
        self._readers.remove(reader)
        self.reader_moved()

    def close(self) -> None:
        """End every subscription once it has been read."""
        self._closed = True
        for reader in self._readers:
            reader.close()

    def publish(self, event: Event) -> None:
        """Hand an event to every reader; never waits."""
        for reader in self._readers:
            reader.put(event)

    @property
    def has_driver(self) -> bool:
        """Whether somebody reads who could answer a question."""
        return any(reader.role is SubscriberRole.DRIVER for reader in self._readers)

    @property
    def has_room(self) -> bool:
        """Whether no driver is full."""
        for reader in self._readers:
            if reader.role is SubscriberRole.DRIVER and reader.is_full:
                return False
        return True

    async def wait_for_room(self) -> None:
        """Wait while any driver is full."""
        while not self.has_room:
            await self._room.park()

    def reader_moved(self) -> None:
        """Let those who wait for room look again."""
        if self._room:
            self._room.unpark_all()


def is_reserved(event: Event) -> bool:
    """Whether an event has room reserved, since a reader cannot do without it."""
    return isinstance(event.body, Done | QuestionClosed | ToolFinished)
