"""There is always something to say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.terminal.wording import duration, first_line, sentence
from zeroclaw_testing import PlainWords


def test_a_known_key_gives_its_sentence() -> None:
    words = PlainWords({"greeting": "Hello {name}"})
    assert sentence(words, "greeting", {"name": "Ada"}) == "Hello Ada"


def test_an_unknown_key_is_shown_with_its_facts() -> None:
    assert sentence(PlainWords(), "brand_new", {"tool": "ü"}) == 'brand_new {"tool": "ü"}'
    assert sentence(PlainWords(), "brand_new") == "brand_new"


def test_a_duration_is_as_exact_as_its_size_is_worth() -> None:
    seconds = (0.0, 0.126, 9.994, 9.996, 12.34, 59.96, 61.0, 3599.7)
    assert [*map(duration, seconds)] == [
        "0.00 s",
        "0.13 s",
        "9.99 s",
        "10.0 s",
        "12.3 s",
        "1 min 00 s",
        "1 min 01 s",
        "60 min 00 s",
    ]


@given(st.floats(0, 59.94))
def test_a_short_duration_has_at_most_three_digits(seconds: float) -> None:
    assert sum(char.isdigit() for char in duration(seconds)) <= 3


def test_the_first_line_is_one_that_says_something() -> None:
    assert first_line("\n  \n\t it failed \r\nmore") == "it failed"
    assert first_line(" \n") == ""
