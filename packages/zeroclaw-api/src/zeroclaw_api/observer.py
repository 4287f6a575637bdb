"""The observer: what is measured while an agent works."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from attrs import frozen

from zeroclaw_api.events import Outcome
from zeroclaw_api.identifiers import CallId, TurnInfo
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.usage import Money, Usage

__all__ = [
    "ModelAnswered",
    "ModelFailed",
    "ModelRequested",
    "Observation",
    "Observer",
    "ToolRan",
    "TurnEnded",
]


@frozen
class ModelRequested:
    """A request goes out. `prefix_digest` is that of system text and tools."""

    turn: TurnInfo
    provider: str
    model: str
    round: int
    prefix_digest: str


@frozen
class ModelAnswered:
    """A request was answered to its end. Durations in seconds, from sending."""

    turn: TurnInfo
    provider: str
    model: str
    first_event: float
    duration: float
    usage: Usage
    cost: Money | None


@frozen
class ModelFailed:
    """A request failed, after `duration` seconds."""

    turn: TurnInfo
    provider: str
    model: str
    error_key: str
    duration: float


@frozen
class ToolRan:
    """A call is over; one that never ran took no time."""

    turn: TurnInfo
    call_id: CallId
    name: str
    status: ResultStatus
    duration: float


@frozen
class TurnEnded:
    """A turn is over, after `duration` seconds."""

    turn: TurnInfo
    outcome: Outcome
    error_key: str | None
    duration: float


Observation: TypeAlias = ModelRequested | ModelAnswered | ModelFailed | ToolRan | TurnEnded


class Observer(Protocol):
    """Somewhere figures go: a log, a metrics registry.

    It is not a hook: it can change nothing and sees no content, only names and figures. The
    kernel calls it inside the turn, so it must return at once: it may count and queue, never
    wait or do I/O. One that raises is reported once and not called again. It is never cancelled,
    and closed by whoever made it. Fake: `zeroclaw_testing.RecordingObserver`.
    Kit: `zeroclaw_testing.kits.observer`.
    """

    def observe(self, observation: Observation) -> None:
        """Take note; returns at once."""
