"""The plain words fill templates."""

from __future__ import annotations

from zeroclaw_testing.words import PlainWords


def test_template_is_filled_with_the_facts() -> None:
    words = PlainWords({"lost": "Lost {count} of {total}."})
    assert words.say("lost", {"count": 1, "total": 3}) == "Lost 1 of 3."
    assert words.say("found", {}) is None
