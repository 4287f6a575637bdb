"""Guess which known name was meant."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["nearest"]

LONGEST_NAME = 64
"""Characters; a longer name is no slip of the fingers."""

SIMILARITY = 0.6
"""Of 1: at this ratio about every second letter may differ in place."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one; None when none is."""
    if len(name) > LONGEST_NAME:
        return None
    # Needed for a file with mistakes alone.
    from difflib import get_close_matches

    plain = {_plain(candidate): candidate for candidate in known}
    found = get_close_matches(_plain(name), plain, n=1, cutoff=SIMILARITY)
    return plain[found[0]] if found else None


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")
