"""Puts one content block together from its pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json_object, well_formed
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.anthropic_messages.replay import THINKING, is_server_block
from zeroclaw_providers.json_fields import object_of, text_of
from zeroclaw_providers.kept_block import KeptBlock

__all__ = ["CALL", "OpenBlock"]

CALL: Final = "tool_use"
GROWING: Final = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "input_json_delta": "partial_json",
    "compaction_delta": "content",
}
"""The deltas that add to a block, with the field that they bring; others mean nothing."""
NO_ARGUMENTS: Final = "null"
DIRECT: Final = "direct"


@define
class OpenBlock:
    """One block, as far as it has come. `call` is its number among the calls, if it is one.

    `half` is the first half of a character that a server split over two deltas. `held` is what
    of a call's arguments may still turn out to mean none.
    """

    begun: JsonObject
    characters: int
    calls: int
    call: int = 0
    signature: str = ""
    pieces: list[str] = Factory(list)
    half: str = ""
    held: str = ""

    @property
    def kind(self) -> str:
        """The type of the block."""
        return text_of(self.begun.get("type"))

    def begin(self, name: str) -> Iterator[StreamEvent]:
        """What its beginning says; `name` is our name of the tool that it calls."""
        if self.kind == CALL:
            caller = object_of(self.begun.get("caller"))
            yield ToolCallDelta(
                self.call,
                wire_id=well_formed(text_of(self.begun.get("id"))) or None,
                name=name or None,
                extra={"caller": caller} if caller.get("type", DIRECT) != DIRECT else None,
            )
        elif first := text_of(self.begun.get(self.kind)):
            yield from self._grow(first)

    def add(self, delta: JsonObject) -> Iterator[StreamEvent]:
        """The next piece."""
        kind = text_of(delta.get("type"))
        if kind == "signature_delta":
            self.signature = text_of(delta.get("signature"))
        elif kind in GROWING and (more := text_of(delta.get(GROWING[kind]))):
            yield from self._grow(more)

    def end(self) -> Iterator[StreamEvent]:
        """What was held back until its end. Raises ValueError for what cannot be written down."""
        if self.half:
            half, self.half = self.half, ""
            yield from self._shown(well_formed(half))
        if self.kind == CALL:
            if rest := self._rest():
                yield ToolCallDelta(self.call, args_fragment=rest)
        elif self.kind in THINKING or is_server_block(self.kind):
            block = self._whole()
            if block is not None:
                yield ReasoningBlock(KeptBlock(block, self.characters, self.calls).data())

    def _grow(self, more: str) -> Iterator[StreamEvent]:
        if self.kind == CALL:
            if ready := self._accepted(more):
                yield ToolCallDelta(self.call, args_fragment=ready)
            return
        self.pieces.append(more)
        text, self.half = self.half + more, ""
        if "\ud800" <= text[-1] <= "\udbff":
            text, self.half = text[:-1], text[-1]
        yield from self._shown(well_formed(text))

    def _shown(self, text: str) -> Iterator[StreamEvent]:
        if text and self.kind == "text":
            yield TextDelta(text)
        elif text and self.kind == "thinking":
            yield ReasoningDelta(text)

    def _accepted(self, fragment: str) -> str:
        self.held += fragment
        if not self.pieces and NO_ARGUMENTS.startswith(self.held.strip()):
            return ""
        ready, self.held = self.held, ""
        self.pieces.append(ready)
        return ready

    def _rest(self) -> str:
        """The arguments that came whole with the beginning, or none, unless pieces came."""
        if self.pieces or self.held.strip() not in ("", NO_ARGUMENTS):
            return self.held
        return json.dumps(self.begun.get("input") or {}, ensure_ascii=False)

    def _whole(self) -> JsonObject | None:
        """The block as it goes back; None for a step of the server that broke off."""
        block: dict[str, Json] = dict(self.begun)
        joined = well_formed("".join(self.pieces))
        if self.kind == "thinking":
            block["thinking"] = joined
        elif self.kind.endswith("_tool_use") and joined:
            try:
                block["input"] = parse_json_object(joined)
            except InvalidJson:
                return None
        elif joined:
            block["content"] = joined
        if self.signature:
            block["signature"] = self.signature
        try:
            canonical_json(block).encode()
        except (InvalidJson, UnicodeEncodeError):
            raise ValueError(f"its {self.kind} block cannot be written down") from None
        return block
