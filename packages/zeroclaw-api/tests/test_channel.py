"""A channel claims nothing that it was not told to."""

from __future__ import annotations

from zeroclaw_api.channel import ChannelCapabilities, Place


def test_capabilities_claim_nothing_by_default() -> None:
    capabilities = ChannelCapabilities(max_characters=100)
    assert not capabilities.edits_drafts
    assert not capabilities.buttons


def test_thread_of_a_chat_is_a_place_of_its_own() -> None:
    assert len({Place("a"), Place("a"), Place("a", "1"), Place("a", "2")}) == 3
