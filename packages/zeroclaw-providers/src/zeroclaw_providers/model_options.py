"""What a user may ask of a model beyond the conversation, in the words of no single vendor."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from attrs import frozen

__all__ = ["ModelOptions", "Thinking", "thinking_tokens"]


class Thinking(StrEnum):
    """How long a model shall think before it answers; each protocol has its own form of it."""

    OFF = "off"
    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


_TOKENS: Final = {
    Thinking.OFF: 0,
    Thinking.MINIMAL: 1_024,
    Thinking.LOW: 4_096,
    Thinking.MEDIUM: 12_288,
    Thinking.HIGH: 32_768,
}


def thinking_tokens(level: Thinking) -> int:
    """The most tokens of thinking, for endpoints that want a number; none take less than 1024."""
    return _TOKENS[level]


@frozen
class ModelOptions:
    """What was asked of the model; None leaves it to the endpoint, and nothing is sent for it."""

    thinking: Thinking | None = None
    temperature: float | None = None
