"""Writes a conversation as the messages of a chat."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import Factory, define, frozen

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Media, Message, Reasoning, Role, Text, ToolCall, ToolResult
from zeroclaw_providers.json_fields import items_of, text_of
from zeroclaw_providers.ollama.thoughts import THINKING, thinking_again
from zeroclaw_providers.result_text import result_text, shown_pictures
from zeroclaw_providers.stand_ins import GO_ON, NO_RESULT, NOTHING_SAID, without_picture
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_providers.wire_ids import WireIds

__all__ = ["written_messages"]

BETWEEN_TEXTS: Final = "\n\n"


def written_messages(
    messages: Iterable[Message], provider: str, images: Mapping[str, bytes]
) -> list[JsonObject]:
    """The messages; roles alternate, each call is answered right after it, in order.

    `provider` marks which reasoning is its own. `images` are the bytes by their digest; media
    without bytes become a note.
    """
    conversation = _Conversation(provider, images)
    for message in messages:
        conversation.add(message)
    return conversation.close()


@frozen
class _OpenCall:
    """A call that waits for its result."""

    call_id: CallId
    wire_id: str
    name: str


@define
class _Conversation:
    provider: str
    images: Mapping[str, bytes]
    _ids: WireIds = Factory(WireIds)
    _written: list[dict[str, Json]] = Factory(list)
    _open: list[_OpenCall] = Factory(list)
    _results: dict[CallId, str] = Factory(dict)
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
            self._append("user", GO_ON)
        return list(self._written)

    def _user(self, items: Iterable[object]) -> None:
        texts: list[str] = []
        pictures: list[Json] = []
        for item in items:
            match item:
                case Text(text) if text.strip():
                    texts.append(text)
                case Media():
                    data = self.images.get(item.sha256)
                    if data is None:
                        texts.append(without_picture(item))
                    else:
                        pictures.append(b64encode(data).decode())
                case _:
                    continue
        said = BETWEEN_TEXTS.join(texts)
        message = self._append("user", said if said or pictures else NOTHING_SAID)
        if pictures:
            message["images"] = [*items_of(message.get("images")), *pictures]

    def _assistant(self, message: Message) -> None:
        own = [item for item in message.items if isinstance(item, Reasoning)]
        is_foreign = any(item.provider != self.provider for item in own)
        calls: list[Json] = [self._call(call, is_foreign) for call in message.tool_calls]
        text = message.text if message.text.strip() else ""
        if not text and not calls:
            return
        if not self._written:
            self._append("user", NOTHING_SAID)
        written = self._append("assistant", text)
        if calls:
            written["tool_calls"] = calls
            # Models that think between their calls lose the thread without it; the server leaves
            # out what is older than that.
            thinking = "" if is_foreign else thinking_again(own)
            if thinking:
                written[THINKING] = thinking

    def _call(self, call: ToolCall, is_foreign: bool) -> JsonObject:
        wire_id = self._ids.give(call.id, None if is_foreign else call.wire_id)
        name = legal_name(call.name)
        self._open.append(_OpenCall(call.id, wire_id, name))
        return {"id": wire_id, "function": {"name": name, "arguments": call.args}}

    def _answer(self, result: ToolResult) -> None:
        known = {call.call_id for call in self._open} - self._results.keys()
        if result.call_id in known:
            self._results[result.call_id] = result_text(result, self.images)
            self._seen += shown_pictures(result, self.images)

    def _end_of_results(self) -> None:
        """No result may come any more: write them, stand in for those missing, then pictures.

        They come in the order of their calls, by which servers without ids match them.
        """
        for call in self._open:
            self._written.append(
                {
                    "role": "tool",
                    "tool_name": call.name,
                    "tool_call_id": call.wire_id,
                    "content": self._results.get(call.call_id, NO_RESULT),
                }
            )
        self._open.clear()
        self._results.clear()
        if self._seen:
            self._user(self._seen)
            self._seen.clear()

    def _append(self, role: str, text: str) -> dict[str, Json]:
        last = self._written[-1] if self._written else {}
        if last.get("role") == role:
            both = (text_of(last["content"]), text)
            last["content"] = BETWEEN_TEXTS.join(part for part in both if part)
            return last
        message: dict[str, Json] = {"role": role, "content": text}
        self._written.append(message)
        return message
