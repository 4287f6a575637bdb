"""Finds the command that somebody begins to write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Final

__all__ = ["complete", "nearest"]

_BEGINNING: Final = re.compile(r"/[\w-]*")


def complete(text: str, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The text as far as every candidate agrees, with the candidates.

    Only `/` with letters after it is completed, any other text stays without candidates. The only
    candidate is followed by a space. Names may be given with or without their `/`.
    """
    if not _BEGINNING.fullmatch(text):
        return text, ()
    candidates = tuple(name for name in names if _slashed(name).startswith(text))
    if not candidates:
        return text, ()
    agreed = _beginning_of_all([*map(_slashed, candidates)])
    return agreed + " " if len(candidates) == 1 else agreed, candidates


def nearest(word: str, names: Sequence[str]) -> str | None:
    """The name most like a word, as it is in the names; None when none is alike."""
    known = {_slashed(name).casefold(): name for name in names}
    found = get_close_matches(_slashed(word).casefold(), known, n=1)
    return known[found[0]] if found else None


def _beginning_of_all(words: Sequence[str]) -> str:
    places = zip(*words, strict=False)
    return "".join(chars[0] for chars in takewhile(lambda chars: len(set(chars)) == 1, places))


def _slashed(name: str) -> str:
    return "/" + name.removeprefix("/")
