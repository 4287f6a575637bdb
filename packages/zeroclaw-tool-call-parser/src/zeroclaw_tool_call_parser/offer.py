"""The tools that a reply may call."""

from __future__ import annotations

from collections.abc import Mapping

from zeroclaw_tool_call_parser.pieces import Call
from zeroclaw_tool_call_parser.schema_types import typed
from zeroclaw_tool_call_parser.strict_json import Json

__all__ = ["Offer"]


class Offer:
    """Tools by their exact names, each with the JSON Schema of its parameters."""

    __slots__ = ("_tools",)

    def __init__(self, tools: Mapping[str, Mapping[str, object]]) -> None:
        self._tools = dict(tools)

    def call(self, name: str, arguments: Json) -> Call:
        """A call of an offered tool. Raises `ValueError` when it is none."""
        if name not in self._tools:
            raise ValueError(f"no tool named {name[:80]!r} is offered")
        match arguments:
            case dict():
                return Call(name, arguments)
            case _:
                raise ValueError("its arguments are not an object")

    def raw_call(self, name: str, raw: Mapping[str, str]) -> Call:
        """A call whose parameters were written as raw text, which the tool's schema types."""
        properties = self._tools.get(name, {}).get("properties")
        known = properties if isinstance(properties, Mapping) else {}
        return self.call(name, {key: typed(value, known.get(key)) for key, value in raw.items()})
