"""Memory categories are stored by their words."""

from __future__ import annotations

from zeroclaw_api.memory import MemoryCategory, MemoryFilter


def test_categories_keep_the_words_they_are_stored_under() -> None:
    assert [str(category) for category in MemoryCategory] == ["core", "daily", "conversation"]


def test_filter_of_a_namespace_alone_limits_nothing_else() -> None:
    everything = MemoryFilter("a")
    assert (everything.key, everything.category, everything.session_id) == (None, None, None)
