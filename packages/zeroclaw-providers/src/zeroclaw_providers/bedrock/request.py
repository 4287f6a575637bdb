"""Writes a model request as the body of a Converse request."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import Factory, define, field, frozen

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import (
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.bedrock.blocks import REASONING
from zeroclaw_providers.bedrock.thinking import asked_of
from zeroclaw_providers.json_fields import object_of
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.schema_cleaner.memo import Cleaner, CleanSchema
from zeroclaw_providers.schema_cleaner.strategies import CONSERVATIVE
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_providers.wire_ids import WireIds

__all__ = ["ConverseStyle", "converse_body", "images_wanted"]

IMAGE_FORMATS: Final = {
    "image/png": "png",
    "image/jpeg": "jpeg",
    "image/webp": "webp",
    "image/gif": "gif",
}
PICTURES: Final = PictureLimits(frozenset(IMAGE_FORMATS), 3_750_000, 4)
ANY_OBJECT: Final[JsonObject] = {"type": "object", "properties": {}}

FIELDS: Final = "additionalModelRequestFields"
"""What only some models take."""

CACHE_POINT: Final[JsonObject] = {"cachePoint": {"type": "default"}}
CACHING: Final = re.compile(
    r"claude-(?!instant|v2|3-haiku|3-sonnet|3-opus|3-5-sonnet-20240620)"
    r"|\bnova-(?:micro|lite|pro|premier)",
    re.IGNORECASE,
)
"""Models that take marks of what to cache; others refuse a request that has one."""
CACHED_SYSTEM_LENGTH: Final = 3072
CACHED_MESSAGES: Final = 5
"""From so many characters, so many messages on, writing into the cache pays."""


@frozen
class ConverseStyle:
    """What the model takes. `provider` marks which opaque data is its own.

    `clean` makes a schema of parameters one that it takes; `options` are what a request does not
    say itself.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    options: ModelOptions = ModelOptions()
    clean: CleanSchema = field(factory=lambda: Cleaner(CONSERVATIVE), eq=False, repr=False)


