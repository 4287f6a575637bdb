"""Which turns fit: the window of a conversation, cut by whole turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.json import canonical_json
from zeroclaw_api.messages import Media, Message, Reasoning, Text, ToolCall, ToolResult

__all__ = ["Trim", "estimate_tokens", "message_bytes", "trim_to_tokens"]

BYTES_PER_TOKEN: Final = 4
MESSAGE_TOKENS: Final = 4
MEDIA_BYTES: Final = 4096
"""What a picture weighs in an estimate: about a thousand tokens at most providers."""


@frozen
class Trim:
    """The new start of the window. `dropped` counts messages, `kept_turns` turns."""

    start: MessageId
    dropped: int
    kept_turns: int


def message_bytes(message: Message) -> int:
    """The bytes of everything a provider is sent of a message, without its wire's own."""
    return sum(_item_bytes(item) for item in message.items)


def estimate_tokens(messages: Iterable[Message]) -> int:
    """A rough figure for windows; never for money."""
    return sum(
        -(-message_bytes(message) // BYTES_PER_TOKEN) + MESSAGE_TOKENS for message in messages
    )


def trim_to_tokens(messages: Sequence[Message], tokens: int) -> Trim | None:
    """Keep the newest whole turns that fit; the newest always stays. None when all fit."""
    total = 0
    kept_turns = 0
    start = len(messages)
    for first, last in _turns_backwards(messages):
        size = estimate_tokens(messages[first:last])
        if kept_turns and total + size > tokens:
            break
        total += size
        kept_turns += 1
        start = first
    if start in (0, len(messages)):
        return None
    return Trim(start=messages[start].id, dropped=start, kept_turns=kept_turns)


def _turns_backwards(messages: Sequence[Message]) -> Iterable[tuple[int, int]]:
    end = len(messages)
    while end:
        start = end - 1
        while start and messages[start - 1].turn_id == messages[end - 1].turn_id:
            start -= 1
        yield start, end
        end = start


def _item_bytes(item: Text | Reasoning | Media | ToolCall | ToolResult) -> int:
    match item:
        case Text(text):
            return len(text.encode())
        case Reasoning(text=text, data=data):
            return len(text.encode()) + (len(canonical_json(data)) if data else 0)
        case Media():
            return MEDIA_BYTES
        case ToolCall(name=name, args=args):
            return len(name) + len(canonical_json(args).encode())
        case ToolResult(content=content):
            return sum(_item_bytes(part) for part in content)
