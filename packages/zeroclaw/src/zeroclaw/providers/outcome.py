"""What became of asking one model."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from zeroclaw_api.usage import Money, Usage

__all__ = ["Outcome", "Status", "ToolUse", "Trouble"]


class Status(StrEnum):
    """How bad it is. `WARNING` works for a talk, and hardly for an agent."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ToolUse(StrEnum):
    """What the model did when it was told to call a tool; `UNKNOWN` when that is not known."""

    CALLED = "called"
    WORDS = "words"
    GARBLED = "garbled"
    REFUSED = "refused"
    OFF = "off"
    UNKNOWN = "unknown"


@frozen
class Trouble:
    """What is wrong, a sentence, with a stable `key`; `fix` is a sentence about what to do."""

    key: str
    text: str
    fix: str | None = None


@frozen
class Outcome:
    """What is known of a `provider`, as `family.alias`, after it was asked; None is unknown.

    Times are those of the first question, in seconds; usage and cost those of both.
    """

    provider: str
    model: str | None
    status: Status
    reachable: bool | None = None
    key_accepted: bool | None = None
    first_token: float | None = None
    duration: float | None = None
    is_streaming: bool | None = None
    tools: ToolUse = ToolUse.UNKNOWN
    usage: Usage = Usage()
    cost: Money | None = None
    trouble: Trouble | None = None
