"""An expression has the value that arithmetic gives it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.arithmetic import LONGEST_EXPRESSION, calculated
from zeroclaw_tools.errors import InvalidExpression

Spelled: TypeAlias = tuple[str, int]

EXACT: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def _joined(parts: tuple[Spelled, str, Spelled]) -> Spelled:
    (left, a), sign, (right, b) = parts
    return f"({left} {sign} {right})", EXACT[sign](a, b)


SPELLED = st.recursive(
    st.integers(0, 10**20).map(lambda n: (str(n), n)),
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*"), inner).map(_joined)
        | inner.map(lambda part: (f"-{part[0]}", -part[1]))
    ),
    max_leaves=15,
)


@given(SPELLED)
def test_whole_numbers_are_calculated_exactly(spelled: Spelled) -> None:
    assert calculated(spelled[0]) == spelled[1]


@given(st.text() | st.text(st.sampled_from("0123456789.+-*/%()_, e^pisqrtmax"), max_size=40))
def test_any_text_gives_a_number_or_a_reason(text: str) -> None:
    try:
        told = str(calculated(text))
    except InvalidExpression as error:
        told = str(error)
    assert told


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("10 - 4 - 3", 3),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -1", 0.5),
        ("(-2) ** 2", 4),
        ("7 // 2 + 7 % 4", 6),
        ("8 / 4 / 2", 1),
        ("1_000 + .5", 1000.5),
        ("2e3", 2000.0),
        ("max(1, 2 + 3, sqrt(16))", 5),
        ("2 ** 200", 2**200),
        ("0.1 + 0.2", 0.1 + 0.2),
    ],
)
def test_an_expression_reads_as_in_mathematics(text: str, value: float) -> None:
    assert calculated(text) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it ends"),
        ("1 +", "it ends"),
        ("1 2", "operator is missing"),
        ("(1", "'\\)' should stand"),
        ("max()", "should stand"),
        ("__import__('os')", "has no meaning"),
        ("x + 1", "no value"),
        ("2 ^ 3", "spelled \\*\\*"),
        ("9 ** 9 ** 9", "digits"),
        ("9" * 4001, "longer"),
        ("9" * LONGEST_EXPRESSION + "*9", "longer"),
        ("(" * 500 + "1" + ")" * 500, "nested"),
        ("-" * 3000 + "1", "nested"),
        ("1__0", "no number"),
        ("1e999", "too large"),
        ("\u0663 + 1", "no meaning"),
    ],
)
def test_what_is_no_arithmetic_says_why(text: str, why: str) -> None:
    with pytest.raises(InvalidExpression, match=why):
        calculated(text)
