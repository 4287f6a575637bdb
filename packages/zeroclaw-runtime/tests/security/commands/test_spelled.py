"""A pattern, a tilde, a brace counts only where it is not quoted."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.commands.script import Construct, Word
from zeroclaw_runtime.security.commands.spelled import (
    SpelledWord,
    Stretch,
    constructs_of,
    is_pattern,
    tilde_prefix,
    word_of,
)


def spelled(*texts: str) -> SpelledWord:
    """A word whose stretches alternate, the first of them not quoted."""
    return SpelledWord(tuple(Stretch(text, place % 2 == 1) for place, text in enumerate(texts)))


@pytest.mark.parametrize("texts", [("a*",), ("?",), ("[a", "]"), ("~",), ("", "x", "*")])
def test_active_characters_make_a_pattern(texts: tuple[str, ...]) -> None:
    assert is_pattern(spelled(*texts))


@pytest.mark.parametrize(
    "texts", [("a", "*"), ("[a",), ("a]", "["), ("~", "x"), ("a~",), ("", "~")]
)
def test_quoted_or_lone_characters_make_none(texts: tuple[str, ...]) -> None:
    assert not is_pattern(spelled(*texts))


def test_a_home_folder_ends_at_the_first_slash() -> None:
    assert tilde_prefix(spelled("~me/x")) == "~me"
    assert tilde_prefix(spelled("~", "/x")) == ""


def test_braces_count_only_when_they_could_be_a_list() -> None:
    assert constructs_of(spelled("{a,b}")) == {Construct.BRACES}
    assert constructs_of(spelled("", "{", "a,b}")) == frozenset()
    assert constructs_of(spelled("{a}")) == frozenset()


def test_the_value_of_an_assignment_is_no_pattern() -> None:
    assert word_of(spelled("*"), is_value=True) == Word("*")
    assert word_of(spelled("~/x"), is_value=True) == Word("~/x", is_known=False)


def test_a_word_is_bare_only_without_quotes() -> None:
    assert spelled("if").bare == "if"
    assert spelled("i", "f").bare is None
