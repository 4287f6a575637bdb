"""Spells tool names in the letters that the protocol allows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from attrs import field, frozen

__all__ = ["ToolNames", "legal_name"]

LEGAL: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
ILLEGAL: Final = re.compile(r"[^A-Za-z0-9_-]")
KEPT_LENGTH: Final = 50
"""Characters of the name that stay; with the digest it is at most 59, below the limit of 64."""


def legal_name(name: str) -> str:
    """The name itself when it is legal, else one made of it that no other name gets."""
    if LEGAL.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{ILLEGAL.sub('_', name)[:KEPT_LENGTH]}_{digest}"


@frozen
class ToolNames:
    """The way back from the names in an answer to those of the tools offered."""

    _ours: dict[str, str] = field(factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> ToolNames:
        """The table of these tools."""
        return cls({legal_name(name): name for name in names})

    def ours(self, wire_name: str) -> str:
        """Our name of a tool; a name that was never offered stays as it is."""
        return self._ours.get(wire_name, wire_name)
