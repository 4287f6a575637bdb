"""The way from the root of a TOML document to one of its values."""

from __future__ import annotations

import re

__all__ = ["KeyPath", "dotted", "quoted"]

KeyPath = tuple[str | int, ...]
"""Keys of tables, indices of arrays."""

LONGEST_QUOTE = 80
"""Characters of one key or name in a message, so that it stays a line."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def quoted(text: str) -> str:
    """A name from the file as it may stand in one line of text, cut when it is very long."""
    cut = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)


def dotted(path: KeyPath) -> str:
    """The path as TOML writes it; indices in brackets."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
            continue
        key = quoted(part)
        text += ("." if text else "") + (key if _BARE.fullmatch(key.rstrip("…")) else f'"{key}"')
    return text
