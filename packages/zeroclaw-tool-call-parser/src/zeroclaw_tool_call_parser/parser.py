"""Split what a model writes into text, thinking, calls.

A marker opens a call only where one may stand: not in code, a quotation, thinking, an echoed tool
result. Calls count only at the end of a reply: what has text behind it was an example, is text.
So calls come out when the reply is closed; text comes out as soon as no more of the reply can
make it anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import assert_never

from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Dialect, Opener, Place, Region
from zeroclaw_tool_call_parser.markers import Filler, Frame, Markers, Thought
from zeroclaw_tool_call_parser.offer import Offer
from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking, merged
from zeroclaw_tool_call_parser.surroundings import Surroundings

__all__ = ["LONGEST_CALL", "ToolCallParser", "parse"]

# Characters of one block of calls; where one is longer, the rest of the reply is text.
LONGEST_CALL = 1_048_576

# Characters of a block that may be looked at as often as a chunk comes.
_SHORT = 256
_SPACE = re.compile(r"\s*")


class _Mode(Enum):
    TEXT = auto()
    THINKING = auto()
    # Text in which nothing counts, up to its closing mark.
    INERT = auto()
    # Behind the marker of a call.
    BLOCK = auto()
    # Behind a call.
    RUN = auto()


class ToolCallParser:
    """Reads one reply in one dialect, chunk by chunk; any chunking gives the same pieces.

    `tools` holds the offered tools by name, each with the JSON Schema of its parameters. Nothing
    a model writes raises an error. Concatenated, the text and the raw markup of all pieces are
    what was fed, but for calls, thinking, their marks, the space between calls.
    """

    def __init__(self, dialect: Dialect, tools: Mapping[str, Mapping[str, object]]) -> None:
        self._markers = Markers(dialect)
        self._offer = Offer(tools)
        self._steps: Mapping[_Mode, Callable[[bool], bool]] = {
            _Mode.TEXT: self._text_step,
            _Mode.THINKING: self._thinking_step,
            _Mode.INERT: self._inert_step,
            _Mode.BLOCK: self._block_step,
            _Mode.RUN: self._run_step,
        }
        self._mode = _Mode.TEXT
        self._around = Surroundings()
        self._is_blank = True
        self._is_closed = False
        self._counts = True
        # What is not decided yet, from `_at` on, with the chunks it is not worth to look at yet.
        self._held = ""
        self._at = 0
        self._chunks: list[str] = []
        self._chunked = 0
        self._wanted = 0
        # What closes the region, what opened the block.
        self._close = ""
        self._opener: Opener | None = None
        self._body = 0
        # The calls which are real unless text follows, as they were written.
        self._raw: list[str] = []
        self._calls: list[Call] = []
        self._problem = ""
        self._out: list[Piece] = []

    def feed(self, chunk: str) -> tuple[Piece, ...]:
        """The pieces that this chunk settles. Raises `ValueError` after `close`."""
        if self._is_closed:
            raise ValueError("the reply is closed already")
        self._chunks.append(chunk)
        self._chunked += len(chunk)
        return self._advance(is_final=False) if self._chunked >= self._wanted else ()

    def close(self, *, counts: bool = True) -> tuple[Piece, ...]:
        """The remaining pieces, when the reply has ended; none when called again.

        Unless the calls count, since the reply has its calls elsewhere, they are text.
        """
        if self._is_closed:
            return ()
        self._is_closed = True
        self._counts = counts
        return self._advance(is_final=True)

    def _advance(self, *, is_final: bool) -> tuple[Piece, ...]:
        self._held = "".join([self._held[self._at :], *self._chunks])
        self._body -= self._at
        self._at = self._chunked = self._wanted = 0
        self._chunks.clear()
        while self._steps[self._mode](is_final):
            pass
        if is_final:
            self._end_run()
        pieces = merged(self._out)
        self._out.clear()
        return pieces

    # Each step reads something, then says whether another one can follow.

    def _text_step(self, is_final: bool) -> bool:
        if self._is_blank and self._open_alone():
            return True
        found = self._markers.search(self._held, self._at)
        if found is None:
            stop = len(self._held) if is_final else self._markers.settled(self._held, self._at)
            self._show(stop)
            return False
        start, marker, kind = found
        self._show(start)
        behind = start + len(marker)
        match kind:
            case Opener():
                if self._may_open(kind.place):
                    self._open(kind, behind)
                else:
                    self._show(behind)
            case Thought(region):
                self._open_thinking(region, behind)
            case Region():
                is_quoted = self._around.is_quoted
                self._show(behind)
                if not is_quoted:
                    self._enter(_Mode.INERT, kind.close)
            case Frame():
                if self._around.is_quoted:
                    self._show(behind)
                self._at = behind
            case Filler():
                self._show(behind)
            case _:
                assert_never(kind)
        return True

    def _thinking_step(self, is_final: bool) -> bool:
        stop, is_end = self._region_end(is_final)
        if stop > self._at:
            self._out.append(Thinking(self._held[self._at : stop]))
        self._at = stop + len(self._close) if is_end else stop
        if is_end:
            self._mode, self._around = _Mode.TEXT, Surroundings()
        return is_end

    def _inert_step(self, is_final: bool) -> bool:
        stop, is_end = self._region_end(is_final)
        stop += len(self._close) if is_end else 0
        if stop > self._at:
            self._out.append(Text(self._held[self._at : stop]))
        self._at = stop
        if is_end:
            self._mode, self._around = _Mode.TEXT, Surroundings(self._close)
        return is_end

    def _block_step(self, is_final: bool) -> bool:
        opener, start = self._opener, self._at
        assert opener is not None
        end = min(len(self._held), start + LONGEST_CALL)
        cursor = Cursor(self._held, self._body, end)
        problem = ""
        calls: tuple[Call, ...] | None = None
        try:
            calls = opener.read(cursor, self._offer)
        except EOFError:
            return self._block_goes_on(opener, end, "", is_final=is_final)
        except ValueError as error:
            if opener.is_certain:
                problem = str(error)
        if problem:
            stop = self._held.find(opener.close, cursor.at, end) if opener.close else -1
            if stop < 0:
                return self._block_goes_on(opener, end, problem, is_final=is_final)
            cursor.at = stop + len(opener.close)
        elif calls is None:
            self._drop_run()
            self._mode = _Mode.TEXT
            self._is_blank = False
            # A single bracket may be the start of another marker.
            self._show(self._at if opener.place is Place.ALONE else self._body)
            return True
        self._keep(cursor.at)
        self._calls += calls or ()
        self._problem = self._problem or problem
        self._mode = _Mode.RUN
        return True

    def _run_step(self, is_final: bool) -> bool:
        space = _SPACE.match(self._held, self._at)
        self._keep(space.end() if space else self._at)
        if self._at == len(self._held):
            return False
        found = self._markers.at(self._held, self._at)
        if found is None and not is_final and self._markers.is_beginning(self._held, self._at):
            return False
        marker, kind = found or ("", None)
        if isinstance(kind, Opener):
            self._open(kind, self._at + len(marker))
        elif isinstance(kind, Filler):
            self._keep(self._at + len(marker))
        elif not (self._is_blank and self._open_alone()):
            self._drop_run()
            self._mode = _Mode.TEXT
        return True

    # What the steps are made of.

    def _show(self, stop: int) -> None:
        text = self._held[self._at : stop]
        self._at = stop
        if text:
            self._out.append(Text(text))
            self._around.advance(text)
            self._is_blank = self._is_blank and text.isspace()

    def _may_open(self, place: Place) -> bool:
        if place is Place.ANYWHERE:
            return not self._around.is_quoted
        return self._is_blank or self._around.is_line_start

    def _open(self, opener: Opener, body: int) -> None:
        self._mode, self._opener, self._body = _Mode.BLOCK, opener, body

    def _open_alone(self) -> bool:
        space = _SPACE.match(self._held, self._at)
        start = space.end() if space else self._at
        opener = self._markers.alone(self._held, start)
        if opener is None:
            return False
        if self._mode is _Mode.TEXT:
            self._show(start)
        self._open(opener, start + len(opener.marker))
        return True

    def _open_thinking(self, region: Region, behind: int) -> None:
        if self._may_open(region.place):
            self._at = behind
            self._enter(_Mode.THINKING, region.close)
            return
        is_quoted = self._around.is_quoted
        self._show(behind)
        if not is_quoted:
            # It may be prose about thinking as well as thinking: shown, yet nothing in it counts.
            self._enter(_Mode.INERT, region.close)

    def _enter(self, mode: _Mode, close: str) -> None:
        self._mode, self._close = mode, close

    def _region_end(self, is_final: bool) -> tuple[int, bool]:
        """How far the region is known to go, with whether it ends there."""
        length, close = len(self._held), self._close
        stop = self._held.find(close, self._at) if close else -1
        if stop >= 0:
            return stop, True
        for size in range(min(len(close) - 1, length - self._at), 0, -1):
            if not is_final and self._held.endswith(close[:size]):
                return length - size, False
        return length, False

    def _block_goes_on(self, opener: Opener, end: int, problem: str, *, is_final: bool) -> bool:
        size = end - self._at
        if size >= LONGEST_CALL or (is_final and not opener.is_certain):
            self._drop_run()
            self._enter(_Mode.INERT, "")
            return True
        if is_final:
            self._keep(end)
            self._problem = self._problem or problem or "the reply ends inside of it"
        else:
            # Looking again only when there is half as much more keeps the whole work linear.
            self._wanted = size // 2 if size > _SHORT else 1
        return False

    def _keep(self, stop: int) -> None:
        self._raw.append(self._held[self._at : stop])
        self._at = stop

    def _drop_run(self) -> None:
        """Show the calls so far as the text they turned out to be."""
        text = "".join(self._raw)
        self._forget_run()
        if text:
            self._out.append(Text(text))
            self._around.advance(text)
            self._is_blank = False

    def _end_run(self) -> None:
        """Hand over the calls that nothing follows."""
        if not self._counts:
            self._drop_run()
        elif self._problem:
            self._out.append(Malformed("".join(self._raw), self._problem))
        else:
            self._out += self._calls
        self._forget_run()

    def _forget_run(self) -> None:
        self._raw.clear()
        self._calls.clear()
        self._problem = ""


def parse(
    text: str, dialect: Dialect, tools: Mapping[str, Mapping[str, object]]
) -> tuple[Piece, ...]:
    """The pieces of a whole reply, neighbouring texts as one."""
    parser = ToolCallParser(dialect, tools)
    return merged([*parser.feed(text), *parser.close()])
