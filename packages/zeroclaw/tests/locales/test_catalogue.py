"""A sentence is said in the language asked for, else in English, never half."""

from __future__ import annotations

import pytest

from zeroclaw.locales.catalogue import Catalogue, Message, catalogue
from zeroclaw.locales.language import LANGUAGES
from zeroclaw_api.phrases import Phrase

CHOICE: dict[str, object] = {
    "by": "count",
    "when": {"1": "{count} file", "none": "no file"},
    "else": "{count} files",
}
ENGLISH: dict[str, Message] = {
    "rest": "The rest of {name}.",
    "both": "Both.",
    "line": "{word}!",
    "files": CHOICE,
}
OTHER = {"both": "Beide.", "line": "¡{word}!", "rest": "Rest von {name} in {place}."}
WORDS = Catalogue([OTHER, ENGLISH])


def test_a_key_of_the_language_wins_over_its_english() -> None:
    assert WORDS.say("both", {}) == "Beide."


def test_a_key_that_the_language_lacks_is_said_in_english() -> None:
    assert WORDS.say("files", {"count": 2}) == "2 files"


def test_a_sentence_that_needs_more_facts_gives_way_to_english() -> None:
    assert WORDS.say("rest", {"name": "it"}) == "The rest of it."
    assert WORDS.say("rest", {"name": "it", "place": "Rom"}) == "Rest von it in Rom."


def test_unknown_keys_and_missing_facts_give_no_sentence() -> None:
    assert WORDS.say("nowhere", {}) is None
    assert WORDS.say("rest", {}) is None
    assert WORDS.say("files", {"size": 1}) is None


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 file"), ("1", "1 file"), (0, "0 files"), ("none", "no file")]
)
def test_a_choice_takes_the_form_of_its_fact(count: object, said: str) -> None:
    assert WORDS.say("files", {"count": count}) == said


def test_a_choice_without_its_fact_is_not_made() -> None:
    assert Catalogue([{"files": {"by": "count"}}]).say("files", {"count": 1}) is None


def test_known_keys_are_those_of_any_table() -> None:
    assert "both" in WORDS
    assert "files" in WORDS
    assert "nowhere" not in WORDS


def test_phrases_in_facts_are_said_in_the_language_at_any_depth() -> None:
    inner = Phrase("both", "Both.")
    outer = Phrase("line", "{word}!", word=inner)
    assert WORDS.say("line", {"word": outer}) == "¡¡Beide.!!"
    lines = Phrase("line", "{word}!", word=(inner, "as it is"))
    assert WORDS.shown(lines) == "¡Beide.\nas it is!"


def test_a_phrase_that_no_table_has_is_said_in_its_own_english() -> None:
    assert WORDS.say("line", {"word": Phrase("new", "new {x}", x=1)}) == "¡new 1!"


def test_numbers_are_shown_without_what_says_nothing() -> None:
    assert [WORDS.shown(fact) for fact in (2.0, 0.5, 3, None, "1.0")] == [
        "2",
        "0.5",
        3,
        None,
        "1.0",
    ]


def test_braces_in_facts_are_text_as_any_other() -> None:
    assert WORDS.say("line", {"word": "{word} {0}"}) == "¡{word} {0}!"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_catalogue_of_its_own(language: str) -> None:
    words = catalogue(language)
    assert words is catalogue(language)
    assert words.say("plan", {})
    assert words.say("check_errors", {"count": 2})


def test_other_distributions_bring_their_words_in_the_language() -> None:
    said = catalogue("zh-CN").say("error_config_missing", {"path": "/home/config.toml"})
    assert said is not None
    assert "/home/config.toml" in said
    assert "There is" not in said
    # Their English stands beside their errors.
    assert catalogue("en").say("error_config_missing", {"path": "/"}) is None
