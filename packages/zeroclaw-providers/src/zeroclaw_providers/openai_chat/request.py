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
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_chat.quirks import PLAIN, Quirks, ReasoningEcho, thinking_fields
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
NOT_KEPT: Final = " "
"""Stands for thinking that is not there, where a call without any is refused."""


@frozen
class RequestStyle:
    """What the endpoint takes. `provider` marks which opaque data is its own.

    `clean` makes the schemas of tools fit; it remembers them, so one style serves many requests.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    quirks: Quirks = PLAIN
    options: ModelOptions = ModelOptions()
    clean: Cleaner = field(factory=lambda: Cleaner(OPENAI), eq=False, repr=False)


def request_body(
    request: ModelRequest, style: RequestStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body. `images` are the bytes by their digest; media without bytes become a note."""
    ours: dict[str, Json] = {
        "model": request.model,
        "messages": _messages(request, style, images),
        "stream": True,
    }
    quirks = style.quirks
    if quirks.asks_for_usage:
        ours["stream_options"] = {"include_usage": True}
    params = _options(style) | dict(request.params)
    if not {"max_tokens", "max_completion_tokens"} & params.keys():
        ours[quirks.max_tokens_key] = request.max_output_tokens
    choice = params.pop("tool_choice", "auto")
    if request.tools and style.native_tools:
        ours["tools"] = [_tool(spec, style.clean) for spec in request.tools]
        ours["tool_choice"] = choice if request.may_call_tools else "none"
        if quirks.tool_stream:
            ours["tool_stream"] = True
    else:
        params.pop("parallel_tool_calls", None)
    return {**params, **ours}


def wanted_images(request: ModelRequest, style: RequestStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _options(style: RequestStyle) -> dict[str, Json]:
    options = style.options
    fields: dict[str, Json] = {}
    if options.temperature is not None:
        fields["temperature"] = options.temperature
    if options.thinking is not None:
        fields |= thinking_fields(style.quirks.thinking, options.thinking)
    return fields


def _messages(
    request: ModelRequest, style: RequestStyle, images: Mapping[str, bytes]
) -> list[JsonObject]:
    conversation = _Conversation(style, images)
    has_system = bool(request.system.strip())
    if has_system and style.quirks.merge_system:
        conversation.begin(request.system)
    for message in request.messages:
        conversation.add(message)
    messages = conversation.close()
    if has_system and not style.quirks.merge_system:
        return [_system(request.system, style.quirks), *messages]
    return messages


def _system(text: str, quirks: Quirks) -> JsonObject:
    if quirks.marks_cache:
        part = {**_text_part(text), "cache_control": {"type": "ephemeral"}}
        return {"role": "system", "content": [part]}
    return {"role": "system", "content": text}


@frozen
class _Asked:
    """A call that has no result yet."""

    call_id: CallId
    wire_id: str
    name: str


@define
class _Conversation:
    """Writes messages so that a strict server takes them: roles alternate, every call answered."""

    style: RequestStyle
    images: Mapping[str, bytes]
    _ids: WireIds = Factory(lambda self: WireIds(self.style.quirks.ids), takes_self=True)
    _written: list[dict[str, Json]] = Factory(list)
    _open: list[_Asked] = Factory(list)
    _seen: list[Media] = Factory(list)

    def begin(self, text: str) -> None:
        """Let the words of the user begin with these."""
        self._append("user", [_text_part(text)])

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
        nothing = "" if self.style.quirks.text_in_calls else None
        return [_with_plain_text(message, nothing) for message in self._written]

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
            self._open.append(_Asked(call.id, wire_id, legal_name(call.name)))
            calls.append(_call(call, wire_id, with_extra=not is_foreign))
        parts: list[JsonObject] = [_text_part(message.text)] if message.text.strip() else []
        if not parts and not calls:
            return
        if not self._written:
            self._append("user", [_text_part(NOTHING_SAID)])
        written = self._append("assistant", parts)
        if calls:
            written["tool_calls"] = calls
        written.update(self._echo([] if is_foreign else own, with_text=bool(calls)))

    def _answer(self, result: ToolResult) -> None:
        asked = next((each for each in self._open if each.call_id == result.call_id), None)
        if asked is None:
            return
        self._open.remove(asked)
        self._seen += shown_pictures(result, self.images)
        self._write_result(asked, result_text(result, self.images))

    def _write_result(self, asked: _Asked, content: str) -> None:
        written: dict[str, Json] = {
            "role": "tool",
            "tool_call_id": asked.wire_id,
            "content": content,
        }
        if self.style.quirks.named_results:
            written["name"] = asked.name
        self._written.append(written)

    def _end_of_results(self) -> None:
        """No result may come any more: stand in for those missing, then show their pictures."""
        for asked in self._open:
            self._write_result(asked, NO_RESULT)
        self._open.clear()
        if self._seen:
            self._user(self._seen)
            self._seen.clear()

    def _echo(self, own: Iterable[Reasoning], *, with_text: bool) -> dict[str, Json]:
        """What of its reasoning this provider wants back."""
        wanted = self.style.quirks.echo
        if wanted is ReasoningEcho.NEVER:
            return {}
        data = [(item.text, item.data or {}) for item in own]
        details = [detail for _, fields in data for detail in items_of(fields.get(DETAILS))]
        texts = [text for text, fields in data if fields.get("text_field") == ECHOED_TEXT]
        echo: dict[str, Json] = {DETAILS: details} if details else {}
        if with_text and texts:
            echo[ECHOED_TEXT] = "".join(texts)
        elif with_text and wanted is ReasoningEcho.ALWAYS:
            echo[ECHOED_TEXT] = NOT_KEPT
        return echo

    def _append(self, role: str, parts: list[JsonObject]) -> dict[str, Json]:
        last = self._written[-1] if self._written else {}
        if last.get("role") == role:
            last["content"] = [*items_of(last["content"]), *parts]
            return last
        message: dict[str, Json] = {"role": role, "content": parts}
        self._written.append(message)
        return message


def _with_plain_text(message: Mapping[str, Json], nothing: str | None) -> JsonObject:
    """Content as plain text, which every server takes, unless there is a picture in it."""
    content = message["content"]
    if isinstance(content, str):
        return message
    texts = [part.get("text") for part in items_of(content) if isinstance(part, dict)]
    if None in texts:
        return message
    plain = "\n\n".join(text for text in texts if isinstance(text, str))
    return {**message, "content": plain or nothing}


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
