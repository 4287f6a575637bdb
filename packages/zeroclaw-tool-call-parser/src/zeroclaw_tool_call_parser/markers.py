"""Find the markers of a dialect in a text that comes in pieces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from zeroclaw_tool_call_parser.dialect import Dialect, Opener, Place, Region

__all__ = ["THINKING", "TOOL_RESULTS", "Filler", "Found", "Frame", "Markers", "Thought"]

THINKING = tuple(
    Region(f"<{name}>", f"</{name}>") for name in ("think", "thinking", "reasoning", "thought")
)
TOOL_RESULTS = (
    *(
        Region(f"<{name}>", f"</{name}>", Place.ANYWHERE)
        for name in (
            *("tool_result", "tool_results", "tool_response", "tool_output"),
            *("function_result", "function_results", "function_response"),
        )
    ),
    Region("[TOOL_RESULTS]", "[/TOOL_RESULTS]", Place.ANYWHERE),
    Region("[Tool results]", "", Place.ANYWHERE),
)


@dataclass(frozen=True, slots=True)
class Thought:
    """The start of thinking."""

    region: Region


@dataclass(frozen=True, slots=True)
class Filler:
    """A token that may stand between calls."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A token around visible text."""


Found: TypeAlias = Opener | Thought | Region | Filler | Frame


class Markers:
    """All markers that matter in one dialect."""

    __slots__ = ("_alone", "_by_text", "_longest", "_pattern", "_prefixes")

    def __init__(self, dialect: Dialect) -> None:
        found: dict[str, Found] = dict.fromkeys(dialect.fillers, Filler())
        found |= dict.fromkeys(dialect.frames, Frame())
        found |= {region.open: Thought(region) for region in (*THINKING, *dialect.thinking)}
        found |= {region.open: region for region in TOOL_RESULTS}
        openers = [opener for opener in dialect.openers if opener.place is not Place.ALONE]
        found |= {opener.marker: opener for opener in openers}
        self._by_text = found
        self._alone = tuple(o for o in dialect.openers if o.place is Place.ALONE)
        ordered = sorted(found, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered)))
        self._prefixes = frozenset(text[:size] for text in found for size in range(1, len(text)))
        self._longest = len(ordered[0])

    def search(self, text: str, start: int) -> tuple[int, str, Found] | None:
        """The next marker: where it is, its text, what it is."""
        found = self._pattern.search(text, start)
        return (found.start(), found[0], self._by_text[found[0]]) if found else None

    def at(self, text: str, start: int) -> tuple[str, Found] | None:
        """The marker that stands here."""
        found = self._pattern.match(text, start)
        return (found[0], self._by_text[found[0]]) if found else None

    def alone(self, text: str, start: int) -> Opener | None:
        """The opener that counts here if nothing visible comes before."""
        for opener in self._alone:
            if text.startswith(opener.marker, start):
                return opener
        return None

    def is_beginning(self, text: str, start: int) -> bool:
        """Whether the rest of the text may be the beginning of a marker."""
        return len(text) - start < self._longest and text[start:] in self._prefixes

    def settled(self, text: str, start: int) -> int:
        """Where the end of the text that may be the beginning of a marker begins."""
        for at in range(max(start, len(text) - self._longest + 1), len(text)):
            if text[at:] in self._prefixes:
                return at
        return len(text)
