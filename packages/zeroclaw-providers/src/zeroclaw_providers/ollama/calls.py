"""Reads the tool calls of an answer, each of which comes whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from attrs import define

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.stream import ToolCallDelta
from zeroclaw_providers.json_fields import object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["OllamaCalls"]

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
WRAPPER: Final = re.compile(r"tool(?:_call)?[.:>]\s*")
"""What small models write before the name of a tool."""
NESTING: Final = ("tool_call", "tool.call")
"""How they name a call whose arguments are the real call."""
NO_ARGUMENTS: Final = ("", "null")


@define
class OllamaCalls:
    """Numbers the calls in the order they come; `offered` are our names of the tools.

    Raises ValueError when an answer makes more calls than can be meant.
    """

    names: ToolNames
    offered: frozenset[str] = frozenset()
    _count: int = 0

    def __bool__(self) -> bool:
        return self._count > 0

    def feed(self, calls: tuple[Json, ...]) -> Iterator[ToolCallDelta]:
        """The calls of one line."""
        for call in calls:
            fields = object_of(call)
            if fields:
                yield self._delta(fields)

    def _delta(self, call: JsonObject) -> ToolCallDelta:
        if self._count == MAX_CALLS:
            raise ValueError(f"the answer makes more than {MAX_CALLS} tool calls")
        index = self._count
        self._count += 1
        function = object_of(call.get("function"))
        name, arguments = self._meant(text_of(function.get("name")), function.get("arguments"))
        return ToolCallDelta(
            index,
            wire_id=text_of(call.get("id")) or None,
            name=name or None,
            args_fragment=_fragment(arguments),
        )

    def _meant(self, name: str, arguments: Json) -> tuple[str, Json]:
        """The name and the arguments, out of a wrapper when the name in it was offered."""
        ours = self.names.ours(name)
        if ours in self.offered:
            return ours, arguments
        if wrapper := WRAPPER.match(name):
            inner = self.names.ours(name[wrapper.end() :])
            if inner in self.offered:
                return inner, arguments
        nested = object_of(arguments) if name.startswith(NESTING) else {}
        inner = self.names.ours(text_of(nested.get("name")))
        return (inner, nested.get("arguments")) if inner in self.offered else (ours, arguments)


def _fragment(arguments: Json) -> str:
    """Arguments are an object by the protocol; some servers send it as text."""
    if isinstance(arguments, str):
        return "{}" if arguments.strip() in NO_ARGUMENTS else arguments
    try:
        return "{}" if arguments is None else json.dumps(arguments, ensure_ascii=False)
    except RecursionError:
        raise ValueError("a tool call is nested too deeply") from None
