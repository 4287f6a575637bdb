"""Find the line on which a TOML document has a key."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._layout import layout_of

__all__ = ["key_lines", "line_of"]


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every key, table and array element of a *valid* TOML document.

    In the order of the text, where what is defined comes before the tables on the way to it.
    """
    layout = layout_of(text)
    # Where something is defined counts more than where it is first named on the way to another.
    places = {section.path: section.start for section in layout.sections[1:]}
    places |= {path: entry.start for path, entry in layout.values.items()}
    for name in layout.names:
        places.setdefault(name.path, name.start)
    in_order = sorted(places.items(), key=itemgetter(1))
    breaks = [match.start() for match in re.finditer("\n", text)]
    return {path: bisect_right(breaks, at) + 1 for path, at in in_order}


def line_of(path: KeyPath, lines: Mapping[KeyPath, int]) -> int | None:
    """The line of a key, or of the innermost table around it that stands in the document."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None
