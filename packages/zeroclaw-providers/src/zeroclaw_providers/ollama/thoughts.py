"""Finds the thinking that goes back to the model that made it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Reasoning

__all__ = ["THINKING", "thinking_again", "thinking_mark"]

THINKING: Final = "thinking"
"""The field of a message, in answers as in requests."""

_TEXT_FIELD: Final = "text_field"


def thinking_mark() -> JsonObject:
    """What says, as the data of a `ReasoningBlock`, that the text before it came in this field."""
    return {_TEXT_FIELD: THINKING}


def thinking_again(reasoning: Iterable[Reasoning]) -> str:
    """The text of an earlier answer's thinking, as far as it came in this field."""
    return "".join(
        item.text for item in reasoning if (item.data or {}).get(_TEXT_FIELD) == THINKING
    )
