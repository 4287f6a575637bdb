"""Spells tool names in the letters that an endpoint allows."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from attrs import field, frozen

__all__ = ["ANTHROPIC_NAMES", "GEMINI_NAMES", "OPENAI_NAMES", "NameRule", "ToolNames", "legal_name"]

DIGEST_LENGTH: Final = 8


@frozen
class NameRule:
    """Which names an endpoint takes: `letters` is the inside of a character class.

    `first` says the same of the first letter. `length` is the longest name, in characters.
    """

    letters: str
    first: str
    length: int

    def allows(self, name: str) -> bool:
        """Whether a name may stay as it is."""
        pattern = rf"[{self.first}][{self.letters}]*"
        return len(name) <= self.length and re.fullmatch(pattern, name) is not None


OPENAI_NAMES: Final = NameRule("A-Za-z0-9_-", "A-Za-z0-9_-", 64)
"""What nearly every server takes."""
ANTHROPIC_NAMES: Final = NameRule("A-Za-z0-9_-", "A-Za-z0-9_-", 128)
GEMINI_NAMES: Final = NameRule("A-Za-z0-9_.-", "A-Za-z_", 64)


def legal_name(name: str, rule: NameRule = OPENAI_NAMES) -> str:
    """The name itself when it is legal, else one made of it that no other name gets."""
    if rule.allows(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_LENGTH]
    legal = re.sub(rf"[^{rule.letters}]", "_", name)
    start = "" if re.match(rf"[{rule.first}]", legal) else "_"
    return f"{start}{legal}"[: rule.length - DIGEST_LENGTH - 1] + f"_{digest}"


@frozen
class ToolNames:
    """The way back from the names in an answer to those of the tools offered."""

    _ours: dict[str, str] = field(factory=dict)

    @classmethod
    def of(cls, names: Iterable[str], rule: NameRule = OPENAI_NAMES) -> ToolNames:
        """The table of these tools."""
        return cls({legal_name(name, rule): name for name in names})

    def ours(self, wire_name: str) -> str:
        """Our name of a tool; a name that was never offered stays as it is."""
        return self._ours.get(wire_name, wire_name)
