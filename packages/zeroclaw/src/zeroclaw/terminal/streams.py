"""Keeps an answer apart from the progress around it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from zeroclaw.terminal.errors import OutputError
from zeroclaw.terminal.output import Output, share_a_terminal
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style

__all__ = ["Streams"]


@define(eq=False)
class Streams:
    """The answer on one stream, everything else on the other; each starts on a line of its own.

    The other stream is a courtesy: once it fails it is left alone, and the answer goes on.
    """

    _out: Output
    _err: Output
    _style: Style
    _is_apart: bool = False
    _out_is_inside_line: bool = False
    _err_is_inside_line: bool = False
    _err_is_gone: bool = False
    _is_interrupted: bool = False
    _held_back: str = ""

    def __attrs_post_init__(self) -> None:
        self._is_apart = not share_a_terminal(self._out, self._err)

    async def answer(self, text: str) -> None:
        """Show text of the answer; on a terminal it cannot be obeyed.

        Raises `OutputClosed`, `OutputFailed`.
        """
        text = self._harmless(text)
        if not text:
            return
        if self._err_is_inside_line and not self._is_apart:
            await self._tell("\n")
        if self._is_interrupted and self._out_is_inside_line:
            await self._out.write("\n")
        self._is_interrupted = False
        await self._out.write(text)
        self._out_is_inside_line = not text.endswith("\n")

    def interrupt(self) -> None:
        """Text that comes now is not the end of the sentence that was shown before."""
        self._is_interrupted = True

    async def end(self) -> None:
        """Finish the answer with a line end, if there was one."""
        rest, self._held_back = self._held_back, ""
        if rest:
            await self._out.write(visible(rest))
            self._out_is_inside_line = True
        await self._end_answer_line()
        await self._end_other_line()

    async def lines(self, lines: Iterable[str]) -> None:
        """Show lines of progress."""
        text = "".join(f"{line}\n" for line in lines)
        if text:
            await self._make_room()
            await self._tell(text)

    async def other_text(self, text: str) -> None:
        """Show text that belongs to no answer, as it comes."""
        if not text:
            return
        if not self._err_is_inside_line:
            await self._make_room()
        shown = "\n".join(
            self._style.dim(visible(line)) if line else "" for line in text.split("\n")
        )
        await self._tell(shown)
        self._err_is_inside_line = not text.endswith("\n")

    async def clear_the_way(self) -> None:
        """Leave the line on every terminal, since a question comes next."""
        if self._out.is_terminal:
            await self._end_answer_line()
        await self._end_other_line()

    async def _make_room(self) -> None:
        if not self._is_apart:
            await self._end_answer_line()
        await self._end_other_line()

    async def _end_answer_line(self) -> None:
        if self._out_is_inside_line:
            await self._out.write("\n")
            self._out_is_inside_line = False

    async def _end_other_line(self) -> None:
        if self._err_is_inside_line:
            await self._tell("\n")

    async def _tell(self, text: str) -> None:
        self._err_is_inside_line = False
        if self._err_is_gone:
            return
        try:
            await self._err.write(text)
        except OutputError:
            self._err_is_gone = True

    def _harmless(self, text: str) -> str:
        if not self._out.is_terminal:
            return text
        text = self._held_back + text
        # A line end may be cut in two by the stream.
        self._held_back = "\r" if text.endswith("\r") else ""
        return visible(text.removesuffix("\r"))
