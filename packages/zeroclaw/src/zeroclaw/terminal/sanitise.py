"""Takes from text whatever a terminal would obey."""

from __future__ import annotations

import unicodedata
from typing import Final

__all__ = ["exact", "visible"]

_ENDS_OF_LINE: Final = "\r\n"
_ORDERS: Final = (
    *(code for code in range(0x20) if chr(code) not in "\n\t"),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
"""C0 with ESC, DEL, C1, and what reverses the direction of text."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def _escaped(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_TABLE: Final = {code: _escaped(code) for code in _ORDERS}


def visible(text: str) -> str:
    r"""The text with control characters spelled out, as `\x1b`; for answers.

    Line feed and tab stay; CR LF is a line feed.
    """
    return text.replace(_ENDS_OF_LINE, "\n").translate(_TABLE)


def exact(text: str) -> str:
    r"""The text with every character spelled out that cannot be seen; for what is approved.

    Only line feed stays. Tab, carriage return, joiners, marks of direction, tags, unassigned
    characters, all spaces but the ordinary one become `\t` or their number.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_plain(char) else _spelled(char) for char in text)


def _is_plain(char: str) -> bool:
    if char in "\n ":
        return True
    category = unicodedata.category(char)
    return category not in _UNSEEN and category != "Zs"


def _spelled(char: str) -> str:
    return "\\t" if char == "\t" else _escaped(ord(char))
