"""Accepted messages that wait for their turn."""

from __future__ import annotations

from collections import deque
from typing import Final

import trio
from attrs import define, field

from zeroclaw_api.session import ArrivalPolicy
from zeroclaw_api.stores import AcceptedMessage

__all__ = ["MAILBOX_LIMIT", "Mailbox"]

MAILBOX_LIMIT: Final = 256
"""Waiting messages of one session: more than people write during the longest turn."""


@define(eq=False, repr=False)
class Mailbox:
    """First in, first out; messages that interrupt go before the others."""

    _default: ArrivalPolicy
    _waiting: deque[AcceptedMessage] = field(factory=deque)
    _arrival: trio.Event = field(factory=trio.Event)
    _closed: bool = False

    def __len__(self) -> int:
        return len(self._waiting)

    def policy_of(self, message: AcceptedMessage) -> ArrivalPolicy:
        """The message's own policy, else the session's."""
        return message.command.arrival or self._default

    def put(self, message: AcceptedMessage) -> None:
        """Add a message; never waits."""
        place = len(self._waiting)
        if self.policy_of(message) is ArrivalPolicy.INTERRUPT:
            place = sum(
                self.policy_of(waiting) is ArrivalPolicy.INTERRUPT for waiting in self._waiting
            )
        self._waiting.insert(place, message)
        self._arrival.set()

    def take_steering(self) -> tuple[AcceptedMessage, ...]:
        """Remove the messages meant for the running turn, in their order."""
        steering = tuple(
            message for message in self._waiting if self.policy_of(message) is ArrivalPolicy.STEER
        )
        for message in steering:
            self._waiting.remove(message)
        return steering

    async def take(self) -> AcceptedMessage | None:
        """The next message, waiting for it; None once the mailbox is closed."""
        while not self._closed:
            if self._waiting:
                return self._waiting.popleft()
            self._arrival = trio.Event()
            await self._arrival.wait()
        return None

    def close(self) -> None:
        """Let nobody take another message; what waits stays accepted."""
        self._closed = True
        self._arrival.set()
