"""Tests of references in texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.files.templates import binding_problems, placeholders

BEFORE = frozenset({1, 3})


def test_places_are_found_in_order() -> None:
    assert placeholders("a {{x}} b {{ y.z }}") == ("x", "y.z")
    assert placeholders("{ plain }") == ()


@pytest.mark.parametrize("text", ["{{x", "x}}", "{{x}} }}", "{{{{x}}"])
def test_braces_that_are_not_balanced_have_no_places(text: str) -> None:
    assert placeholders(text) is None or "{" in (placeholders(text) or ("",))[0]


@pytest.mark.parametrize(
    "text",
    ["{{steps.1}}", "{{steps.3.a.b}}", "{{ calls.0.x }}", "{{calls.1}} of {{steps.1.n}}", ""],
)
def test_references_that_lead_back_are_fine(text: str) -> None:
    assert binding_problems({"a": [text, 5, None]}, BEFORE, 2) == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{steps.2.a}}", "refers to step 2, which does not come before it"),
        ("{{steps.01}}", "is neither"),
        ("{{calls.2}}", "refers to call 2, which does not come before it"),
        ("{{oops.1}}", "is neither `steps.N.path` nor `calls.K.path`"),
        ("{{steps}}", "is neither"),
        ("{{}}", "is neither"),
        ("{{steps.1", "not balanced"),
    ],
)
def test_references_that_lead_nowhere_are_told(text: str, problem: str) -> None:
    (found,) = binding_problems([{"deep": text}], BEFORE, 2)
    assert problem in found


@given(st.text() | st.text(alphabet="{}steps.1 calls"))
def test_any_text_is_judged(text: str) -> None:
    assert all(isinstance(found, str) for found in binding_problems(text, BEFORE, 1))
