"""What is shown holds nothing that a terminal would obey."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.sanitise import exact, visible

HOSTILE = st.text() | st.lists(
    st.sampled_from(["\x1b", "[31m", "]0;t\x07", "\x9b", "\u202e", "\r\n", "\r", "a", "\x7f"])
).map("".join)


def controls(text: str, but: str) -> set[str]:
    return {
        char
        for char in text
        if char not in but
        and (
            unicodedata.category(char) == "Cc"
            or char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        )
    }


@given(HOSTILE)
def test_visible_text_never_holds_a_control_character(text: str) -> None:
    assert controls(visible(text), "\n\t") == set()


@given(HOSTILE)
def test_exact_text_holds_only_what_can_be_seen(text: str) -> None:
    shown = exact(text)
    unseen = {char for char in shown if unicodedata.category(char)[0] in "CZ" and char not in "\n "}
    assert unseen == set()


def test_control_the_hostile_text_itself_is_found() -> None:
    assert controls("\x1b[31m\u202e\x9b", "\n\t") == {"\x1b", "\u202e", "\x9b"}


@given(st.text(st.characters(categories=["L", "N", "P", "S", "M"])))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == exact(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("one\r\ntwo\rthree\tfour\n", "one\ntwo\\x0dthree\tfour\n"),
        ("\x9b\x7f\0", "\\x9b\\x7f\\x00"),
        ("👩\u200d💻", "👩\u200d💻"),
    ],
)
def test_orders_to_the_terminal_are_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rm\t-r\r\n", "rm\\t-r\\x0d\n"),
        ("a\u200bb\u00a0c", "a\\u200bb\\xa0c"),
        ("\U000e0041x\u2028", "\\U000e0041x\\u2028"),
    ],
)
def test_what_hides_in_an_approval_is_spelled_out(text: str, shown: str) -> None:
    assert exact(text) == shown
