"""Writes messages as the input items of a response."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media, Message, Reasoning, Role, Text, ToolCall, ToolResult
from zeroclaw_providers.json_fields import items_of, text_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.openai_responses.items import CALL, MESSAGE, THINKING
from zeroclaw_providers.openai_responses.replay import PHASE
from zeroclaw_providers.result_text import result_text, shown_pictures
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_providers.wire_ids import WireIds

__all__ = ["InputItems"]


@define
class InputItems:
    """Every call is answered before anybody speaks; reasoning stands before what it led to.

    `provider` marks which opaque data goes back; `images` are bytes by their digest.
    """

    provider: str
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
        if not self._written or self._written[-1].get("role") == "assistant":
            self._user([Text(GO_ON)])
        return list(self._written)

    def _user(self, items: Iterable[object]) -> None:
        parts = [part for item in items for part in self._parts(item)]
        parts = parts or [_text_part(NOTHING_SAID)]
        last = self._written[-1] if self._written else {}
        if last.get("role") == "user":
            last["content"] = [*items_of(last["content"]), *parts]
        else:
            self._written.append({"type": MESSAGE, "role": "user", "content": parts})

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
        is_foreign = any(item.provider != self.provider for item in own)
        kept = [
            block
            for item in own
            if item.provider == self.provider
            and (block := KeptBlock.of(item.data or {})) is not None
        ]
        calls: list[dict[str, Json]] = []
        for call in message.tool_calls:
            wire_id = self._ids.give(call.id, None if is_foreign else call.wire_id)
            self._open.append((call.id, wire_id))
            calls.append(_call(call, wire_id))
        items = _woven(message.text, calls, kept)
        if items and not self._written:
            self._user([Text(NOTHING_SAID)])
        self._written += items

    def _answer(self, result: ToolResult) -> None:
        place = next((n for n, (mine, _) in enumerate(self._open) if mine == result.call_id), None)
        if place is None:
            return
        _, wire_id = self._open.pop(place)
        self._seen += shown_pictures(result, self.images)
        self._write_result(wire_id, result_text(result, self.images))

    def _write_result(self, wire_id: str, output: str) -> None:
        self._written.append({"type": "function_call_output", "call_id": wire_id, "output": output})

    def _end_of_results(self) -> None:
        """No result may come any more: stand in for those missing, then show their pictures."""
        for _, wire_id in self._open:
            self._write_result(wire_id, NO_RESULT)
        self._open.clear()
        if self._seen:
            self._user(self._seen)
            self._seen.clear()


def _woven(text: str, calls: list[dict[str, Json]], kept: list[KeptBlock]) -> list[dict[str, Json]]:
    """Text, calls, kept items in the order they came in; reasoning cannot be the last of them."""
    items: list[dict[str, Json]] = []
    written = called = 0
    for kept_item in sorted(kept, key=lambda block: (block.characters, block.calls)):
        phase = text_of(kept_item.block.get(PHASE))
        items += _said(text[written : kept_item.characters], phase)
        items += calls[called : kept_item.calls]
        written = max(written, kept_item.characters)
        called = max(called, kept_item.calls)
        if not phase:
            items.append(dict(kept_item.block))
    items += [*_said(text[written:], ""), *calls[called:]]
    while items and items[-1]["type"] == THINKING:
        items.pop()
    return items


def _said(text: str, phase: str) -> list[dict[str, Json]]:
    if not text.strip():
        return []
    # As plain text, since servers differ in what else they want of a part that was theirs.
    said: dict[str, Json] = {"type": MESSAGE, "role": "assistant", "content": text}
    return [{**said, PHASE: phase} if phase else said]


def _text_part(text: str) -> JsonObject:
    return {"type": "input_text", "text": text}


def _image_part(media: Media, data: bytes) -> JsonObject:
    url = f"data:{media.mime};base64,{b64encode(data).decode()}"
    return {"type": "input_image", "image_url": url, "detail": "auto"}


def _call(call: ToolCall, wire_id: str) -> dict[str, Json]:
    arguments = json.dumps(call.args, ensure_ascii=False, separators=(",", ":"))
    return {
        "type": CALL,
        "call_id": wire_id,
        "name": legal_name(call.name),
        "arguments": arguments,
    }
