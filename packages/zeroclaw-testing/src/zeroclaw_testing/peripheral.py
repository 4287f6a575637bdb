"""A board that exists only in a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.peripheral import ConnectedPeripheral
from zeroclaw_api.tool import TurnTool

__all__ = ["FakeConnectedPeripheral", "FakePeripheral"]


class FakeConnectedPeripheral:
    """The fake board while connected."""

    def __init__(self, board: FakePeripheral) -> None:
        self._board = board

    @property
    def tools(self) -> tuple[TurnTool, ...]:
        """The tools of the board."""
        return self._board.tools

    async def check_health(self) -> None:
        """Raise what the board's `illness` says."""
        await trio.lowlevel.checkpoint()
        if self._board.illness is not None:
            raise self._board.illness


class FakePeripheral:
    """A board that lends `tools`, with one port that only one connection can hold.

    `refusal` makes connecting fail, `illness` the health check. `connections` counts the
    connections that stand, `connected` all that ever stood.
    """

    def __init__(self, tools: tuple[TurnTool, ...] = (), *, name: str = "fake.board") -> None:
        self._name = name
        self.tools = tools
        self.refusal: ZeroClawError | None = None
        self.illness: ZeroClawError | None = None
        self.connections = 0
        self.connected = 0

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    def connect(self) -> AbstractAsyncContextManager[ConnectedPeripheral]:
        """See `Peripheral.connect`."""
        return self._connect()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[ConnectedPeripheral]:
        await trio.lowlevel.checkpoint()
        if self.refusal is not None:
            raise self.refusal
        assert self.connections == 0, f"the port of {self._name} is held already"
        self.connections += 1
        self.connected += 1
        try:
            yield FakeConnectedPeripheral(self)
        finally:
            self.connections -= 1
