"""Follows the content blocks of one answer."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.json_fields import count_of, items_of, object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["REASONING", "ContentBlocks"]

REASONING: Final = "reasoningContent"
"""The name of a block of thinking, in an answer, in a request, in what is kept between them."""

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
MAX_INDEX: Final = 1024
"""The largest index of a block that is believed."""
NO_ARGUMENTS: Final = "null"


@define
class _Call:
    """One call, as far as it has come. `held` is what may still turn out to be no arguments."""

    number: int
    held: str = ""
    has_arguments: bool = False

    def accept(self, fragment: str) -> str:
        """Take a piece of the arguments; returns what may be passed on."""
        self.held += fragment
        if not self.has_arguments and NO_ARGUMENTS.startswith(self.held.strip()):
            return ""
        ready, self.held = self.held, ""
        self.has_arguments = self.has_arguments or bool(ready)
        return ready

    def rest(self) -> str:
        """What is still to be passed on when the call is whole."""
        rest, self.held = self.held, ""
        if self.has_arguments:
            return rest
        self.has_arguments = True
        return "{}" if rest.strip() in ("", NO_ARGUMENTS) else rest


@define
class _Thought:
    """One block of thinking."""

    text: str = ""
    signature: str = ""
    redacted: list[str] = Factory(list)

    def data(self) -> JsonObject | None:
        """What must go back; a text that nobody signed need not."""
        if self.redacted:
            return {REASONING: {"redactedContent": _joined(self.redacted)}}
        if not self.signature:
            return None
        signed: JsonObject = {"text": self.text, "signature": self.signature}
        return {REASONING: {"reasoningText": signed}}


@define
class ContentBlocks:
    """The blocks by their index. Every method raises ValueError when an answer makes no sense."""

    names: ToolNames
    _calls: dict[int, _Call] = Factory(dict)
    _thoughts: dict[int, _Thought] = Factory(dict)

    @property
    def wants_tools(self) -> bool:
        """Whether the model wants to use a tool."""
        return bool(self._calls)

    def start(self, fields: JsonObject) -> Iterator[StreamEvent]:
        """A block begins."""
        use = object_of(object_of(fields.get("start")).get("toolUse"))
        if use:
            yield from self._open_call(_index_of(fields), use, "")

    def delta(self, fields: JsonObject) -> Iterator[StreamEvent]:
        """A piece of a block."""
        delta = object_of(fields.get("delta"))
        text = delta.get("text")
        if isinstance(text, str):
            if text:
                yield TextDelta(text)
            return
        if "toolUse" in delta:
            call = self._calls.get(_index_of(fields))
            if call is None:
                raise ValueError("it sent a piece of a tool call that it never began")
            piece = call.accept(_spelled(object_of(delta["toolUse"]).get("input")))
            if piece:
                yield ToolCallDelta(call.number, args_fragment=piece)
        if REASONING in delta:
            yield from self._think(_index_of(fields), object_of(delta[REASONING]))

    def stop(self, fields: JsonObject) -> Iterator[StreamEvent]:
        """A block is whole."""
        return self._end(_index_of(fields))

    def close(self) -> Iterator[StreamEvent]:
        """The end of all blocks that nobody ended."""
        for index in sorted({*self._calls, *self._thoughts}):
            yield from self._end(index)

    def whole(self, content: Json) -> Iterator[StreamEvent]:
        """The blocks of an answer that came as one document."""
        for index, item in enumerate(items_of(content)):
            block = object_of(item)
            if text := text_of(block.get("text")):
                yield TextDelta(text)
            if use := object_of(block.get("toolUse")):
                yield from self._open_call(index, use, _spelled(use.get("input")))
            if thought := object_of(block.get(REASONING)):
                yield from self._think(
                    index, {**object_of(thought.get("reasoningText")), **thought}
                )
            yield from self._end(index)

    def _open_call(self, index: int, use: JsonObject, arguments: str) -> Iterator[StreamEvent]:
        if index in self._calls:
            raise ValueError("it began two tool calls in one place")
        if len(self._calls) == MAX_CALLS:
            raise ValueError(f"the answer makes more than {MAX_CALLS} tool calls")
        call = self._calls[index] = _Call(len(self._calls))
        wire_id, name = text_of(use.get("toolUseId")), text_of(use.get("name"))
        yield ToolCallDelta(
            call.number,
            wire_id=wire_id or None,
            name=self.names.ours(name) if name else None,
            args_fragment=call.accept(arguments),
        )

    def _think(self, index: int, piece: JsonObject) -> Iterator[StreamEvent]:
        thought = self._thoughts.setdefault(index, _Thought())
        thought.signature += text_of(piece.get("signature"))
        if redacted := text_of(piece.get("redactedContent")):
            thought.redacted.append(redacted)
        if text := text_of(piece.get("text")):
            thought.text += text
            yield ReasoningDelta(text)

    def _end(self, index: int) -> Iterator[StreamEvent]:
        call = self._calls.get(index)
        if call is not None and (rest := call.rest()):
            yield ToolCallDelta(call.number, args_fragment=rest)
        thought = self._thoughts.pop(index, None)
        data = None if thought is None else thought.data()
        if data is not None:
            yield ReasoningBlock(_writable(data))


def _index_of(fields: JsonObject) -> int:
    index = count_of(fields.get("contentBlockIndex"))
    if index is None:
        return 0
    if index > MAX_INDEX:
        raise ValueError(f"a block has the index {index}, above {MAX_INDEX}")
    return index


def _spelled(arguments: Json) -> str:
    """A stream sends arguments as text, a whole answer as an object."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)


def _joined(pieces: list[str]) -> str:
    """Encoded pieces as one; a single one stays as it came."""
    if len(pieces) == 1:
        return pieces[0]
    try:
        return b64encode(b"".join(b64decode(piece, validate=True) for piece in pieces)).decode()
    except ValueError:
        raise ValueError("its hidden reasoning is no base64") from None


def _writable(data: JsonObject) -> JsonObject:
    try:
        canonical_json(data).encode()
    except (InvalidJson, UnicodeEncodeError):
        raise ValueError("its reasoning data cannot be written down") from None
    return data
