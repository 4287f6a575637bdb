"""Tests of variables in values."""

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._interpolation import escaped, interpolated

ENVIRON = {"A": "1", "B_2": "${A}", "EMPTY": ""}
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
DOLLARS = st.text(st.sampled_from("${}Ab_ ")) | st.text()


def test_a_variable_is_replaced_wherever_it_stands() -> None:
    result = interpolated("x${A}y${A}", ENVIRON)
    assert result.text == "x1y1"
    assert result.values == ("1", "1")
    assert interpolated("${EMPTY}", ENVIRON).text == ""


def test_a_value_is_not_looked_into_again() -> None:
    assert interpolated("${B_2}", ENVIRON).text == "${A}"


def test_a_doubled_dollar_gives_a_literal_mark() -> None:
    result = interpolated("$${A} costs $5", ENVIRON)
    assert result.text == "${A} costs $5"
    assert result.values == ()


def test_every_missing_variable_is_named_once() -> None:
    assert interpolated("${X}${Y}${X}", ENVIRON).missing == ("X", "Y")


def test_a_mark_without_a_name_is_malformed() -> None:
    for text in ("${", "${}", "${1A}", "${A-b}", "a ${ A}", "${A:-", "${A:b}", "${X:-${A}}"):
        assert interpolated(text, ENVIRON).malformed
    assert not interpolated("$A {A} $ {A}", ENVIRON).malformed


def test_a_default_stands_for_what_is_unset_or_empty() -> None:
    assert interpolated("${GONE:-x y}/${A:-x}/${EMPTY:-}.", ENVIRON).text == "x y/1/."
    assert interpolated("${EMPTY:-x}", ENVIRON).text == "x"
    assert interpolated("$${GONE:-x}", ENVIRON).text == "${GONE:-x}"


def test_a_default_is_no_value_from_outside() -> None:
    result = interpolated("${GONE:-x}${A:-y}", ENVIRON)
    assert (result.values, result.missing, result.malformed) == (("1",), (), False)


@given(DOLLARS)
def test_an_escaped_text_comes_back_as_it_was(text: str) -> None:
    result = interpolated(escaped(text), {})
    assert result.text == text
    assert not result.malformed
    assert result.missing == ()


@given(DOLLARS, NAMES, st.text(), DOLLARS)
def test_a_variable_between_escaped_texts_is_put_in(
    before: str, name: str, value: str, after: str
) -> None:
    # A dollar right before the mark would make it a literal one.
    before = before.rstrip("$")
    result = interpolated(f"{escaped(before)}${{{name}}}{escaped(after)}", {name: value})
    assert result.text == before + value + after


@given(st.text())
def test_a_printed_result_shows_no_value(value: str) -> None:
    assert repr(interpolated("${A}", {"A": value})) == "Interpolated(missing=(), malformed=False)"
