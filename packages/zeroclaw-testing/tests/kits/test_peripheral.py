"""The peripheral kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.peripheral import ConnectedPeripheral, Peripheral
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.peripheral import PeripheralConformance
from zeroclaw_testing.peripheral import FakePeripheral
from zeroclaw_testing.tools import FakeBlockingTool, FakeTool, tool_spec


def board() -> FakePeripheral:
    return FakePeripheral((FakeTool(tool_spec("led")), FakeBlockingTool(tool_spec("adc"))))


def missing(error: Exception) -> FakePeripheral:
    found = board()
    found.refusal = error  # type: ignore[assignment]  # broken on purpose in the control
    return found


class TestFakePeripheral(PeripheralConformance):
    def make(self) -> Peripheral:
        return board()

    def make_missing(self) -> Peripheral:
        return missing(ToolFailed(problem="/dev/ttyACM9 does not exist"))


class KeepsPort(FakePeripheral):
    def connect(self) -> AbstractAsyncContextManager[ConnectedPeripheral]:
        self.connections = min(self.connected, 1)
        return super().connect()


class ReleasesSlowly(FakePeripheral):
    def connect(self) -> AbstractAsyncContextManager[ConnectedPeripheral]:
        return self._slow()

    @asynccontextmanager
    async def _slow(self) -> AsyncIterator[ConnectedPeripheral]:
        async with super().connect() as connected:
            try:
                yield connected
            finally:
                with trio.move_on_after(0.2, shield=True):
                    await trio.sleep_forever()


class WrapsErrors(FakePeripheral):
    def connect(self) -> AbstractAsyncContextManager[ConnectedPeripheral]:
        return self._wrapping()

    @asynccontextmanager
    async def _wrapping(self) -> AsyncIterator[ConnectedPeripheral]:
        try:
            async with super().connect() as connected:
                yield connected
        except LookupError as error:
            raise ToolFailed(problem="the board failed") from error


def sick() -> FakePeripheral:
    found = board()
    found.illness = ToolFailed(problem="no answer")
    return found


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (FakePeripheral((FakeTool(), FakeTool())), "test_connected_board_lends_valid_tools"),
        (FakePeripheral((FakeTool(tool_spec("a b")),)), "test_connected_board_lends_valid_tools"),
        (sick(), "test_connected_board_is_healthy"),
        (KeepsPort(), "test_leaving_releases_the_port"),
        (KeepsPort(), "test_cancelling_releases_the_port_at_once"),
        (ReleasesSlowly(), "test_cancelling_releases_the_port_at_once"),
        (WrapsErrors(), "test_error_inside_the_block_comes_out_unchanged"),
        (missing(OSError("raw")), "test_missing_board_is_refused_with_words"),
        (board(), "test_missing_board_is_refused_with_words"),
    ],
)
async def test_kit_catches_a_broken_peripheral(broken: FakePeripheral, check: str) -> None:
    class Broken(PeripheralConformance):
        prompt_limit: ClassVar[float] = 0.1

        def make(self) -> Peripheral:
            return broken

        def make_missing(self) -> Peripheral:
            return broken

    await require_caught(getattr(Broken(), check))
