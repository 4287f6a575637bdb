"""Writes a model request as the body of a chat completion."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import Factory, define, field, frozen

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media, Message, Reasoning, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.openai_chat.reasoning import DETAILS, ECHOED_TEXT
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.result_text import result_text, shown_pictures
from zeroclaw_providers.schema_cleaner.memo import Cleaner
from zeroclaw_providers.schema_cleaner.strategies import OPENAI
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_providers.wire_ids import WireIds

__all__ = ["RequestStyle", "request_body", "wanted_images"]

PICTURES: Final = PictureLimits(
    frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"}), 5 * 1024 * 1024, 4
)
"""What common servers take."""


@frozen
class RequestStyle:
    """What the endpoint takes. `provider` marks which opaque data is its own.

    `clean` makes the schemas of tools fit; it remembers them, so one style serves many requests.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    clean: Cleaner = field(factory=lambda: Cleaner(OPENAI), eq=False, repr=False)


def request_body(
    request: ModelRequest, style: RequestStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note."""
    ours: dict[str, Json] = {
        "model": request.model,
        "messages": _messages(request, style, images),
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    params = dict(request.params)
    if not {"max_tokens", "max_completion_tokens"} & params.keys():
        ours["max_tokens"] = request.max_output_tokens
    choice = params.pop("tool_choice", "auto")
    if request.tools and style.native_tools:
        ours["tools"] = [_tool(spec, style.clean) for spec in request.tools]
        ours["tool_choice"] = choice if request.may_call_tools else "none"
    else:
        params.pop("parallel_tool_calls", None)
    return {**params, **ours}


def wanted_images(request: ModelRequest, style: RequestStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _messages(
    request: ModelRequest, style: RequestStyle, images: Mapping[str, bytes]
) -> list[JsonObject]:
    conversation = _Conversation(style, images)
    for message in request.messages:
        conversation.add(message)
    messages = conversation.close()
    if request.system:
        return [{"role": "system", "content": request.system}, *messages]
    return messages


@define
class _Conversation:
    """Writes messages so that a strict server takes them: roles alternate, every call answered."""

    style: RequestStyle
    images: Mapping[str, bytes]
    _ids: WireIds = Factory(WireIds)
    _written: list[dict[str, Json]] = Factory(list)
    _open: list[tuple[CallId, str]] = Factory(list)
    _seen: list[Media] = Factory(list)

    def add(self, message: Message) -> None:
        """Write one message."""
        match message.role:
            case Role.TOOL:
                for result in message.tool_results:
                    self._answer(result)
            case Role.USER:
                self._end_of_results()
                self._user(message.items)
            case Role.ASSISTANT:
                self._end_of_results()
                self._assistant(message)

    def close(self) -> list[JsonObject]:
        """All of it; a model is never asked to go on after its own words alone."""
        self._end_of_results()
        if not self._written or self._written[-1]["role"] == "assistant":
            self._append("user", [_text_part(GO_ON)])
        return [_with_plain_text(message) for message in self._written]

    def _user(self, items: Iterable[object]) -> None:
        parts = [part for item in items for part in self._parts(item)]
        self._append("user", parts or [_text_part(NOTHING_SAID)])

    def _parts(self, item: object) -> Iterator[JsonObject]:
        match item:
            case Text(text) if text.strip():
                yield _text_part(text)
            case Media():
                data = self.images.get(item.sha256)
                yield _text_part(without_picture(item)) if data is None else _image_part(item, data)
            case _:
                return

    def _assistant(self, message: Message) -> None:
        own = [item for item in message.items if isinstance(item, Reasoning)]
        is_foreign = any(item.provider != self.style.provider for item in own)
        calls: list[JsonObject] = []
        for call in message.tool_calls:
            wire_id = self._ids.give(call.id, None if is_foreign else call.wire_id)
            self._open.append((call.id, wire_id))
            calls.append(_call(call, wire_id, with_extra=not is_foreign))
        parts: list[JsonObject] = [_text_part(message.text)] if message.text.strip() else []
        if not parts and not calls:
            return
        if not self._written:
            self._append("user", [_text_part(NOTHING_SAID)])
        written = self._append("assistant", parts)
        if calls:
            written["tool_calls"] = calls
        if not is_foreign:
            written.update(_echo(own, with_text=bool(calls)))

    def _answer(self, result: ToolResult) -> None:
        place = next((n for n, (mine, _) in enumerate(self._open) if mine == result.call_id), None)
        if place is None:
            return
        _, wire_id = self._open.pop(place)
        self._seen += shown_pictures(result, self.images)
        self._write_result(wire_id, result_text(result, self.images))

    def _write_result(self, wire_id: str, content: str) -> None:
        self._written.append({"role": "tool", "tool_call_id": wire_id, "content": content})

    def _end_of_results(self) -> None:
        """No result may come any more: stand in for those missing, then show their pictures."""
        for _, wire_id in self._open:
            self._write_result(wire_id, NO_RESULT)
        self._open.clear()
        if self._seen:
            self._user(self._seen)
            self._seen.clear()

    def _append(self, role: str, parts: list[JsonObject]) -> dict[str, Json]:
        last = self._written[-1] if self._written else {}
        if last.get("role") == role:
            last["content"] = [*items_of(last["content"]), *parts]
            return last
        message: dict[str, Json] = {"role": role, "content": parts}
        self._written.append(message)
        return message


def _with_plain_text(message: Mapping[str, Json]) -> JsonObject:
    """Content as plain text, which every server takes, unless there is a picture in it."""
    content = message["content"]
    if isinstance(content, str):
        return message
    texts = [part.get("text") for part in items_of(content) if isinstance(part, dict)]
    if None in texts:
        return message
    plain = "\n\n".join(text for text in texts if isinstance(text, str))
    return {**message, "content": plain or None}


def _text_part(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _image_part(media: Media, data: bytes) -> JsonObject:
    url = f"data:{media.mime};base64,{b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": url}}


def _tool(spec: ToolSpec, clean: Cleaner) -> JsonObject:
    return {
        "type": "function",
        "function": {
            "name": legal_name(spec.name),
            "description": spec.description,
            "parameters": clean(spec.parameters),
        },
    }


def _call(call: ToolCall, wire_id: str, *, with_extra: bool) -> JsonObject:
    arguments = json.dumps(call.args, ensure_ascii=False, separators=(",", ":"))
    written: dict[str, Json] = dict(call.extra or {}) if with_extra else {}
    written |= {
        "id": wire_id,
        "type": "function",
        "function": {"name": legal_name(call.name), "arguments": arguments},
    }
    return written


def _echo(own: Iterable[Reasoning], *, with_text: bool) -> dict[str, Json]:
    """What of its reasoning this provider wants back."""
    echo: dict[str, Json] = {}
    details: list[Json] = []
    texts: list[str] = []
    for item in own:
        data = item.data or {}
        details += items_of(data.get(DETAILS))
        if data.get("text_field") == ECHOED_TEXT:
            texts.append(item.text)
    if details:
        echo[DETAILS] = details
    if texts and with_text:
        echo[ECHOED_TEXT] = "".join(texts)
    return echo
