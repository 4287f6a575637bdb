"""A phrase is English text wherever text is taken, with what a translation needs."""

from __future__ import annotations

import copy
import pickle

import pytest

from zeroclaw_api.phrases import Phrase


def twins(phrase: Phrase) -> list[Phrase]:
    return [
        pickle.loads(pickle.dumps(phrase)),  # noqa: S301  of our own
        copy.copy(phrase),
        copy.deepcopy(phrase),
    ]


def test_a_phrase_is_its_english_sentence() -> None:
    phrase = Phrase("lost", "{what} is lost", what="it")
    assert phrase == "it is lost"
    assert isinstance(phrase, str)
    assert (phrase.key, phrase.facts) == ("lost", {"what": "it"})


def test_whatever_is_made_of_a_phrase_is_plain_text() -> None:
    phrase = Phrase("lost", "lost")
    for made in (phrase + "!", f"{phrase}", phrase.upper(), phrase[1:], str(phrase)):
        assert type(made) is str


def test_copies_and_pickles_keep_key_and_facts() -> None:
    phrase = Phrase("lost", "{what} of {count}", what=Phrase("it", "it"), count=2)
    for twin in twins(phrase):
        assert type(twin) is Phrase
        assert twin == phrase
        assert (twin.key, twin.facts) == (phrase.key, phrase.facts)
        inner = twin.facts["what"]
        assert isinstance(inner, Phrase)
        assert inner.key == "it"


def test_a_phrase_may_stand_in_another_one() -> None:
    inner = Phrase("line", "line {line}", line=3)
    outer = Phrase("place", "{file}, {where}", file="a", where=inner)
    assert outer == "a, line 3"
    assert outer.facts["where"] is inner


def test_a_tuple_of_facts_stands_for_lines() -> None:
    phrase = Phrase("list", "found:\n{lines}", lines=(Phrase("one", "one"), "two", 3))
    assert phrase == "found:\none\ntwo\n3"
    assert Phrase("none", "[{lines}]", lines=()) == "[]"
    for twin in twins(phrase):
        assert twin.facts["lines"] == ("one", "two", 3)


def test_facts_may_have_any_name_and_hold_braces() -> None:
    phrase = Phrase("k", "{key} {template}", key="{a}", template="{{b}}")
    assert phrase == "{a} {{b}}"
    assert phrase.facts == {"key": "{a}", "template": "{{b}}"}


def test_a_fact_that_the_english_needs_must_be_given() -> None:
    with pytest.raises(KeyError, match="what"):
        Phrase("lost", "{what} is lost")


def test_a_phrase_is_found_as_the_text_that_it_is() -> None:
    phrase = Phrase("lost", "lost")
    known: dict[str, int] = {phrase: 1}
    assert known["lost"] == 1
    assert phrase in {"lost"}
