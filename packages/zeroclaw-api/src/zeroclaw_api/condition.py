"""The condition: one comparison over an event's payload or over what steps gave."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import frozen

__all__ = ["Comparison", "Condition", "NumberCondition", "PathCondition"]


class Comparison(StrEnum):
    """How two values are compared."""

    AT_LEAST = ">="
    AT_MOST = "<="
    DIFFERENT = "!="
    EQUAL = "=="
    GREATER = ">"
    LESS = "<"


@frozen
class PathCondition:
    """Compares what a path leads to. It fails when the path leads nowhere.

    A segment of digits is the index of an array when it meets one. Both sides are compared as
    numbers if they are such, else as text, where a boolean is `true` or `false`. The empty path
    means the whole value.
    """

    path: tuple[str, ...]
    comparison: Comparison
    operand: str


@frozen
class NumberCondition:
    """Compares the whole value as a number. It fails when it is none."""

    comparison: Comparison
    operand: float


Condition: TypeAlias = PathCondition | NumberCondition
