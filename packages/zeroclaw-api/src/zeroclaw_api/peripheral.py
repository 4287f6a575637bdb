"""The peripheral: a board or bus whose abilities become tools."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from zeroclaw_api.tool import TurnTool

__all__ = ["ConnectedPeripheral", "Peripheral"]


class ConnectedPeripheral(Protocol):
    """A board while the connection stands.

    It is not a driver for one turn: every session of the process shares it, so its tools guard
    what must not overlap. Fake: `zeroclaw_testing.FakePeripheral`.
    Kit: `zeroclaw_testing.kits.peripheral`.
    """

    @property
    def tools(self) -> tuple[TurnTool, ...]:
        """What the board can do; constant while connected."""

    async def check_health(self) -> None:
        """Return when the board answers; raises a `ZeroClawError` that says what is wrong."""


class Peripheral(Protocol):
    """A board that can be connected.

    It is not a tool: it lends tools while connected. A supervisor connects it, and connects
    again after a loss. Entering waits for the board and can be cancelled; leaving releases the
    port, in a bounded shield. Fake: `zeroclaw_testing.FakePeripheral`.
    Kit: `zeroclaw_testing.kits.peripheral`.
    """

    @property
    def name(self) -> str:
        """Type and alias, such as `pico.desk`."""

    def connect(self) -> AbstractAsyncContextManager[ConnectedPeripheral]:
        """Open the port; raises a `ZeroClawError` that names the port when it cannot."""
