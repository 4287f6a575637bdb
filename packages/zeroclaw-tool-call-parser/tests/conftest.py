"""Lends a reading of replies that agrees however the reply is cut into chunks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.parser import ToolCallParser, parse
from zeroclaw_tool_call_parser.pieces import Piece, merged

TOOLS: Mapping[str, Mapping[str, object]] = {
    "shell": {
        "type": "object",
        "properties": {
            "command": {"type": "string"},
            "lines": {"type": "integer"},
            "env": {"type": "object"},
            "is_quiet": {"type": "boolean"},
            "note": {"type": ["string", "null"]},
        },
    },
    "now": {"type": "object", "properties": {}},
    "web.search": {"type": "object", "properties": {"query": {"type": "string"}}},
}


@pytest.fixture
def tools() -> Mapping[str, Mapping[str, object]]:
    """Three tools: `shell` with parameters of each type, `now` with none, one with a dot."""
    return TOOLS


@pytest.fixture
def read() -> Callable[[str, str], tuple[Piece, ...]]:
    """Reads a reply in the dialect of a name, in one piece or in chunks of several sizes."""

    def _read(name: str, reply: str) -> tuple[Piece, ...]:
        whole = parse(reply, DIALECTS[name], TOOLS)
        for size in (1, 2, 3, 7, 31):
            parser = ToolCallParser(DIALECTS[name], TOOLS)
            pieces = [
                piece
                for start in range(0, len(reply), size)
                for piece in parser.feed(reply[start : start + size])
            ]
            assert merged([*pieces, *parser.close()]) == whole, f"chunks of {size}"
        return whole

    return _read
