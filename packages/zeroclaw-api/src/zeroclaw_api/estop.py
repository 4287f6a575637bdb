"""The emergency stop, as every running session sees it."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from attrs import frozen

__all__ = ["Estop", "EstopState"]


@frozen
class EstopState:
    """What an operator has stopped; the levels add up.

    `kill_all` stops every call, `network_kill` those that may reach the network. The domains are
    stopped with all below them, `*` is every one. `problem` says why the state could not be read;
    then everything is stopped.
    """

    kill_all: bool = False
    network_kill: bool = False
    blocked_domains: tuple[str, ...] = ()
    frozen_tools: tuple[str, ...] = ()
    updated_at: datetime | None = None
    problem: str = ""

    @property
    def is_engaged(self) -> bool:
        """Whether anything is stopped."""
        return bool(self.kill_all or self.network_kill or self.blocked_domains or self.frozen_tools)


class Estop(Protocol):
    """Tells what is stopped, whoever stopped it, in whichever process.

    It is not where a stop is engaged or resumed. The gate asks before each call, a task beside
    running calls waits for changes: many at once, each can be cancelled. A state that cannot be
    read stops everything, so neither raises. It needs no closing.
    Fake: `zeroclaw_testing.ManualEstop`. Kit: `zeroclaw_testing.kits.estop`.
    """

    def current(self) -> EstopState:
        """What is stopped now; cheap enough for every call, and never from memory alone."""

    async def changed(self, seen: EstopState) -> EstopState:
        """The state, once it is another than the one that was seen; within half a second."""
