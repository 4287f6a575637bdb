"""Keeps a piece of an answer that must go back as it came, with its place in the message."""

from __future__ import annotations

from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import count_of, object_of, text_of

__all__ = ["KeptBlock"]


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
