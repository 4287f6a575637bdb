"""Read markup from the start of a text that may not be complete yet."""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.strict_json import Json, end_of_json, parse_json

__all__ = ["Cursor"]

_SPACE = re.compile(r"[ \t\r\n]*")


class Cursor:
    """A place in a text, moved by what is read there.

    Every method gives the same answer however the text goes on, or raises `EOFError` when more
    of it is needed to know. A text that cannot be right raises `ValueError` with a clause that
    says why.
    """

    __slots__ = ("_end", "_text", "at")

    def __init__(self, text: str, at: int, end: int) -> None:
        self._text = text
        self._end = end
        self.at = at

    def starts(self, *literals: str) -> bool:
        """Whether one of the literals comes next."""
        for literal in literals:
            if self._text.startswith(literal, self.at, self._end):
                return True
        left = self._end - self.at
        for literal in literals:
            if left < len(literal) and self._text.startswith(literal[:left], self.at, self._end):
                raise EOFError
        return False

    def take(self, literal: str) -> bool:
        """Whether this comes next; moves behind it if so."""
        if not self.starts(literal):
            return False
        self.at += len(literal)
        return True

    def expect(self, literal: str) -> None:
        """Move behind what has to come next."""
        if not self.take(literal):
            raise ValueError(f"{literal} is missing")

    def skip_space(self) -> None:
        """Move behind white space, if there is any."""
        found = _SPACE.match(self._text, self.at, self._end)
        self.at = found.end() if found else self.at

    def text_since(self, start: int) -> str:
        """What was read since a place."""
        return self._text[start : self.at]

    def run(self, pattern: re.Pattern[str]) -> str:
        """What a repeated class of characters matches here, possibly nothing."""
        found = pattern.match(self._text, self.at, self._end)
        stop = found.end() if found else self.at
        if stop == self._end:
            raise EOFError
        taken = self._text[self.at : stop]
        self.at = stop
        return taken

    def until(self, literal: str) -> str:
        """All that comes before a literal; moves behind that."""
        stop = self._text.find(literal, self.at, self._end)
        if stop < 0:
            raise EOFError
        taken = self._text[self.at : stop]
        self.at = stop + len(literal)
        return taken

    def json(self) -> Json:
        """The JSON object or array that comes next."""
        stop = end_of_json(self._text, self.at, self._end)
        start, self.at = self.at, stop
        return parse_json(self._text[start:stop])

    def raw_value(self, close: str, *followers: str) -> str:
        """Raw text up to a closing tag that is followed by one of some tags.

        Raw text has no escapes, so that a closing tag which something else follows is a part of
        it. Moves behind the closing tag, to the follower.
        """
        start = self.at
        while True:
            self.until(close)
            stop = self.at - len(close)
            self.skip_space()
            if self.starts(*followers):
                return self._text[start:stop]
