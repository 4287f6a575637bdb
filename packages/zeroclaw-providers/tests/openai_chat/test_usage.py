"""Token counts are read in every form in which servers send them."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_api.usage import Usage
from zeroclaw_providers.openai_chat.usage import usage_of


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 2}, Usage(9, 2)),
        ({"prompt_tokens": 9.0, "completion_tokens": "2"}, Usage(9, 2)),
        ({"prompt_tokens": 9, "prompt_cache_hit_tokens": 4}, Usage(9, None, 4)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 4}}, Usage(9, None, 4)),
        (
            {
                "completion_tokens": 9,
                "completion_tokens_details": {"reasoning_tokens": 4},
                "prompt_tokens_details": None,
            },
            Usage(None, 9, reasoning_tokens=4),
        ),
        ({}, Usage()),
        ({"prompt_tokens": None}, Usage()),
    ],
)
def test_every_spelling_of_usage_is_understood(counts: dict[str, Json], usage: Usage) -> None:
    assert usage_of(counts, Usage()) == usage


def test_a_later_count_replaces_an_earlier_one() -> None:
    before = Usage(9, 2, 4)
    assert usage_of({"prompt_tokens": 9, "completion_tokens": 5}, before) == Usage(9, 5, 4)
