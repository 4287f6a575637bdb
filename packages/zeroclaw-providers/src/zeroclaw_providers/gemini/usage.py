"""Reads the token counts of a Gemini answer."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Usage
from zeroclaw_providers.json_fields import count_of

__all__ = ["TokenCounts"]


@frozen
class TokenCounts:
    """The counts so far, as Google names them; a later chunk replaces what it says anew."""

    prompt: int | None = None
    tool_use_prompt: int | None = None
    candidates: int | None = None
    thoughts: int | None = None
    cached: int | None = None

    def then(self, counts: JsonObject) -> TokenCounts:
        """The counts after a chunk; what it does not say stays as it was."""
        if not counts:
            return self
        return TokenCounts(
            _later(self.prompt, counts, "promptTokenCount"),
            _later(self.tool_use_prompt, counts, "toolUsePromptTokenCount"),
            _later(self.candidates, counts, "candidatesTokenCount"),
            _later(self.thoughts, counts, "thoughtsTokenCount"),
            _later(self.cached, counts, "cachedContentTokenCount"),
        )

    @property
    def usage(self) -> Usage:
        """Thinking is billed as output, and comes beside it; cached input is part of the input."""
        return Usage(
            input_tokens=_sum(self.prompt, self.tool_use_prompt),
            output_tokens=_sum(self.candidates, self.thoughts),
            cached_input_tokens=self.cached,
            reasoning_tokens=self.thoughts,
        )


def _later(before: int | None, counts: JsonObject, key: str) -> int | None:
    count = count_of(counts.get(key))
    return before if count is None else count


def _sum(first: int | None, second: int | None) -> int | None:
    return second if first is None else first + (second or 0)
