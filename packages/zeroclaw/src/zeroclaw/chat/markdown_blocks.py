"""Finds where the blocks of a Markdown text begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["block_texts", "grown_blocks", "last_lines", "markdown_parser", "parted"]

_MOST_LANGUAGE_CHARS: Final = 40
_HEADER_LINES: Final = 2
_MOST_HEADER_CHARS: Final = 4_000
_ITEM: Final = re.compile(r"([-*+]|\d{1,9}[.)])\s")


def markdown_parser() -> MarkdownIt:
    """What an answer is written in: CommonMark with tables and deletions, all of it shown.

    HTML is text, and so is the definition of a reference: it would be seen nowhere else, and
    could change what was shown before.
    """
    parser = MarkdownIt("commonmark", {"html": False})
    return parser.enable(["strikethrough", "table"]).disable("reference")


_LAYOUT: Final = markdown_parser().disable(["inline", "text_join"])
"""Blocks alone: a fraction of the whole work."""


def block_texts(text: str) -> tuple[str, ...]:
    """The text cut before each top-level block but the first; joined they are the text."""
    return grown_blocks(text, 0)[0]


def grown_blocks(text: str, known: int) -> tuple[tuple[str, ...], int]:
    """The text cut before each top-level block, with how much of the last is known for good.

    That is what comes before the last item of a list. `known` is that answer for a text which has
    grown since, all of whose lines were whole; else 0.
    """
    tokens = _LAYOUT.parse(text[known:])
    offsets = [known + offset for offset in _line_offsets(text[known:])]
    starts = [token.map[0] for token in tokens if not token.level and token.map]
    cuts = [0, *(offsets[start] for start in starts[1:])]
    items = [offsets[item] for item in _item_starts(tokens) if item >= starts[-1]]
    texts = tuple(text[start:end] for start, end in pairwise([*cuts, len(text)]))
    return texts, items[-1] - cuts[-1] if items else 0


def parted(block: str, most: int) -> tuple[str, str]:
    """A block cut in two: the first of at most `most` characters, the other can be read alone.

    It is cut before an item of a list, else at the end of a line, else between words. The other
    part opens the fence or has the header of the table again in which the cut was made.
    """
    beginning = block[: 2 * most]
    tokens = _LAYOUT.parse(beginning)
    offsets = _line_offsets(beginning)
    last = max(line for line, offset in enumerate(offsets) if offset <= most)
    items = [item for item in _item_starts(tokens) if 0 < item <= last]
    if items:
        cut = offsets[items[-1]]
        return block[:cut], block[cut:]
    opening, first_line = _opening_at(last, beginning, tokens, most)
    if last > first_line:
        cut = offsets[last]
    elif opening:
        cut = most
    else:
        cut = block.rfind(" ", 0, most) + 1 or most
    return block[:cut], opening + block[cut:]


def last_lines(block: str, count: int) -> str:
    """The end of a block, at least so many lines of it, such that it can be read alone.

    A glance at its first lines is enough for that, so nested blocks may be taken for others.
    """
    lines = block.split("\n")
    line = len(lines) - count
    if line <= _HEADER_LINES:
        return block
    beginning = "\n".join(lines[: _HEADER_LINES + 1])
    tokens = _LAYOUT.parse(beginning)
    opening, first_line = _opening_at(1, beginning, tokens[:1], _MOST_HEADER_CHARS)
    if opening and line >= first_line:
        return opening + "\n".join(lines[line:])
    if tokens and tokens[0].type in ("bullet_list_open", "ordered_list_open"):
        line = next((at for at in range(line, 0, -1) if _ITEM.match(lines[at])), 0)
        return "\n".join(lines[line:])
    return block


def _line_offsets(text: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def _item_starts(tokens: Sequence[Token]) -> Iterator[int]:
    for token in tokens:
        if token.type == "list_item_open" and token.level == 1 and token.map:
            yield token.map[0]


def _opening_at(line: int, text: str, tokens: Sequence[Token], most: int) -> tuple[str, int]:
    """What opens once more at a cut before a line, and the first line that may be cut off."""
    for token in tokens:
        if token.map is None or not token.map[0] < line < token.map[1]:
            continue
        first = token.map[0]
        lines = text.split("\n")
        if token.type == "fence":
            quote = "> " if lines[first].lstrip().startswith(">") else ""
            language = token.info.strip().partition(" ")[0][:_MOST_LANGUAGE_CHARS]
            return f"{quote}{token.markup}{language}\n", first + 1
        if token.type == "table_open":
            header = "".join(f"{text}\n" for text in lines[first : first + _HEADER_LINES])
            if len(header) * 4 < most:
                return header, first + _HEADER_LINES
    return "", 0
