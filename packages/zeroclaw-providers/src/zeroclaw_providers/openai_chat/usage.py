"""Reads the token counts of a chat completion."""

from __future__ import annotations

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_providers.json_fields import count_of, object_of

__all__ = ["usage_of"]


def usage_of(counts: JsonObject, before: Usage) -> Usage:
    """The counts of a chunk in place of those before; what it does not say stays as it was."""
    prompt = object_of(counts.get("prompt_tokens_details"))
    completion = object_of(counts.get("completion_tokens_details"))
    return Usage(
        input_tokens=_first(before.input_tokens, counts.get("prompt_tokens")),
        output_tokens=_first(before.output_tokens, counts.get("completion_tokens")),
        cached_input_tokens=_first(
            before.cached_input_tokens,
            counts.get("prompt_cache_hit_tokens"),
            prompt.get("cached_tokens"),
            counts.get("cached_tokens"),
        ),
        cache_write_tokens=_first(before.cache_write_tokens, prompt.get("cache_write_tokens")),
        reasoning_tokens=_first(before.reasoning_tokens, completion.get("reasoning_tokens")),
    )


def _first(before: int | None, *values: Json) -> int | None:
    counts = (count_of(value) for value in values)
    return next((count for count in counts if count is not None), before)
