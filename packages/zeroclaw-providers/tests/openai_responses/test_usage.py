"""Token counts are read as far as a server gives them."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json
from zeroclaw_api.usage import Usage
from zeroclaw_providers.openai_responses.usage import response_usage


@pytest.mark.parametrize(
    ("counts", "usage"),
    [
        ({"input_tokens": 9, "output_tokens": 2}, Usage(9, 2)),
        ({"input_tokens": 9.0, "output_tokens": "2"}, Usage(9, 2)),
        ({"input_tokens": 9, "input_tokens_details": {"cached_tokens": 4}}, Usage(9, None, 4)),
        (
            {"input_tokens": 9, "input_tokens_details": {"cache_write_tokens": 5}},
            Usage(9, cache_write_tokens=5),
        ),
        (
            {
                "output_tokens": 9,
                "output_tokens_details": {"reasoning_tokens": 4},
                "input_tokens_details": None,
            },
            Usage(None, 9, reasoning_tokens=4),
        ),
        ({}, Usage()),
    ],
)
def test_every_count_that_is_given_is_read(counts: dict[str, Json], usage: Usage) -> None:
    assert response_usage(counts) == usage
