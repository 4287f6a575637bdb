"""There is always something to say."""

from __future__ import annotations

from zeroclaw.terminal.wording import sentence
from zeroclaw_testing import PlainWords


def test_a_known_key_gives_its_sentence() -> None:
    words = PlainWords({"greeting": "Hello {name}"})
    assert sentence(words, "greeting", {"name": "Ada"}) == "Hello Ada"


def test_an_unknown_key_is_shown_with_its_facts() -> None:
    assert sentence(PlainWords(), "brand_new", {"tool": "ü"}) == 'brand_new {"tool": "ü"}'
    assert sentence(PlainWords(), "brand_new") == "brand_new"
