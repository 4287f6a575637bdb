"""Keeps the blocks that must go back as they came, with their place in the message."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import count_of, object_of, text_of

__all__ = ["THINKING", "KeptBlock", "is_server_block"]

THINKING: Final = frozenset({"thinking", "redacted_thinking"})
OTHERS: Final = frozenset({"compaction", "container_upload"})


@frozen
class KeptBlock:
    """A block of an answer that nobody here reads.

    It stood after so many characters of text with so many calls: the server refuses thinking
    that has moved.
    """

    block: JsonObject = field(hash=False)
    characters: int = 0
    calls: int = 0

    @classmethod
    def of(cls, data: JsonObject) -> KeptBlock | None:
        """The block in the data of a `Reasoning`, None when there is none."""
        block = object_of(data.get("block"))
        if not text_of(block.get("type")):
            return None
        return cls(block, count_of(data.get("characters")) or 0, count_of(data.get("calls")) or 0)

    def data(self) -> JsonObject:
        """Its form in a `ReasoningBlock`."""
        return {"block": self.block, "characters": self.characters, "calls": self.calls}


def is_server_block(kind: str) -> bool:
    """Whether blocks of this type are about what the server did by itself, such as a search."""
    return kind.endswith(("_tool_use", "_tool_result")) or kind in OTHERS
