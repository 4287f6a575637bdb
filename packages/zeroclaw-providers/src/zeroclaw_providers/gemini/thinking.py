"""Writes how long a Gemini model shall think."""

from __future__ import annotations

import re
from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.model_options import Thinking, thinking_tokens

__all__ = ["thinking_config"]

NAMED: Final = re.compile(r"(?:.*/)?gemini-(\d+)(?:\.\d+)?-?(pro|flash-lite|flash)?")
THOUGHTLESS: Final = re.compile(r"(?:.*/)?(?:gemini-(?:1|2\.0)\b|gemma|learnlm)")
"""What refuses a request that speaks of thinking."""
HAS_LEVELS: Final = 3
"""The generation from which on levels have taken the place of budgets."""
BUDGETS: Final = {"pro": (128, 32_768), "flash-lite": (512, 24_576), "flash": (0, 24_576)}
"""The fewest tokens for some thinking, then the most."""


def thinking_config(level: Thinking | None, model: str, max_tokens: int) -> JsonObject:
    """The fields of `thinkingConfig`; none when nobody asked, or for a model that cannot think.

    Thinking counts as output, so that a budget is at most half of `max_tokens`. Some models
    cannot do without; those think as little as they can for `off`.
    """
    if level is None or THOUGHTLESS.match(model):
        return {}
    shown: JsonObject = {} if level is Thinking.OFF else {"includeThoughts": True}
    found = NAMED.match(model)
    generation, kind = (int(found[1]), found[2] or "") if found else (0, "")
    if generation >= HAS_LEVELS:
        return {**shown, "thinkingLevel": _level(level, kind)}
    # A name without number leads to some model or other; those with levels take budgets too.
    return {**shown, "thinkingBudget": _budget(level, kind, max_tokens)}


def _level(level: Thinking, kind: str) -> str:
    least = Thinking.LOW if kind == "pro" else Thinking.MINIMAL
    is_less = level is Thinking.OFF or (level is Thinking.MINIMAL and kind == "pro")
    return least.value if is_less else level.value


def _budget(level: Thinking, kind: str, max_tokens: int) -> int:
    least, most = BUDGETS.get(kind, BUDGETS["flash"])
    if level is Thinking.OFF:
        return least if kind == "pro" else 0
    return max(least, min(thinking_tokens(level), most, max_tokens // 2))
