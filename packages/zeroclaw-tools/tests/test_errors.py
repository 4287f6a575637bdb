"""Errors say in a sentence what is wrong."""

from __future__ import annotations

from zeroclaw_tools import InvalidExpression, InvalidPattern


def test_each_error_names_its_problem() -> None:
    assert str(InvalidExpression(problem="it is empty")) == "Cannot calculate this: it is empty."
    error = InvalidPattern(pattern="..", problem="it leads out")
    assert str(error) == "The pattern '..' cannot be used: it leads out."
