"""The kit of the emergency stop tells a working one from a broken one."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.estop import Estop, EstopState
from zeroclaw_testing.estop import ManualEstop
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.estop import EstopConformance


class Engaging(EstopConformance):
    async def engage(self, subject: Estop, state: EstopState) -> None:
        assert isinstance(subject, ManualEstop)
        subject.set(state)


class TestManualEstop(Engaging):
    def make(self) -> Estop:
        return ManualEstop()


class SeesTheFirstOnly(ManualEstop):
    def set(self, state: EstopState) -> None:
        if not self.current().is_engaged:
            super().set(state)


class WakesNobody(ManualEstop):
    async def changed(self, seen: EstopState) -> EstopState:
        await trio.Event().wait()
        return seen


class WaitsForTheNext(ManualEstop):
    async def changed(self, seen: EstopState) -> EstopState:
        return await super().changed(self.current())


class CannotBeCancelled(ManualEstop):
    async def changed(self, seen: EstopState) -> EstopState:
        with trio.move_on_after(1, shield=True):
            await super().changed(seen)
        return seen


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (SeesTheFirstOnly, "test_what_is_stopped_is_told_at_once"),
        (WakesNobody, "test_change_wakes_everybody_who_waits"),
        (WaitsForTheNext, "test_change_before_the_wait_is_not_missed"),
        (WakesNobody, "test_change_before_the_wait_is_not_missed"),
        (CannotBeCancelled, "test_wait_for_a_change_can_be_cancelled"),
    ],
)
async def test_kit_catches_a_broken_emergency_stop(broken: type[ManualEstop], check: str) -> None:
    class Broken(Engaging):
        time_limit = 0.3
        prompt_limit = 0.2

        def make(self) -> Estop:
            return broken()

    await require_caught(getattr(Broken(), check))
