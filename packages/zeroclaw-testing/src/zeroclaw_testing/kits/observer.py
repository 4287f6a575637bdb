"""What every observer must show."""

from __future__ import annotations

from functools import partial
from typing import Final

from zeroclaw_api.events import Outcome
from zeroclaw_api.identifiers import CallId, SessionId, TurnId, TurnInfo
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.observer import (
    ModelAnswered,
    ModelFailed,
    ModelRequested,
    Observation,
    Observer,
    ToolRan,
    TurnEnded,
)
from zeroclaw_api.usage import Money, Usage
from zeroclaw_testing.kits.conformance import Conformance, failure_of_call

__all__ = ["OBSERVATIONS", "ObserverConformance"]

_TURN = TurnInfo(SessionId("kit"), TurnId(1), ("main", "child"))

OBSERVATIONS: Final[tuple[Observation, ...]] = (
    ModelRequested(_TURN, "p", "m", 1, "0" * 64),
    ModelAnswered(_TURN, "p", "m", 0.1, 0.5, Usage(), None),
    ModelAnswered(_TURN, "p", "m", 0.0, 0.0, Usage(1, 2, 3, 4, 5), Money(10**12)),
    ModelFailed(_TURN, "p", "m", "provider_timed_out", 30.0),
    *(ToolRan(_TURN, CallId(1), "shell", status, 0.0) for status in ResultStatus),
    *(TurnEnded(_TURN, outcome, None, 1.0) for outcome in Outcome),
    TurnEnded(_TURN, Outcome.FAILED, "provider_auth", 1.0),
)
"""One of every kind, with the figures that may be missing both missing and there."""


class ObserverConformance(Conformance[Observer]):
    """The subject is one observer."""

    async def test_every_kind_of_observation_is_taken(self) -> None:
        async with self.subject() as observer:
            for observation in OBSERVATIONS:
                failure = failure_of_call(partial(observer.observe, observation))
                assert failure is None, f"{observation!r} raised {failure!r}"

    async def test_observing_gives_nothing_to_wait_for(self) -> None:
        async with self.subject() as observer:
            for observation in OBSERVATIONS:
                returned: object = observer.observe(observation)  # type: ignore[func-returns-value]
                assert returned is None, f"it returned {returned!r}"

    async def test_observing_returns_at_once(self) -> None:
        async with self.subject() as observer:
            with self.promptly("taking 1,000 observations"):
                for number in range(1000):
                    observer.observe(OBSERVATIONS[number % len(OBSERVATIONS)])