def converse_body(
    request: ModelRequest, style: ConverseStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note.

    The protocol knows no way to forbid calls: `may_call_tools` changes nothing, so that the
    prefix stays the same.
    """
    conversation = _Conversation(style, images)
    for message in request.messages:
        conversation.add(message)
    messages = conversation.close()
    does_cache = CACHING.search(request.model) is not None
    if does_cache and len(messages) >= CACHED_MESSAGES:
        messages[-1]["content"] = [*_content(messages[-1]), CACHE_POINT]
    limits = object_of(request.params.get("inferenceConfig"))
    asked = asked_of(
        request.model,
        style.options,
        {"maxTokens": request.max_output_tokens, **limits},
        object_of(request.params.get(FIELDS)),
        messages,
    )
    body: dict[str, Json] = {
        **request.params,
        "messages": messages,
        "inferenceConfig": asked.limits,
    }
    if asked.fields:
        body[FIELDS] = asked.fields
    if request.system.strip():
        is_long = does_cache and len(request.system) >= CACHED_SYSTEM_LENGTH
        body["system"] = [_text(request.system), *([CACHE_POINT] if is_long else [])]
    tools = _tools(request.tools, conversation.called, style)
    if tools:
        choice = object_of(request.params.get("toolConfig")).get("toolChoice")
        # Nobody may insist on a call of a model that thinks.
        choice = {"auto": {}} if choice and asked.thinks else choice
        body["toolConfig"] = {"tools": tools, **({"toolChoice": choice} if choice else {})}
    else:
        body.pop("toolConfig", None)
    return body


def images_wanted(request: ModelRequest, style: ConverseStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _tools(
    specs: tuple[ToolSpec, ...], called: Iterable[str], style: ConverseStyle
) -> list[JsonObject]:
    """The tools; where none is offered, those of earlier calls, which must be known."""
    if not style.native_tools:
        return []
    if not specs:
        return [_tool(name, "", ANY_OBJECT) for name in sorted(set(called))]
    return [
        _tool(legal_name(spec.name), spec.description, style.clean(spec.parameters))
        for spec in specs
    ]


def _tool(name: str, description: str, schema: JsonObject) -> JsonObject:
    said: JsonObject = {"description": description} if description.strip() else {}
    return {"toolSpec": {"name": name, **said, "inputSchema": {"json": schema}}}


@define
class _Conversation:
    """Writes messages as Bedrock takes them: roles alternate, every call answered at once."""

    style: ConverseStyle
    images: Mapping[str, bytes]
    called: list[str] = Factory(list)
    _ids: WireIds = Factory(WireIds)
    _written: list[dict[str, Json]] = Factory(list)
    _open: list[tuple[CallId, str]] = Factory(list)

    def add(self, message: Message) -> None:
        """Write one message."""
        match message.role:
            case Role.TOOL:
                for result in message.tool_results:
                    self._answer(result)
            case Role.USER:
                self._end_of_results()
                parts = [part for item in message.items for part in self._parts(item)]
                self._append("user", parts or [_text(NOTHING_SAID)])
            case Role.ASSISTANT:
                self._end_of_results()
                self._assistant(message)

    def close(self) -> list[dict[str, Json]]:
        """All of it; a model is never asked to go on after its own words alone."""
        self._end_of_results()
        if not self._written or self._written[-1]["role"] == "assistant":
            self._append("user", [_text(GO_ON)])
        return self._written

    def _parts(self, item: object) -> Iterator[JsonObject]:
        match item:
            case Text(text) if text.strip():
                yield _text(text)
            case Media():
                data = self.images.get(item.sha256)
                yield _text(without_picture(item)) if data is None else _image(item, data)
            case _:
                return

    def _assistant(self, message: Message) -> None:
        """What it said, thought and called, in the order in which it came."""
        is_foreign = any(
            item.provider != self.style.provider
            for item in message.items
            if isinstance(item, Reasoning)
        )
        parts: list[JsonObject] = []
        for item in message.items:
            match item:
                case Text(text) if text.strip():
                    parts.append(_text(text))
                case Reasoning(_, _, data) if not is_foreign and data and REASONING in data:
                    parts.append({REASONING: data[REASONING]})
                case ToolCall() if self.style.native_tools:
                    parts.append(self._call(item, None if is_foreign else item.wire_id))
                case _:
                    continue
        if all(REASONING in part for part in parts):
            # Thinking alone is no message to a strict endpoint, nor of use to the model.
            return
        if not self._written:
            self._append("user", [_text(NOTHING_SAID)])
        self._append("assistant", parts)

    def _call(self, call: ToolCall, known_id: str | None) -> JsonObject:
        wire_id, name = self._ids.give(call.id, known_id), legal_name(call.name)
        self._open.append((call.id, wire_id))
        self.called.append(name)
        return {"toolUse": {"toolUseId": wire_id, "name": name, "input": call.args}}

    def _answer(self, result: ToolResult) -> None:
        place = next((n for n, (mine, _) in enumerate(self._open) if mine == result.call_id), None)
        if place is None:
            return
        _, wire_id = self._open.pop(place)
        content = [part for item in result.content for part in self._parts(item)]
        if result.receipt:
            content.append(_text(f"[receipt: {result.receipt}]"))
        is_good = result.status is ResultStatus.SUCCESS
        content = content or [_text(f"({result.status.value}, no output)")]
        self._append("user", [_result(wire_id, content, is_good=is_good)])

    def _end_of_results(self) -> None:
        """No result may come any more: stand in for those missing."""
        for _, wire_id in self._open:
            self._append("user", [_result(wire_id, [_text(NO_RESULT)], is_good=False)])
        self._open.clear()

    def _append(self, role: str, parts: list[JsonObject]) -> None:
        last = self._written[-1] if self._written else {}
        if last.get("role") == role:
            last["content"] = [*_content(last), *parts]
        else:
            self._written.append({"role": role, "content": parts})


def _content(message: Mapping[str, Json]) -> tuple[Json, ...]:
    content = message["content"]
    return tuple(content) if isinstance(content, list) else ()


def _text(text: str) -> JsonObject:
    return {"text": text}


def _image(media: Media, data: bytes) -> JsonObject:
    source: JsonObject = {"bytes": b64encode(data).decode()}
    return {"image": {"format": IMAGE_FORMATS[media.mime], "source": source}}


def _result(wire_id: str, content: list[JsonObject], *, is_good: bool) -> JsonObject:
    status = "success" if is_good else "error"
    return {"toolResult": {"toolUseId": wire_id, "content": content, "status": status}}
