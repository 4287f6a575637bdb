"""Shows a turn as JSON, one event on each line."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable

from zeroclaw.terminal.following import Replay, follow
from zeroclaw.terminal.output import Output
from zeroclaw_api.events import Done, Event, Gap
from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.wire import event_to_wire

__all__ = ["show_json"]


async def show_json(
    events: AsyncIterable[Event | Gap], message_id: MessageId, out: Output, replay: Replay
) -> Done:
    """Write all events up to the `Done` that names the message, and return it.

    Raises `TurnUnfinished`, `OutputClosed`, `OutputFailed`.
    """

    async def show(event: Event) -> None:
        form = json.dumps(event_to_wire(event), ensure_ascii=False, separators=(",", ":"))
        await out.write(f"{form}\n")

    return await follow(events, message_id, replay, show)
