"""What a conversation consists of: messages, with their items."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import field, frozen

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject, well_formed

__all__ = [
    "Item",
    "Media",
    "Message",
    "Reasoning",
    "ResultStatus",
    "Role",
    "Text",
    "ToolCall",
    "ToolResult",
]


class Role(StrEnum):
    """Who a message is from, as models see it; the system prompt is no message."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@frozen
class Text:
    """Plain text; always text that can be encoded."""

    text: str = field(converter=well_formed)


@frozen
class Reasoning:
    """A model's thinking: shown to people, never read by us, returned to its provider only.

    `data` is what that provider needs back, byte for byte: a signature, encrypted content.
    """

    text: str
    provider: str
    data: JsonObject | None = field(default=None, hash=False)


@frozen
class Media:
    """A picture, sound or file, by the digest of its bytes in the blob store."""

    mime: str
    sha256: str
    size: int
    name: str = ""


@frozen
class ToolCall:
    """A model's wish to use a tool.

    `id` is ours and unique in the session. `wire_id` and `extra` are the provider's and go
    back to the same provider only.
    """

    id: CallId
    name: str
    args: JsonObject = field(hash=False)
    wire_id: str | None = None
    extra: JsonObject | None = field(default=None, hash=False)


class ResultStatus(StrEnum):
    """How a call ended."""

    SUCCESS = "success"
    ERROR = "error"
    CANCELLED = "cancelled"
    DENIED = "denied"


@frozen
class ToolResult:
    """The one answer to a `ToolCall`.

    `content` is what the model sees, capped; `full_sha256` is the digest of the whole text
    before the cap; `data` is for programs and is never shown to a model.
    """

    call_id: CallId
    status: ResultStatus
    content: tuple[Text | Media, ...]
    data: Json = field(default=None, hash=False)
    receipt: str | None = None
    full_sha256: str | None = None

    @property
    def text(self) -> str:
        """The text parts, joined."""
        return "".join(part.text for part in self.content if isinstance(part, Text))


Item: TypeAlias = Text | Reasoning | Media | ToolCall | ToolResult


@frozen
class Message:
    """One entry of a conversation.

    `turn_id` keeps a turn together, so that trimming can work by whole turns whatever a
    message says.
    """

    id: MessageId
    turn_id: TurnId
    role: Role
    items: tuple[Item, ...]

    @property
    def text(self) -> str:
        """The `Text` items, joined: what was said, without reasoning, calls or results."""
        return "".join(item.text for item in self.items if isinstance(item, Text))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The calls, in the order the model made them."""
        return tuple(item for item in self.items if isinstance(item, ToolCall))

    @property
    def tool_results(self) -> tuple[ToolResult, ...]:
        """The results, in the order of their calls."""
        return tuple(item for item in self.items if isinstance(item, ToolResult))
