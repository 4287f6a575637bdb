"""Tells on a terminal that providers are being asked, for as long as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TextIO

from attrs import define

from zeroclaw.words import say

__all__ = ["Progress"]

_CLEAR_LINE: Final = "\r\x1b[K"


@define(eq=False)
class Progress:
    """One line on a stream, if it is a terminal; it is a courtesy, so that failures are ignored."""

    _stream: TextIO | None
    _environ: Mapping[str, str]
    _is_shown: bool = False

    def asking(self, count: int) -> None:
        """So many providers are being asked."""
        if self._stream is None or not self._stream.isatty():
            return
        is_dumb = self._environ.get("TERM", "dumb") == "dumb"
        self._tell(say("check_asking", count=count) + ("\n" if is_dumb else ""))
        self._is_shown = not is_dumb

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._tell(_CLEAR_LINE)
            self._is_shown = False

    def _tell(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._stream = None
