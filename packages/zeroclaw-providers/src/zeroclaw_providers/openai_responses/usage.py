"""Reads the token counts of a response."""

from __future__ import annotations

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_providers.json_fields import count_of, object_of

__all__ = ["response_usage"]


def response_usage(counts: JsonObject) -> Usage:
    """The counts, as far as the server gives them; tokens of the cache are part of the input."""
    given = object_of(counts.get("input_tokens_details"))
    made = object_of(counts.get("output_tokens_details"))
    return Usage(
        input_tokens=count_of(counts.get("input_tokens")),
        output_tokens=count_of(counts.get("output_tokens")),
        cached_input_tokens=count_of(given.get("cached_tokens")),
        cache_write_tokens=count_of(given.get("cache_write_tokens")),
        reasoning_tokens=count_of(made.get("reasoning_tokens")),
    )
