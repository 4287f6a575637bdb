"""Writes what is asked of a model of Bedrock beyond the conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.bedrock.blocks import REASONING
from zeroclaw_providers.claude_thinking import claude_wishes, goes_with_thinking, within
from zeroclaw_providers.json_fields import count_of, items_of, object_of
from zeroclaw_providers.model_options import ModelOptions, Thinking

__all__ = ["Asked", "asked_of"]

CLAUDE: Final = re.compile(r"\bclaude\b", re.IGNORECASE)
NOVA: Final = re.compile(r"\bnova-[2-9]", re.IGNORECASE)
"""The models of AWS that think."""
EFFORTS: Final = {
    Thinking.MINIMAL: "low",
    Thinking.LOW: "low",
    Thinking.MEDIUM: "medium",
    # With "high" it refuses a limit to its answer, which a budget in money rests upon.
    Thinking.HIGH: "medium",
}


@frozen
class Asked:
    """Two parts of a request: what all models take, with the limit of the answer, then others."""

    limits: JsonObject
    fields: JsonObject

    @property
    def thinks(self) -> bool:
        """Whether Claude thinks, which rules out some other wishes."""
        return object_of(self.fields.get("thinking")).get("type") in ("enabled", "adaptive")


def asked_of(
    model: str,
    options: ModelOptions,
    limits: JsonObject,
    fields: JsonObject,
    messages: Sequence[Mapping[str, Json]],
) -> Asked:
    """The options beside `limits` and `fields`, which a request gave itself and which come first.

    Of thinking, it says nothing to models that are not known to take it.
    """
    if not CLAUDE.search(model):
        warmth: JsonObject = (
            {} if options.temperature is None else {"temperature": options.temperature}
        )
        return Asked({**warmth, **limits}, {**_nova(model, options.thinking), **fields})
    wishes = claude_wishes(options, model)
    warmth = {key: wishes.pop(key) for key in ("temperature",) if key in wishes}
    asked = Asked({**warmth, **limits}, _thinkable({**wishes, **fields}, limits, messages))
    if asked.thinks:
        kept = {key: value for key, value in asked.limits.items() if goes_with_thinking(key, value)}
        return Asked(kept, asked.fields)
    return asked


def _nova(model: str, level: Thinking | None) -> JsonObject:
    if level is None or not NOVA.search(model):
        return {}
    if level is Thinking.OFF:
        return {"reasoningConfig": {"type": "disabled"}}
    return {"reasoningConfig": {"type": "enabled", "maxReasoningEffort": EFFORTS[level]}}


def _thinkable(
    fields: dict[str, Json], limits: JsonObject, messages: Sequence[Mapping[str, Json]]
) -> JsonObject:
    """The fields without thinking for which there is no room, or which the history rules out."""
    thinking = object_of(fields.pop("thinking", None))
    if not thinking or (thinking.get("type") == "enabled" and not _may_think(messages)):
        return fields
    possible = within(thinking, count_of(limits.get("maxTokens")) or 0)
    return fields if possible is None else {**fields, "thinking": possible}


def _may_think(messages: Sequence[Mapping[str, Json]]) -> bool:
    """With a budget, calls that are being answered must have begun with thinking."""
    number = max((n for n, m in enumerate(messages) if m["role"] == "assistant"), default=None)
    if number is None:
        return True
    after = messages[number + 1 :]
    is_over = bool(after) and "toolResult" not in _first(after[0])
    return is_over or REASONING in _first(messages[number])


def _first(message: Mapping[str, Json]) -> JsonObject:
    return next((object_of(part) for part in items_of(message["content"])), {})
