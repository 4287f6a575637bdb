"""Writes a model request as the body of a Gemini request."""

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
from zeroclaw_providers.gemini.signatures import SIGNATURE, parts_again
from zeroclaw_providers.gemini.thinking import thinking_config
from zeroclaw_providers.json_fields import count_of, items_of, object_of, text_of
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.pictures import PictureLimits
from zeroclaw_providers.result_text import result_text, shown_pictures
from zeroclaw_providers.schema_cleaner.memo import Cleaner, CleanSchema
from zeroclaw_providers.schema_cleaner.strategies import GEMINI
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import GEMINI_NAMES, legal_name
from zeroclaw_providers.wire_ids import WireIds

__all__ = ["GeminiStyle", "request_body", "wanted_images"]

"""Makes a tool's schema one that the endpoint takes."""

PICTURES: Final = PictureLimits(
    frozenset({"image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"}),
    5 * 1024 * 1024,
    4,
)
"""Together they stay below the 20 MB that a request may have."""

INSISTS_ON_SIGNATURES: Final = re.compile(r"(?:.*/)?gemini-(?:[3-9]|[1-9]\d)")
"""The models that refuse calls without signature."""
NO_SIGNATURE: Final = "skip_thought_signature_validator"
"""What Google takes in its place for calls that another model made."""


@frozen
class GeminiStyle:
    """What the endpoint takes, with whether the thinking is wanted.

    `provider` marks which opaque data is its own. `options` are what a request does not say
    itself.
    """

    provider: str
    native_tools: bool = True
    vision: bool = False
    thoughts: bool = False
    options: ModelOptions = ModelOptions()
    clean: CleanSchema = field(factory=lambda: Cleaner(GEMINI), eq=False, repr=False)


def request_body(
    request: ModelRequest, style: GeminiStyle, images: Mapping[str, bytes]
) -> JsonObject:
    """The body; the model's name belongs into the address.

    `images` are the bytes by their digest; media without bytes become a note.
    """
    params = dict(request.params)
    ours: dict[str, Json] = {
        "contents": _contents(request, style, images),
        "generationConfig": _config(request, style, object_of(params.pop("generationConfig", {}))),
    }
    if request.system:
        ours["systemInstruction"] = {"parts": [{"text": request.system}]}
    choice = params.pop("toolConfig", {"functionCallingConfig": {"mode": "AUTO"}})
    if request.tools and style.native_tools:
        ours["tools"] = [
            {"functionDeclarations": [_tool(spec, style.clean) for spec in request.tools]}
        ]
        never: JsonObject = {"functionCallingConfig": {"mode": "NONE"}}
        ours["toolConfig"] = choice if request.may_call_tools else never
    return {**params, **ours}


def _config(request: ModelRequest, style: GeminiStyle, given: JsonObject) -> JsonObject:
    asked = style.options
    warmth: JsonObject = {} if asked.temperature is None else {"temperature": asked.temperature}
    config: dict[str, Json] = {"maxOutputTokens": request.max_output_tokens, **warmth, **given}
    thinking = object_of(given.get("thinkingConfig"))
    if not thinking:
        most = count_of(config["maxOutputTokens"]) or request.max_output_tokens
        thinking = thinking_config(asked.thinking, request.model, most)
    if style.thoughts:
        thinking = {"includeThoughts": True, **thinking}
    return {**config, "thinkingConfig": thinking} if thinking else config


def wanted_images(request: ModelRequest, style: GeminiStyle) -> tuple[Media, ...]:
    """The images whose bytes the body needs."""
    return PICTURES.wanted(request) if style.vision else ()


def _contents(
    request: ModelRequest, style: GeminiStyle, images: Mapping[str, bytes]
) -> list[JsonObject]:
    insists = INSISTS_ON_SIGNATURES.match(request.model) is not None
    conversation = _Conversation(style, images, insists)
    for message in request.messages:
        conversation.add(message)
    return conversation.close()


@frozen
class _OpenCall:
    """A call that waits for its result; `answer` is what the result must repeat of it."""

    call_id: CallId
    answer: JsonObject


