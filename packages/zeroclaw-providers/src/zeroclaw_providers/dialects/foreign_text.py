"""Makes markup in text of others unable to count when a model repeats it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

__all__ = ["HarmlessText"]


class HarmlessText:
    """Text without the markup of calls or results.

    `markers` are what opens or closes either. The first character of each becomes its HTML form:
    a model can still read what was there, yet copying it makes no call.
    """

    def __init__(self, markers: Iterable[str]) -> None:
        ordered = sorted(markers, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered)), re.IGNORECASE)

    def __call__(self, text: str) -> str:
        """The text with each marker broken."""
        return self._pattern.sub(_broken, text)

    def finds(self, text: str) -> bool:
        """Whether there is a marker in the text."""
        return self._pattern.search(text) is not None


def _broken(found: re.Match[str]) -> str:
    first, rest = found[0][0], found[0][1:]
    written = escape(first)
    return (written if written != first else f"&#{ord(first)};") + rest
