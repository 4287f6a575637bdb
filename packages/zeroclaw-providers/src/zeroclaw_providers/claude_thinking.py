"""Writes what is asked of Claude about thinking, for every protocol it is served by."""

from __future__ import annotations

import re
from typing import Final

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import count_of
from zeroclaw_providers.model_options import ModelOptions, Thinking, thinking_tokens

__all__ = ["claude_wishes", "goes_with_thinking", "within"]

LEAST_THINKING: Final = 1024
"""Tokens; a smaller budget is refused."""
LEAST_TOP_P: Final = 0.95
"""With thinking, sampling cannot be narrower than this."""

NAMED: Final = re.compile(
    r"claude-(?P<name>[a-z]+)"
    r"(?:-(?P<major>\d{1,2})(?!\d)(?:[-.](?P<minor>\d{1,2})(?!\d))?)?"
)
"""Since the fourth generation, the name comes before the number; a date is no number."""
ADAPTS: Final = (4, 6)
"""From here on a model divides its thinking itself; soon after, it takes no budget any more."""
SAMPLES_ALONE: Final = (4, 7)
"""From here on it refuses a temperature."""
UNNUMBERED: Final = frozenset({"mythos", "fable"})
"""Names that begin after all that."""

EFFORTS: Final = {
    Thinking.MINIMAL: "low",
    Thinking.LOW: "low",
    Thinking.MEDIUM: "medium",
    Thinking.HIGH: "high",
}


def claude_wishes(options: ModelOptions, model: str) -> dict[str, Json]:
    """The fields of a request that say it, as this model takes them; none when nobody asked."""
    version = _version(model)
    wishes: dict[str, Json] = {}
    if options.temperature is not None and version < SAMPLES_ALONE:
        wishes["temperature"] = options.temperature
    if options.thinking is None:
        return wishes
    if options.thinking is Thinking.OFF:
        return {**wishes, "thinking": {"type": "disabled"}}
    if version < ADAPTS:
        budget = thinking_tokens(options.thinking)
        return {**wishes, "thinking": {"type": "enabled", "budget_tokens": budget}}
    return {
        **wishes,
        # Some of these models would say nothing of their thinking otherwise.
        "thinking": {"type": "adaptive", "display": "summarized"},
        "output_config": {"effort": EFFORTS[options.thinking]},
    }


def within(thinking: JsonObject, max_tokens: int) -> JsonObject | None:
    """The same with a budget of at most half the answer; None when that is too little to think.

    The answer does not grow instead: what it may cost at most was reserved before.
    """
    if thinking.get("type") != "enabled":
        return thinking
    budget = min(count_of(thinking.get("budget_tokens")) or 0, max_tokens // 2)
    return None if budget < LEAST_THINKING else {**thinking, "budget_tokens": budget}


def goes_with_thinking(key: str, value: Json) -> bool:
    """Whether a setting for sampling may stand beside thinking; names of both protocols."""
    if key in ("top_p", "topP"):
        return isinstance(value, int | float) and value >= LEAST_TOP_P
    return key not in ("temperature", "top_k")


def _version(model: str) -> tuple[int, int]:
    found = NAMED.search(model.lower())
    if found is None:
        return 0, 0
    if found["name"] in UNNUMBERED:
        return SAMPLES_ALONE
    return int(found["major"] or 0), int(found["minor"] or 0)
