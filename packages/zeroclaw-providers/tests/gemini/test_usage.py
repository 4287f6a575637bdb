"""Counts of Google become ours, whichever chunk says them."""

from __future__ import annotations

from zeroclaw_api.usage import Usage
from zeroclaw_providers.gemini.usage import TokenCounts


def test_thinking_counts_as_output_beside_the_answer() -> None:
    counts = TokenCounts().then(
        {
            "promptTokenCount": 100,
            "candidatesTokenCount": 7,
            "thoughtsTokenCount": 30,
            "cachedContentTokenCount": 64,
            "totalTokenCount": 137,
        }
    )
    assert counts.usage == Usage(100, 37, 64, None, 30)


def test_a_later_chunk_replaces_what_it_says_anew() -> None:
    first = TokenCounts().then({"promptTokenCount": 9, "thoughtsTokenCount": 4})
    assert first.usage == Usage(9, 4, None, None, 4)
    second = first.then({"promptTokenCount": 9, "candidatesTokenCount": 5})
    assert second.usage == Usage(9, 9, None, None, 4)
    assert second.then({"candidatesTokenCount": 6}).usage.output_tokens == 10


def test_what_its_own_tools_read_counts_as_input() -> None:
    counts = TokenCounts().then({"promptTokenCount": 9, "toolUsePromptTokenCount": 11})
    assert counts.usage.input_tokens == 20


def test_counts_that_are_none_stay_unknown() -> None:
    odd = TokenCounts().then({"promptTokenCount": None, "candidatesTokenCount": "many"})
    assert odd.usage == Usage()
