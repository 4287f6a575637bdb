"""Writes messages so that the protocol takes them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define

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
from zeroclaw_providers.anthropic_messages.replay import THINKING, is_server_block
from zeroclaw_providers.json_fields import object_of, text_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import ANTHROPIC_NAMES, legal_name
from zeroclaw_providers.wire_ids import TOOL_USE_IDS, WireIds

__all__ = ["Conversation"]


@define
class Conversation:
    """Roles alternate, a user begins, every call is answered first thing in the next message.

    `provider` marks which opaque data goes back; `images` are bytes by their digest.
    """

    provider: str
    images: Mapping[str, bytes]
    _ids: WireIds = Factory(lambda: WireIds(TOOL_USE_IDS))
    _roles: list[str] = Factory(list)
    _contents: list[list[JsonObject]] = Factory(list)
    _open: list[tuple[CallId, str]] = Factory(list)
    _is_paused: bool = False

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

    def close(self) -> list[JsonObject]:
        """All of it.

        A model is not asked to go on after its own words alone, unless it had paused in the
        middle of what its server does by itself: that goes back as it is.
        """
        self._end_of_results()
        if not self._roles or (self._roles[-1] == "assistant" and not self._is_paused):
            self._append("user", [_text(GO_ON)])
        return [
            {"role": role, "content": content}
            for role, content in zip(self._roles, self._contents, strict=True)
        ]

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
        own = [item for item in message.items if isinstance(item, Reasoning)]
        is_foreign = any(item.provider != self.provider for item in own)
        kept = [
            block
            for item in own
            if item.provider == self.provider
            and (block := KeptBlock.of(item.data or {})) is not None
        ]
        calls: list[JsonObject] = []
        for call in message.tool_calls:
            wire_id = self._ids.give(call.id, None if is_foreign else call.wire_id)
            self._open.append((call.id, wire_id))
            calls.append(_call(call, wire_id))
        parts = _woven(message.text, calls, kept)
        if not parts:
            return
        if not self._roles:
            self._append("user", [_text(NOTHING_SAID)])
        self._append("assistant", parts)
        self._is_paused = any(is_server_block(text_of(block.block.get("type"))) for block in kept)

    def _answer(self, result: ToolResult) -> None:
        place = next((n for n, (mine, _) in enumerate(self._open) if mine == result.call_id), None)
        if place is None:
            return
        _, wire_id = self._open.pop(place)
        parts = [part for item in result.content for part in self._parts(item)]
        if result.receipt:
            parts.append(_text(f"[receipt: {result.receipt}]"))
        content = parts or [_text(f"({result.status.value}, no output)")]
        self._append(
            "user", [_result(wire_id, content, is_error=result.status is not ResultStatus.SUCCESS)]
        )

    def _end_of_results(self) -> None:
        """No result may come any more: stand in for those missing."""
        for _, wire_id in self._open:
            self._append("user", [_result(wire_id, [_text(NO_RESULT)], is_error=True)])
        self._open.clear()

    def _append(self, role: str, parts: Iterable[JsonObject]) -> None:
        if self._roles and self._roles[-1] == role:
            self._contents[-1] += parts
        else:
            self._roles.append(role)
            self._contents.append(list(parts))


def _woven(text: str, calls: list[JsonObject], kept: list[KeptBlock]) -> list[JsonObject]:
    """Text, calls, kept blocks in the order they came in; thinking cannot be the last of them."""
    parts: list[JsonObject] = []
    written = called = 0
    for block in sorted(kept, key=lambda block: (block.characters, block.calls)):
        parts += _piece(text[written : block.characters])
        parts += calls[called : block.calls]
        written, called = max(written, block.characters), max(called, block.calls)
        parts.append(block.block)
    parts += [*_piece(text[written:]), *calls[called:]]
    while parts and parts[-1].get("type") in THINKING:
        parts.pop()
    return parts


def _piece(text: str) -> list[JsonObject]:
    return [_text(text)] if text.strip() else []


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}


def _image(media: Media, data: bytes) -> JsonObject:
    encoded = b64encode(data).decode()
    source: JsonObject = {"type": "base64", "media_type": media.mime, "data": encoded}
    return {"type": "image", "source": source}


def _call(call: ToolCall, wire_id: str) -> JsonObject:
    written: dict[str, Json] = {
        "type": "tool_use",
        "id": wire_id,
        "name": legal_name(call.name, ANTHROPIC_NAMES),
        "input": call.args,
    }
    if caller := object_of((call.extra or {}).get("caller")):
        written["caller"] = caller
    return written


def _result(wire_id: str, content: list[JsonObject], *, is_error: bool) -> JsonObject:
    result: dict[str, Json] = {"type": "tool_result", "tool_use_id": wire_id, "content": content}
    if is_error:
        result["is_error"] = True
    return result
