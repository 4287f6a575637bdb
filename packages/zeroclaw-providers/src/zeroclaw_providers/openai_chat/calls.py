"""Tells which pieces of streamed tool calls belong together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json_object
from zeroclaw_api.stream import ToolCallDelta
from zeroclaw_providers.json_fields import count_of, object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["CallPieces"]

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
MAX_INDEX: Final = 1024
"""The largest index of a call that is believed."""
OWN_FIELDS: Final = frozenset({"index", "id", "type", "function"})
NO_ARGUMENTS: Final = "null"


@define
class _Call:
    """One call, as far as it has come. `held` is what may still turn out to be no arguments."""

    number: int
    wire_id: str = ""
    index: int | None = None
    name: str = ""
    last_chunk: int = 0
    held: str = ""
    sent: list[str] = Factory(list)

    def accept(self, fragment: str) -> str:
        """Take a piece of the arguments; returns what may be passed on."""
        self.held += fragment
        if not self.sent and NO_ARGUMENTS.startswith(self.held.strip()):
            return ""
        ready, self.held = self.held, ""
        if ready:
            self.sent.append(ready)
        return ready

    def rest(self) -> str:
        """What is still to be passed on when the answer has ended."""
        if self.sent:
            return self.held
        return "{}" if self.held.strip() in ("", NO_ARGUMENTS) else self.held

    def is_complete(self) -> bool:
        """Whether the arguments so far are one JSON object."""
        text = "".join(self.sent) + self.held
        if not text.rstrip().endswith("}"):
            return False
        try:
            parse_json_object(text)
        except InvalidJson:
            return False
        return True


@define
class CallPieces:
    """Gives each piece the number of its call: by id first, by index second, else the open call.

    Raises ValueError when an answer makes more calls than can be meant.
    """

    names: ToolNames
    _calls: list[_Call] = Factory(list)
    _chunk: int = 0

    def __bool__(self) -> bool:
        return bool(self._calls)

    def feed(self, pieces: tuple[Json, ...]) -> Iterator[ToolCallDelta]:
        """The pieces of one chunk."""
        self._chunk += 1
        for piece in pieces:
            fields = object_of(piece)
            if fields:
                yield self._delta(fields)

    def close(self) -> Iterator[ToolCallDelta]:
        """What was held back: a call without arguments gets empty ones."""
        for call in self._calls:
            rest = call.rest()
            if rest:
                yield ToolCallDelta(call.number, args_fragment=rest)

    def _delta(self, fields: JsonObject) -> ToolCallDelta:
        function = object_of(fields.get("function"))
        wire_id, name = text_of(fields.get("id")), text_of(function.get("name"))
        index = count_of(fields.get("index"))
        if index is not None and index > MAX_INDEX:
            raise ValueError(f"a tool call has the index {index}, above {MAX_INDEX}")
        call = self._call_of(wire_id, index, name)
        call.last_chunk = self._chunk
        new_id = None if call.wire_id else wire_id or None
        new_name = None if call.name else name or None
        call.wire_id = call.wire_id or wire_id
        call.name = call.name or name
        return ToolCallDelta(
            call.number,
            wire_id=new_id,
            name=None if new_name is None else self.names.ours(new_name),
            args_fragment=call.accept(_fragment(function.get("arguments"))),
            extra=_extra(fields),
        )

    def _call_of(self, wire_id: str, index: int | None, name: str) -> _Call:
        found = self._found(wire_id, index)
        if found is None or self._opens_another(found, wire_id, index, name):
            return self._opened(index)
        return found

    def _found(self, wire_id: str, index: int | None) -> _Call | None:
        latest = reversed(self._calls)
        if wire_id:
            known = next((call for call in self._calls if call.wire_id == wire_id), None)
            if known is not None:
                return known
        if index is not None:
            return next((call for call in latest if call.index == index), None)
        return max(self._calls, key=lambda call: (call.last_chunk, call.number), default=None)

    def _opens_another(self, call: _Call, wire_id: str, index: int | None, name: str) -> bool:
        """Whether this piece cannot be of the call that its id, index or place points to."""
        if wire_id and wire_id == call.wire_id:
            return False
        if wire_id and call.wire_id:
            return True
        if not name or not call.name:
            return False
        if index is None and call.last_chunk == self._chunk:
            return True
        return name != call.name or call.is_complete()

    def _opened(self, index: int | None) -> _Call:
        if len(self._calls) == MAX_CALLS:
            raise ValueError(f"the answer makes more than {MAX_CALLS} tool calls")
        call = _Call(len(self._calls), index=index)
        self._calls.append(call)
        return call


def _fragment(arguments: Json) -> str:
    """Arguments are text by the protocol; some servers send the object itself."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)


def _extra(fields: JsonObject) -> JsonObject | None:
    extra = {key: value for key, value in fields.items() if key not in OWN_FIELDS and value}
    if not extra:
        return None
    try:
        canonical_json(extra).encode()
    except (InvalidJson, UnicodeEncodeError):
        raise ValueError("a tool call carries data that cannot be written down") from None
    return extra
