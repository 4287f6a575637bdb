"""Follow the Markdown around a place in a text: code, quotations, the start of a line."""

from __future__ import annotations

import re

__all__ = ["Surroundings"]

_TOKENS = re.compile(r"\n|`+|~+|[^\n`~]+")
# Enough of a line to know what it starts with.
_HEAD = 64
_SHORTEST_FENCE = 3
_ITEM_START = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*")
# From here on, white space at the start of a line makes it code.
_INDENTED = 4
_QUOTED = re.compile(r" {0,3}>")


class Surroundings:
    """What stands around the end of the text seen so far.

    A quotation goes on to the next blank line, whether or not its lines are marked. A code span
    counts within its line only: one that goes on has its end behind any call it holds, and what
    has text behind it is no call.
    """

    __slots__ = (
        "_closes",
        "_fence",
        "_fence_length",
        "_head",
        "_is_quotation",
        "_new_fence",
        "_new_fence_length",
        "_run",
        "_run_leads",
        "_run_length",
        "_span",
    )

    def __init__(self, head: str = "") -> None:
        self._head = head
        # Whether this line continues the quotation of the line before.
        self._is_quotation = False
        # The character of the open block of code with its length, of one that this line opens;
        # whether this line closes it.
        self._fence = self._new_fence = ""
        self._fence_length = self._new_fence_length = 0
        self._closes = False
        # The backticks or tildes at the very end, which more may follow.
        self._run = ""
        self._run_length = 0
        self._run_leads = False
        # The length of the backticks that opened a code span in this line.
        self._span = 0

    @property
    def is_line_start(self) -> bool:
        """Whether a block may start here, outside of code."""
        return not self._head and not self._fence and not self._is_quotation

    @property
    def is_quoted(self) -> bool:
        """Whether this is inside code or a quotation."""
        self._end_run()
        is_code = bool(self._fence or self._new_fence or self._span)
        return is_code or self._is_in_quotation() or self._is_apart()

    def advance(self, text: str) -> None:
        """Go on behind some text."""
        for token in _TOKENS.findall(text):
            first = token[0]
            if first == "\n":
                self._end_line()
                continue
            if first in "`~":
                if self._run != first:
                    self._end_run()
                    self._run = first
                    self._run_leads = _ITEM_START.fullmatch(self._head) is not None
                self._run_length += len(token)
            else:
                self._end_run()
                self._closes = self._closes and token.isspace()
            if len(self._head) < _HEAD:
                self._head += token[: _HEAD - len(self._head)]

    def _is_apart(self) -> bool:
        """Whether only indentation or the mark of a list item comes before this in its line."""
        if self._head.isspace():
            return len(self._head.expandtabs(_INDENTED)) >= _INDENTED
        return bool(self._head) and _ITEM_START.fullmatch(self._head) is not None

    def _is_in_quotation(self) -> bool:
        return self._is_quotation or _QUOTED.match(self._head) is not None

    def _end_run(self) -> None:
        run, length = self._run, self._run_length
        if not run:
            return
        self._run, self._run_length = "", 0
        is_fence = self._run_leads and length >= _SHORTEST_FENCE
        if self._fence:
            self._closes = is_fence and run == self._fence and length >= self._fence_length
        elif is_fence:
            self._new_fence, self._new_fence_length = run, length
            self._span = length if run == "`" else 0
        elif run == "`":
            if self._new_fence == "`":
                # Backticks in what follows an opening fence make it a code span.
                self._new_fence = ""
            self._span = 0 if self._span == length else self._span or length

    def _end_line(self) -> None:
        self._end_run()
        is_blank = not self._head or self._head.isspace()
        self._is_quotation = not self._fence and not is_blank and self._is_in_quotation()
        if self._fence:
            if self._closes:
                self._fence = ""
        elif self._new_fence:
            self._fence, self._fence_length = self._new_fence, self._new_fence_length
        self._head = self._new_fence = ""
        self._span = 0
        self._closes = False
