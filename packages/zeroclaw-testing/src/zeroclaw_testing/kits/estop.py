"""What every emergency stop must show."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar, Final

import trio
from attrs import evolve

from zeroclaw_api.estop import Estop, EstopState
from zeroclaw_testing.kits.conformance import Conformance

__all__ = ["EstopConformance"]

_STATE: Final = EstopState(frozen_tools=("shell",), updated_at=datetime(2026, 1, 1, tzinfo=UTC))
_STATES: Final = (_STATE, evolve(_STATE, kill_all=True), evolve(_STATE, frozen_tools=()), _STATE)


class EstopConformance(Conformance[Estop]):
    """The subject stops nothing yet; override `engage` to make it stop something."""

    prompt_limit: ClassVar[float] = 1.0

    async def engage(self, subject: Estop, state: EstopState) -> None:
        """Stop this, as an operator does from elsewhere."""
        raise NotImplementedError(f"{type(self).__name__} must override engage()")

    async def test_what_is_stopped_is_told_at_once(self) -> None:
        async with self.subject() as estop:
            assert not estop.current().is_engaged, "it stops something already"
            for state in _STATES:
                await self.engage(estop, state)
                assert estop.current() == state, f"it tells {estop.current()}"

    async def test_change_wakes_everybody_who_waits(self) -> None:
        async with self.subject() as estop:
            seen = estop.current()
            woken: list[EstopState] = []

            async def wait() -> None:
                woken.append(await estop.changed(seen))

            with self.promptly("seeing the change"):
                async with trio.open_nursery() as nursery:
                    for _ in range(3):
                        nursery.start_soon(wait)
                    await trio.lowlevel.checkpoint()
                    await self.engage(estop, _STATE)
            assert woken == [_STATE] * 3, f"they saw {woken}"

    async def test_change_before_the_wait_is_not_missed(self) -> None:
        async with self.subject() as estop:
            seen = estop.current()
            await self.engage(estop, _STATE)
            with self.promptly("seeing a change of before"):
                assert await estop.changed(seen) == _STATE

    async def test_wait_for_a_change_can_be_cancelled(self) -> None:
        async with self.subject() as estop:
            begun = trio.Event()

            async def wait() -> None:
                begun.set()
                await estop.changed(estop.current())

            await self.cancel_promptly("the wait for a change", wait, begun)
