"""What a provider yields while a model answers."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from zeroclaw_api.json import JsonObject, well_formed
from zeroclaw_api.usage import Usage

__all__ = [
    "Finish",
    "FinishReason",
    "ReasoningBlock",
    "ReasoningDelta",
    "StreamEvent",
    "TextDelta",
    "ToolCallDelta",
]


@frozen
class TextDelta:
    """Text for people, to be shown as it comes."""

    text: str = field(converter=well_formed)


@frozen
class ReasoningDelta:
    """Thinking, to be shown to people only."""

    text: str = field(converter=well_formed)


@frozen
class ReasoningBlock:
    """Opaque data that must go back to this provider with the message it came in.

    It closes the reasoning before it: the deltas since the last block are its text.
    """

    data: JsonObject = field(hash=False)


@frozen
class ToolCallDelta:
    """A piece of one call. Pieces with the same `index` belong together.

    `args_fragment` are joined and parsed by the kernel after `Finish`, never before; `name`
    and `wire_id` come once, with any piece.
    """

    index: int
    wire_id: str | None = None
    name: str | None = None
    args_fragment: str = ""
    extra: JsonObject | None = field(default=None, hash=False)


class FinishReason(StrEnum):
    """Why the model stopped."""

    STOP = "stop"
    TOOL_USE = "tool_use"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    PAUSE = "pause"
    ERROR = "error"


@frozen
class Finish:
    """The end of an answer, always the last event; a stream without it was cut off.

    `raw` is the provider's own word for the reason.
    """

    reason: FinishReason
    raw: str = ""


StreamEvent: TypeAlias = (
    TextDelta | ReasoningDelta | ReasoningBlock | ToolCallDelta | Usage | Finish
)
