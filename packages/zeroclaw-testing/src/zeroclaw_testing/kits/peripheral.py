"""What every peripheral must show."""

from __future__ import annotations

import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.peripheral import Peripheral
from zeroclaw_testing.kits.conformance import Conformance, failure_of, needs, optional
from zeroclaw_testing.kits.tool import require_valid_spec

__all__ = ["PeripheralConformance"]


class PeripheralConformance(Conformance[Peripheral]):
    """The subject is a board that is there."""

    @optional
    def make_missing(self) -> Peripheral:
        """A board whose port does not exist."""
        raise NotImplementedError

    async def test_connected_board_lends_valid_tools(self) -> None:
        async with self.subject() as board, board.connect() as connected:
            names = [tool.spec.name for tool in connected.tools]
            assert len(set(names)) == len(names), f"two tools share a name: {names}"
            for tool in connected.tools:
                require_valid_spec(tool.spec)
            assert [tool.spec.name for tool in connected.tools] == names, "the tools change"

    async def test_connected_board_is_healthy(self) -> None:
        async with self.subject() as board, board.connect() as connected:
            failure = await failure_of(connected.check_health)
            assert failure is None, f"the health check says {failure!r}"

    async def test_leaving_releases_the_port(self) -> None:
        async with self.subject() as board:
            for _ in range(3):
                failure = await failure_of(lambda: _connect(board))
                assert failure is None, f"connecting again says {failure!r}"

    async def test_cancelling_releases_the_port_at_once(self) -> None:
        async with self.subject() as board:
            begun = trio.Event()

            async def hold() -> None:
                async with board.connect():
                    begun.set()
                    await trio.sleep_forever()

            await self.cancel_promptly("a connection", hold, begun)
            failure = await failure_of(lambda: _connect(board))
            assert failure is None, f"connecting again says {failure!r}"

    async def test_error_inside_the_block_comes_out_unchanged(self) -> None:
        async with self.subject() as board:
            mistake = LookupError("of the user")

            async def fail() -> None:
                async with board.connect():
                    raise mistake

            failure = await failure_of(fail)
            assert failure is mistake, f"it came out as {failure!r}"

    @needs("make_missing")
    async def test_missing_board_is_refused_with_words(self) -> None:
        board = self.make_missing()
        with self.bounded():
            failure = await failure_of(lambda: _connect(board))
            assert isinstance(failure, ZeroClawError), f"{failure!r} is no error of ours"
            assert str(failure).strip(), "the error says nothing"


async def _connect(board: Peripheral) -> None:
    async with board.connect():
        await trio.lowlevel.checkpoint()
