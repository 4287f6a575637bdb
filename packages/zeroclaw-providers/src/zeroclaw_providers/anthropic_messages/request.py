"""Writes a model request as the body of a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.anthropic_messages.cache_marks import MARK, marked_last, marked_messages
from zeroclaw_providers.anthropic_messages.conversation import Conversation
from zeroclaw_providers.anthropic_messages.replay import THINKING
from zeroclaw_providers.claude_thinking import claude_wishes, goes_with_thinking, within
from zeroclaw_providers.json_fields import count_of, items_of, object_of, text_of
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.schema_cleaner.memo import Cleaner, CleanSchema
from zeroclaw_providers.schema_cleaner.strategies import ANTHROPIC
from zeroclaw_providers.tool_names import ANTHROPIC_NAMES, legal_name

__all__ = ["MessagesStyle", "message_body", "pictures"]

PICTURES: Final = PictureLimits(
    frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"}), 5 * 1024 * 1024, 20
)
"""With more in one request, the server wants smaller ones."""
GONE: Final = "A tool that is not offered any more."


@frozen
class MessagesStyle:
    """What the endpoint is asked for. `provider` marks which opaque data is its own.

    `options` are what a request does not say itself; `cache` is the mark for prompt caching, None
    to do without.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    options: ModelOptions = ModelOptions()
    cache: JsonObject | None = None
    clean: CleanSchema = field(factory=lambda: Cleaner(ANTHROPIC), eq=False, repr=False)


def message_body(
    request: ModelRequest, style: MessagesStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note."""
    conversation = Conversation(style.provider, images)
    for message in request.messages:
        conversation.add(message)
    messages = conversation.close()
    params = {**claude_wishes(style.options, request.model), **request.params}
    body: dict[str, Json] = {
        "model": request.model,
        "max_tokens": count_of(params.pop("max_tokens", None)) or request.max_output_tokens,
    }
    cache = object_of(params.pop(MARK, None)) or style.cache
    if request.system.strip():
        body["system"] = marked_last([{"type": "text", "text": request.system}], cache)
    thinking = _thinking(params, count_of(body["max_tokens"]) or 0, messages)
    thinks = thinking is not None and thinking.get("type") != "disabled"
    tools, choice = _tools(request, params, style, messages)
    if tools:
        body["tools"] = marked_last(tools, cache)
        # With thinking, the server lets nobody insist on a call.
        insists = choice.get("type") not in ("auto", "none")
        body["tool_choice"] = {"type": "auto"} if thinks and insists else choice
    if thinking is not None:
        body["thinking"] = thinking
    if thinks:
        params = {key: value for key, value in params.items() if goes_with_thinking(key, value)}
    return {**params, **body, "messages": marked_messages(messages, cache), "stream": True}


def pictures(request: ModelRequest, style: MessagesStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _tools(
    request: ModelRequest,
    params: dict[str, Json],
    style: MessagesStyle,
    messages: Sequence[JsonObject],
) -> tuple[list[JsonObject], JsonObject]:
    """The tools with the choice among them; those that the server runs come first.

    Calls in the history need tools in the request, even where none is offered any more.
    """
    choice = object_of(params.pop("tool_choice", None)) or {"type": "auto"}
    servers = [object_of(tool) for tool in items_of(params.pop("tools", ()))]
    offered = request.tools if style.native_tools else ()
    tools: list[JsonObject] = [
        *({key: value for key, value in tool.items() if key != MARK} for tool in servers if tool),
        *(_tool(spec, style.clean) for spec in offered),
    ]
    if tools:
        return tools, choice if request.may_call_tools else {"type": "none"}
    schema: JsonObject = {"type": "object"}
    tools = [{"name": n, "description": GONE, "input_schema": schema} for n in _called(messages)]
    return tools, {"type": "none"}


def _tool(spec: ToolSpec, clean: CleanSchema) -> JsonObject:
    return {
        "name": legal_name(spec.name, ANTHROPIC_NAMES),
        "description": spec.description,
        "input_schema": {"type": "object", **clean(spec.parameters)},
    }


def _blocks(message: JsonObject) -> list[JsonObject]:
    return [object_of(block) for block in items_of(message.get("content"))]


def _called(messages: Sequence[JsonObject]) -> list[str]:
    """The names of all tools that were called, each once, in a fixed order."""
    names = {
        text_of(block.get("name")): None
        for message in messages
        for block in _blocks(message)
        if block.get("type") == "tool_use"
    }
    return list(names)


def _thinking(
    params: dict[str, Json], max_tokens: int, messages: Sequence[JsonObject]
) -> JsonObject | None:
    """What is asked about thinking, as far as the answer's length allows.

    With a fixed budget the server wants calls that are being answered to have begun with
    thinking; those of another provider did not, so the rest of that turn does without.
    """
    thinking = object_of(params.pop("thinking", None))
    if not thinking or (thinking.get("type") == "enabled" and not _may_think(messages)):
        return None
    return within(thinking, max_tokens)


def _may_think(messages: Sequence[JsonObject]) -> bool:
    number = max((n for n, m in enumerate(messages) if m["role"] == "assistant"), default=None)
    if number is None:
        return True
    answers = messages[number + 1 :]
    is_over = answers and _blocks(answers[0])[0].get("type") != "tool_result"
    return bool(is_over) or _blocks(messages[number])[0].get("type") in THINKING