@define
class _Conversation:
    """Writes contents as Google wants them: roles alternate, results right after their calls."""

    style: GeminiStyle
    images: Mapping[str, bytes]
    insists_on_signatures: bool
    _ids: WireIds = Factory(WireIds)
    _written: list[dict[str, Json]] = Factory(list)
    _open: list[_OpenCall] = Factory(list)
    _results: list[tuple[CallId, JsonObject]] = Factory(list)
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
        if not self._written or self._written[-1]["role"] == "model":
            self._append("user", [{"text": GO_ON}])
        return list(self._written)

    def _user(self, items: Iterable[object]) -> None:
        parts = [part for item in items for part in self._parts(item)]
        self._append("user", parts or [{"text": NOTHING_SAID}])

    def _parts(self, item: object) -> Iterator[JsonObject]:
        match item:
            case Text(text) if text.strip():
                yield {"text": text}
            case Media():
                data = self.images.get(item.sha256)
                yield {"text": without_picture(item)} if data is None else _image_part(item, data)
            case _:
                return

    def _assistant(self, message: Message) -> None:
        own = [item for item in message.items if isinstance(item, Reasoning)]
        is_foreign = any(item.provider != self.style.provider for item in own)
        calls = [self._call(call, is_foreign=is_foreign) for call in message.tool_calls]
        if calls and self.insists_on_signatures and SIGNATURE not in calls[0]:
            calls[0] = {**calls[0], SIGNATURE: NO_SIGNATURE}
        text = message.text if message.text.strip() else ""
        parts = parts_again(text, () if is_foreign else own, calls)
        if not parts:
            return
        if not self._written:
            self._append("user", [{"text": NOTHING_SAID}])
        self._append("model", parts)

    def _call(self, call: ToolCall, *, is_foreign: bool) -> JsonObject:
        wire_id = self._ids.give(call.id, None if is_foreign else call.wire_id)
        named: JsonObject = {"id": wire_id, "name": legal_name(call.name, GEMINI_NAMES)}
        self._open.append(_OpenCall(call.id, named))
        part: JsonObject = {"functionCall": {**named, "args": call.args}}
        signature = "" if is_foreign else text_of((call.extra or {}).get(SIGNATURE))
        return {**part, SIGNATURE: signature} if signature else part

    def _answer(self, result: ToolResult) -> None:
        known = {call.call_id for call in self._open} - {mine for mine, _ in self._results}
        if result.call_id not in known:
            return
        self._seen += shown_pictures(result, self.images)
        key = "output" if result.status is ResultStatus.SUCCESS else "error"
        self._results.append((result.call_id, {key: result_text(result, self.images)}))

    def _end_of_results(self) -> None:
        """No result may come any more: write them in the order of their calls, then pictures.

        Without ids Google would match them by that order. Stands in for those that are missing.
        """
        if not self._open:
            return
        results = dict(self._results)
        missing: JsonObject = {"error": NO_RESULT}
        self._append(
            "user",
            [
                {
                    "functionResponse": {
                        **call.answer,
                        "response": results.get(call.call_id, missing),
                    }
                }
                for call in self._open
            ],
        )
        self._open.clear()
        self._results.clear()
        if self._seen:
            self._user(self._seen)
            self._seen.clear()

    def _append(self, role: str, parts: list[JsonObject]) -> None:
        last = self._written[-1] if self._written else {}
        if last.get("role") == role:
            last["parts"] = [*items_of(last["parts"]), *parts]
        else:
            self._written.append({"role": role, "parts": parts})


def _image_part(media: Media, data: bytes) -> JsonObject:
    return {"inlineData": {"mimeType": media.mime, "data": b64encode(data).decode()}}


def _tool(spec: ToolSpec, clean: CleanSchema) -> JsonObject:
    declaration: JsonObject = {
        "name": legal_name(spec.name, GEMINI_NAMES),
        "description": spec.description,
    }
    parameters = clean(spec.parameters)
    # An object without properties is refused; a function without parameters is not.
    if not object_of(parameters.get("properties")):
        return declaration
    return {**declaration, "parameters": parameters}
