"""Turns bytes of unknown origin into text that is safe to show."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["MOST_CHARACTERS", "shortened", "shown_name", "shown_text"]

MOST_CHARACTERS: Final = 48_000
"""What one result may hold, so that the kernel's own cap does not cut off its last line."""

# Each alternative reads on only to the next ESC, so the time is linear in the input.
_ESCAPE: Final = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movements
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles, links, device strings
    r"|\x1b[ -/]*[0-Z\\-~]"  # character sets, resets
)
_PICTURES: Final = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
}


def shown_text(data: bytes) -> str:
    """The bytes as UTF-8, with nothing in it that a terminal obeys besides tab and line feed.

    What is not UTF-8 becomes U+FFFD; known escape sequences go, other control characters become
    their pictures; a carriage return ends a line.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return _ESCAPE.sub("", text).translate(_PICTURES)


def shown_name(name: str) -> str:
    r"""A file name on one line; bytes that are not UTF-8 and control characters as `\xNN`."""
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(
        char if char.isprintable() or ord(char) > 0xA0 else f"\\x{ord(char):02x}"
        for char in readable
    )


def shortened(text: str, most: int) -> str:
    """The text, or its two ends with a note on how much is missing between them."""
    if len(text) <= most:
        return text
    head = most - most // 3
    missing = len(text) - most
    return f"{text[:head]}\n[... {missing} characters left out ...]\n{text[head + missing :]}"
