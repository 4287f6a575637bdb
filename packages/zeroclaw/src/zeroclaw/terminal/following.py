"""Follows a session until one message is answered."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Final, TypeAlias

from zeroclaw.terminal.errors import TurnUnfinished
from zeroclaw_api.events import Done, Event, Gap
from zeroclaw_api.identifiers import MessageId

__all__ = ["Replay", "follow", "is_of_root"]

Replay: TypeAlias = Callable[[int, int], Awaitable[tuple[Event, ...]]]
"""`Session.replay`: events after the first number, up to the second."""

REPLAY_CHUNK: Final = 1000
"""How many missed events are held at once."""


async def follow(
    events: AsyncIterable[Event | Gap],
    message_id: MessageId,
    replay: Replay,
    show: Callable[[Event], Awaitable[None]],
) -> Done:
    """Show every event in order, missed ones included, to the `Done` that names the message.

    Raises `TurnUnfinished` when the session closes before, and whatever `show` raises.
    """
    async for entry in events:
        if isinstance(entry, Event):
            done = await _show_all((entry,), message_id, show)
        else:
            done = await _fill(entry, message_id, replay, show)
        if done is not None:
            return done
    raise TurnUnfinished(message_id=message_id)


def is_of_root(event: Event) -> bool:
    """Whether the session's own agent speaks: messages of a sub-agent count from 1 as well."""
    return len(event.path) <= 1


async def _fill(
    gap: Gap, message_id: MessageId, replay: Replay, show: Callable[[Event], Awaitable[None]]
) -> Done | None:
    after = gap.first_seq - 1
    while after < gap.seq:
        until = min(after + REPLAY_CHUNK, gap.seq)
        done = await _show_all(await replay(after, until), message_id, show)
        if done is not None:
            return done
        after = until
    return None


async def _show_all(
    events: tuple[Event, ...], message_id: MessageId, show: Callable[[Event], Awaitable[None]]
) -> Done | None:
    for event in events:
        await show(event)
        body = event.body
        if isinstance(body, Done) and message_id in body.message_ids and is_of_root(event):
            return body
    return None
