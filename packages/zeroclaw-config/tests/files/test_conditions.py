"""Tests of reading conditions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.condition import Comparison, Condition, NumberCondition, PathCondition
from zeroclaw_config.files.conditions import condition, guard
from zeroclaw_config.files.notes import Notes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$.value > 85", PathCondition(("value",), Comparison.GREATER, "85")),
        ('$.a.0.b=="critical"', PathCondition(("a", "0", "b"), Comparison.EQUAL, "critical")),
        ("$.a != x y", PathCondition(("a",), Comparison.DIFFERENT, "x y")),
        ('$.a == "x > y"', PathCondition(("a",), Comparison.EQUAL, "x > y")),
        ('$.a == ""', PathCondition(("a",), Comparison.EQUAL, "")),
        ("$ <= 5", PathCondition((), Comparison.AT_MOST, "5")),
        ("> 0", NumberCondition(Comparison.GREATER, 0.0)),
        (" >= 3.5 ", NumberCondition(Comparison.AT_LEAST, 3.5)),
        ("", None),
        ("  ", None),
        (None, None),
    ],
)
def test_a_condition_is_one_comparison(text: str | None, value: Condition | None) -> None:
    notes = Notes("f")
    assert condition(text, ("when",), notes) == value
    assert not notes


@pytest.mark.parametrize(
    "text",
    [
        *("$.a", "$.a >", "$.a = 5", "a > 5", "$.a[0] > 5", "$..a > 5", "$.a > 5 && $.b > 3"),
        *("$.a > 5 || 1", '$.a == "x', "$.a === 5", "$.a =< 5", "> five", "> nan", "$.a > 1 > 2"),
        *("$.*.a > 5 < 2", "always", "$.a.b. > 1"),
    ],
)
def test_a_malformed_condition_is_noted_instead_of_never_holding(text: str) -> None:
    notes = Notes("f")
    assert condition(text, ("when",), notes) is None
    (problem,) = notes.problems
    assert problem.key == "when"


def test_a_guard_reads_what_an_existing_step_gave() -> None:
    notes = Notes("f")
    numbers = frozenset({1, 12})
    assert guard("$.steps.12.ok == true", ("when",), numbers, notes) is not None
    assert guard(None, ("when",), numbers, notes) is None
    assert not notes
    for text in ("> 5", "$.ok == true", "$.steps == 1", "$.steps.2.ok == 1", "$.steps.01.ok == 1"):
        notes = Notes("f")
        assert guard(text, ("when",), numbers, notes) is None
        assert len(notes.problems) == 1


SEGMENTS = st.lists(st.from_regex(r"[a-z_0-9]{1,5}", fullmatch=True), max_size=3).map(tuple)
OPERANDS = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"]), max_size=9)


@given(SEGMENTS, st.sampled_from(Comparison), OPERANDS)
def test_a_written_condition_is_read_back(
    path: tuple[str, ...], comparison: Comparison, operand: str
) -> None:
    text = f'{".".join(("$", *path))} {comparison} "{operand}"'
    found = condition(text, (), Notes("f"))
    if "\r" not in operand:
        assert found == PathCondition(path, comparison, operand)


@given(st.text() | st.text(alphabet='$.ab0 <>=!"'))
def test_any_text_is_a_condition_or_noted(text: str) -> None:
    notes = Notes("f")
    found = condition(text, (), notes)
    assert (found is None) == (bool(notes) or not text.strip())
