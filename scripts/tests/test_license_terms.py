"""Tests of the reader of licence expressions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from license_terms import LicenceExpressionError, acceptable, alternatives


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", ["MIT"]),
        ("MIT OR Apache-2.0", ["Apache-2.0", "MIT"]),
        ("A AND B OR C", ["A+B", "C"]),
        ("A AND (B OR C)", ["A+B", "A+C"]),
        ("(A OR B) AND (C OR D)", ["A+C", "A+D", "B+C", "B+D"]),
        ("A WITH X-exception and B", ["A+B"]),
        ("GPL-2.0+", ["GPL-2.0+"]),
    ],
)
def test_an_expression_becomes_the_choices_it_leaves(expression: str, expected: list[str]) -> None:
    assert sorted("+".join(sorted(choice)) for choice in alternatives(expression)) == expected


@pytest.mark.parametrize(
    "expression",
    ["", "OR", "MIT OR", "MIT AND AND MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT / X", "A WITH"],
)
def test_what_is_no_expression_is_refused(expression: str) -> None:
    with pytest.raises(LicenceExpressionError):
        alternatives(expression)


EXPRESSIONS = st.recursive(
    st.sampled_from(["A", "B", "C"]),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["AND", "OR"]), inner),
    max_leaves=8,
)


@given(EXPRESSIONS, st.sets(st.sampled_from(["A", "B", "C"])))
def test_an_expression_means_what_boolean_algebra_says(expression: str, accepted: set[str]) -> None:
    python = expression.replace("AND", "and").replace("OR", "or")
    for name in ("A", "B", "C"):
        python = python.replace(name, str(name in accepted))
    expected = eval(python)  # noqa: S307 - built from three names above
    assert acceptable(expression, accepted.__contains__) is expected
