"""The observer kit tells a working implementation from a broken one."""

from __future__ import annotations

from threading import Event as ThreadEvent
from typing import ClassVar

import pytest

from zeroclaw_api.observer import ModelAnswered, Observation, Observer
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.observer import OBSERVATIONS, ObserverConformance
from zeroclaw_testing.observers import RecordingObserver


class TestRecordingObserver(ObserverConformance):
    def make(self) -> Observer:
        return RecordingObserver()


class NeedsCost(RecordingObserver):
    def observe(self, observation: Observation) -> None:
        super().observe(observation)
        if isinstance(observation, ModelAnswered) and observation.cost is None:
            raise TypeError("cost is None")


class IsAsync(RecordingObserver):
    def observe(self, observation: Observation) -> list[Observation]:  # type: ignore[override]
        return self.observations


class Blocks(RecordingObserver):
    def observe(self, observation: Observation) -> None:
        ThreadEvent().wait(0.001)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (NeedsCost(), "test_every_kind_of_observation_is_taken"),
        (IsAsync(), "test_observing_gives_nothing_to_wait_for"),
        (Blocks(), "test_observing_returns_at_once"),
    ],
)
async def test_kit_catches_a_broken_observer(broken: Observer, check: str) -> None:
    class Broken(ObserverConformance):
        prompt_limit: ClassVar[float] = 0.4

        def make(self) -> Observer:
            return broken

    await require_caught(getattr(Broken(), check))


def test_failing_observer_still_keeps_what_it_saw() -> None:
    observer = RecordingObserver(fails=OSError("full"))
    with pytest.raises(OSError, match="full"):
        observer.observe(OBSERVATIONS[0])
    assert observer.observations == [OBSERVATIONS[0]]
