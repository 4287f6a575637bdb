"""The errors that the pure parts of the tools raise.

The tree::

    ZeroClawError
    ├── InvalidExpression      text that is no arithmetic, or whose value cannot be told
    └── InvalidPattern         a file pattern that cannot be read
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["InvalidExpression", "InvalidPattern"]


class InvalidExpression(ZeroClawError):
    """The calculator cannot give a value: correct the expression."""

    error_key = "invalid_expression"
    template = "Cannot calculate this: {problem}."

    problem: str


class InvalidPattern(ZeroClawError):
    """A file pattern cannot be used: correct it."""

    error_key = "invalid_pattern"
    template = "The pattern {pattern!r} cannot be used: {problem}."

    pattern: str
    problem: str
