"""Puts one output item of a response together from its pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json, well_formed
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.json_fields import items_of, object_of, text_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.openai_responses.replay import is_worth_keeping
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["CALL", "MESSAGE", "THINKING", "OpenItem", "Part"]

CALL: Final = "function_call"
MESSAGE: Final = "message"
THINKING: Final = "reasoning"
NO_ARGUMENTS: Final = "null"
PARAGRAPH: Final = "\n\n"
"""Between the parts of a summary, each of which the server writes as a section of its own."""


class Part(Enum):
    """What a piece of an item belongs to."""

    TEXT = "output_text"
    REFUSAL = "refusal"
    SUMMARY = "summary_text"
    THOUGHT = "reasoning_text"
    ARGUMENTS = "arguments"


@define
class _Grown:
    """One part of an item, as far as it has come; `half` is one of a character in two deltas."""

    pieces: list[str] = Factory(list)
    half: str = ""

    def add(self, more: str) -> str:
        """Take a piece; returns what may be shown."""
        self.pieces.append(more)
        text, self.half = self.half + more, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self.half = text[:-1], text[-1]
        return well_formed(text)

    def rest(self, whole: str) -> str:
        """What the whole part adds to the pieces, which stay what they are if it differs."""
        so_far = well_formed("".join(self.pieces))
        whole = well_formed(whole)
        return self.add(whole[len(so_far) :]) if whole.startswith(so_far) else ""


@define
class OpenItem:
    """One item of an answer. `call` is its number among the calls, if it is one.

    It began after so many `characters` of text with so many `calls` before it. `held` is what of
    a call's arguments may still turn out to mean none.
    """

    kind: str
    call: int
    characters: int
    calls: int
    names: ToolNames
    is_done: bool = False
    refused: bool = False
    _wire_id: str = ""
    _name: str = ""
    _held: str = ""
    _has_arguments: bool = False
    _parts: dict[tuple[Part, int], _Grown] = Factory(dict)

    @property
    def is_bare(self) -> bool:
        """Whether it is a call of which nothing has come but its beginning."""
        is_open = self.kind == CALL and not self.is_done
        return is_open and (Part.ARGUMENTS, 0) not in self._parts

    def begin(self, item: JsonObject) -> Iterator[StreamEvent]:
        """What its beginning says; its content is empty then, or comes again at its end."""
        if self.kind == CALL:
            yield from self._named(item)

    def add(self, part: Part, index: int, more: str) -> Iterator[StreamEvent]:
        """The next piece of a part."""
        if self.is_done or not more:
            return
        if part is Part.SUMMARY and index and (part, index) not in self._parts:
            yield ReasoningDelta(PARAGRAPH)
        yield from self._shown(part, self._part(part, index).add(more))

    def whole(self, part: Part, index: int, text: str) -> Iterator[StreamEvent]:
        """A part from its beginning, of which pieces may have come."""
        if (part, index) in self._parts and not self.is_done:
            yield from self._shown(part, self._part(part, index).rest(text))
            return
        yield from self.add(part, index, text)
        if not self.is_done:
            self._part(part, index)

    def end(self, item: JsonObject) -> Iterator[StreamEvent]:
        """The whole item, or an empty object where the server does not repeat it.

        Raises ValueError for what cannot be written down.
        """
        if self.is_done:
            return
        yield from self._content(item)
        for (part, _), grown in self._parts.items():
            half, grown.half = grown.half, ""
            yield from self._shown(part, well_formed(half))
        self.is_done = True
        if self.kind == CALL and (rest := self._rest()):
            yield ToolCallDelta(self.call, args_fragment=rest)
        if self.kind == THINKING and is_worth_keeping(item):
            _require_writable(item)
            yield ReasoningBlock(KeptBlock(item, self.characters, self.calls).data())

    def _content(self, item: JsonObject) -> Iterator[StreamEvent]:
        if self.kind == CALL:
            yield from self._named(item)
            yield from self.whole(Part.ARGUMENTS, 0, _spelled(item.get("arguments")))
            return
        for field in ("summary", "content"):
            for index, each in enumerate(items_of(item.get(field))):
                fields = object_of(each)
                part = _PARTS.get(text_of(fields.get("type")))
                if part is not None:
                    said = text_of(fields.get("refusal" if part is Part.REFUSAL else "text"))
                    yield from self.whole(part, index, said)

    def _part(self, part: Part, index: int) -> _Grown:
        return self._parts.setdefault((part, index), _Grown())

    def _named(self, item: JsonObject) -> Iterator[StreamEvent]:
        wire_id = "" if self._wire_id else well_formed(text_of(item.get("call_id")))
        name = "" if self._name else well_formed(text_of(item.get("name")))
        self._wire_id, self._name = self._wire_id or wire_id, self._name or name
        if wire_id or name:
            ours = self.names.ours(name) if name else None
            yield ToolCallDelta(self.call, wire_id=wire_id or None, name=ours)

    def _shown(self, part: Part, text: str) -> Iterator[StreamEvent]:
        if not text:
            return
        match part:
            case Part.ARGUMENTS:
                if ready := self._accepted(text):
                    yield ToolCallDelta(self.call, args_fragment=ready)
            case Part.SUMMARY | Part.THOUGHT:
                yield ReasoningDelta(text)
            case Part.TEXT | Part.REFUSAL:
                self.refused = self.refused or part is Part.REFUSAL
                yield TextDelta(text)

    def _accepted(self, fragment: str) -> str:
        self._held += fragment
        if not self._has_arguments and NO_ARGUMENTS.startswith(self._held.strip()):
            return ""
        ready, self._held = self._held, ""
        self._has_arguments = True
        return ready

    def _rest(self) -> str:
        if self._has_arguments or self._held.strip() not in ("", NO_ARGUMENTS):
            return self._held
        return "{}"


_PARTS: Final = {part.value: part for part in (Part.TEXT, Part.REFUSAL, Part.SUMMARY, Part.THOUGHT)}


def _spelled(arguments: Json) -> str:
    """Arguments are text by the protocol; some servers send the object itself."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)


def _require_writable(block: JsonObject) -> None:
    try:
        canonical_json(block).encode()
    except (InvalidJson, UnicodeEncodeError):
        raise ValueError("its reasoning data cannot be written down") from None
