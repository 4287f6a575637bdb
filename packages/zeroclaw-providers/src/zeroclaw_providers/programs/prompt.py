"""Writes a whole conversation as one text, for programs that take a single prompt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, assert_never

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.result_text import result_text
from zeroclaw_providers.stand_ins import without_picture

__all__ = ["prompt_text"]

OPENING: Final = (
    "This is a conversation. A line in double angle brackets says who speaks. Give the next words "
    "of the assistant, without such a line."
)
BREAKS: Final = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
LOOKS_LIKE_MARK: Final = re.compile(rf"(?<![^{BREAKS}])(?=[^\S{BREAKS}]*<<)")
"""The start of a line, whatever some reader takes for the end of the one before."""


def prompt_text(request: ModelRequest) -> str:
    """The conversation. No text in it can pass for a line that says who speaks."""
    parts = [OPENING, *_parts(request)]
    return "\n\n".join(parts) + "\n"


def _parts(request: ModelRequest) -> Iterator[str]:
    if request.system:
        yield _part("system", request.system)
    names: dict[CallId, str] = {}
    for message in request.messages:
        names.update((call.id, call.name) for call in message.tool_calls)
        for item in message.items:
            part = _item(message, item, names)
            if part:
                yield part


def _item(message: Message, item: Item, names: dict[CallId, str]) -> str:
    match item:
        case Text(text=text):
            return _part(message.role.value, text) if text else ""
        case Media():
            return _part(message.role.value, without_picture(item))
        case ToolCall(name=name, args=args):
            written = json.dumps(args, ensure_ascii=False)
            return _part(f"{Role.ASSISTANT} calls {name}", written)
        case ToolResult(call_id=call_id):
            name = names.get(call_id, "a tool")
            return _part(f"result of {name}", result_text(item, ()))
        case Reasoning():
            return ""
        case _:
            assert_never(item)


def _part(who: str, text: str) -> str:
    return f"<<{' '.join(who.split())}>>\n{LOOKS_LIKE_MARK.sub('> ', text)}"
