"""Shows a range of lines with their numbers."""

from __future__ import annotations

from typing import Final

from zeroclaw_tools.display import MOST_CHARACTERS

__all__ = ["LONGEST_LINE", "lines_of", "looks_binary", "numbered"]

LONGEST_LINE: Final = 2000
"""Characters of one line that are shown."""

_SAMPLE: Final = 8192
_CONTROLS: Final = bytes(code for code in range(32) if code not in b"\t\n\r\f\b\x1b") + b"\x7f"


def looks_binary(data: bytes) -> bool:
    """Whether these bytes are no text: a NUL anywhere, or a tenth of the start is controls."""
    sample = data[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return b"\0" in data or controls * 10 > len(sample)


def lines_of(text: str) -> list[str]:
    """The lines without their ends; a final line feed begins no line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def numbered(text: str, offset: int, limit: int) -> str:
    """At most `limit` lines from line `offset` (1 is the first), then what part this is."""
    lines = lines_of(text)
    total = len(lines)
    if not total:
        return "[The file is empty]"
    if offset > total:
        return f"[The file has {total} lines; offset {offset} is past its end]"
    shown: list[str] = []
    room = MOST_CHARACTERS
    for number, line in enumerate(lines[offset - 1 : offset - 1 + limit], offset):
        row = f"{number}: {_cut(line)}"
        room -= len(row) + 1
        if room < 0:
            break
        shown.append(row)
    last = offset + len(shown) - 1
    if len(shown) == total:
        note = f"[{total} lines total]"
    else:
        more = f"; continue with offset={last + 1}" if last < total else ""
        note = f"[Lines {offset}-{last} of {total}{more}]"
    return "\n".join([*shown, note])


def _cut(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    return f"{line[:LONGEST_LINE]} [line cut: {len(line) - LONGEST_LINE} more characters]"
