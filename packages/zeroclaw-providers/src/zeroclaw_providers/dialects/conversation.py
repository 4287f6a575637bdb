"""Rewrites a request so that tools, calls, results are nothing but text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from attrs import evolve

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import Item, Media, Message, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_providers.dialects.foreign_text import HarmlessText
from zeroclaw_providers.dialects.instructions import (
    NO_CALL_NOW,
    call_text,
    result_block,
    system_with_tools,
)
from zeroclaw_providers.result_text import result_text
from zeroclaw_providers.schema_cleaner.memo import CleanSchema

__all__ = ["as_text", "foreign_texts"]


def as_text(request: ModelRequest, clean: CleanSchema, harmless: HarmlessText) -> ModelRequest:
    """The request for a model that knows tools from its system text only.

    Each message depends on the messages up to it alone, so that a cache of the prefix holds.
    """
    names: dict[CallId, str] = {}
    messages: list[Message] = []
    for message in request.messages:
        names |= {call.id: call.name for call in message.tool_calls}
        messages.append(_rewritten(message, names, harmless))
    system = request.system
    if request.tools:
        system = system_with_tools(system, request.tools, clean)
        if not request.may_call_tools and messages:
            messages[-1] = _with_note(messages[-1])
    return evolve(request, system=system, tools=(), messages=tuple(messages), may_call_tools=True)


def foreign_texts(request: ModelRequest) -> Iterator[str]:
    """All that others wrote: users, files, programs."""
    for message in request.messages:
        if message.role is not Role.ASSISTANT:
            yield message.text
            yield from (result.text for result in message.tool_results)


def _rewritten(message: Message, names: Mapping[CallId, str], harmless: HarmlessText) -> Message:
    match message.role:
        case Role.USER:
            return evolve(message, items=tuple(_harmless_item(i, harmless) for i in message.items))
        case Role.ASSISTANT:
            return _with_calls(message)
        case Role.TOOL:
            return _with_results(message, names, harmless)
        case _:
            assert_never(message.role)


def _harmless_item(item: Item, harmless: HarmlessText) -> Item:
    return Text(harmless(item.text)) if isinstance(item, Text) else item


def _with_calls(message: Message) -> Message:
    """Calls behind the text, in the same item: templates join several in ways of their own."""
    if not message.tool_calls:
        return message
    kept = tuple(item for item in message.items if not isinstance(item, Text | ToolCall))
    said = message.text
    gap = "\n" if said and not said.endswith("\n") else ""
    return evolve(message, items=(*kept, Text(said + gap + call_text(message.tool_calls))))


def _with_results(message: Message, names: Mapping[CallId, str], harmless: HarmlessText) -> Message:
    results = message.tool_results
    blocks = (_block(result, names, harmless) for result in results)
    pictures = (part for result in results for part in result.content if isinstance(part, Media))
    items: tuple[Item, ...] = (Text("\n".join(blocks)), *pictures)
    return evolve(message, role=Role.USER, items=items)


def _block(result: ToolResult, names: Mapping[CallId, str], harmless: HarmlessText) -> str:
    pictures = {part.sha256 for part in result.content if isinstance(part, Media)}
    text = harmless(result_text(result, pictures))
    return result_block(names.get(result.call_id, "unknown"), result.status, text)


def _with_note(message: Message) -> Message:
    if message.role is Role.ASSISTANT:
        return message
    return evolve(message, items=(*message.items, Text(NO_CALL_NOW)))
