"""Adds up the token counts of a message."""

from __future__ import annotations

from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_providers.json_fields import count_of, object_of

__all__ = ["Counts"]

PLAIN: Final = "input_tokens"
READ: Final = "cache_read_input_tokens"
WRITTEN: Final = "cache_creation_input_tokens"
OUTPUT: Final = "output_tokens"
THINKING: Final = "thinking_tokens"


@define
class Counts:
    """The counts so far: each is a running total, so that a later one replaces an earlier one."""

    _counts: dict[str, int] = Factory(dict)

    def take(self, usage: JsonObject) -> Usage:
        """What it comes to with these counts.

        The protocol counts input that went through the cache apart from the other input. A count
        that falls to zero was left out by a server that sends zeros for what it does not know.
        """
        details = object_of(usage.get("output_tokens_details"))
        for key in (PLAIN, READ, WRITTEN, OUTPUT, THINKING):
            count = count_of((details if key == THINKING else usage).get(key))
            if count is not None:
                self._counts[key] = count or self._counts.get(key, 0)
        inputs = [self._counts[key] for key in (PLAIN, READ, WRITTEN) if key in self._counts]
        return Usage(
            input_tokens=sum(inputs) if inputs else None,
            output_tokens=self._counts.get(OUTPUT),
            cached_input_tokens=self._counts.get(READ),
            cache_write_tokens=self._counts.get(WRITTEN),
            reasoning_tokens=self._counts.get(THINKING),
        )
