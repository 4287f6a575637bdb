"""Tells on a terminal which models have not answered yet."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from attrs import define, field

from zeroclaw.terminal.cells import NARROWEST, cut
from zeroclaw.terminal.sanitise import visible
from zeroclaw.words import say

__all__ = ["Waiting"]

_FROM_THE_START: Final = "\r\x1b[K"


@define(eq=False)
class Waiting:
    """One line on a stream, if that is a terminal which can write it anew.

    It is a courtesy, so that failures are ignored.
    """

    _stream: TextIO | None
    _environ: Mapping[str, str]
    _names: list[str] = field(factory=list)
    _count: int = 0
    _is_shown: bool = False

    def begin(self, names: Sequence[str]) -> None:
        """These are being asked."""
        self._names, self._count = list(names), len(names)
        self._show()

    def done(self, name: str) -> None:
        """This one is through."""
        self._names.remove(name)
        self._show()

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._tell(_FROM_THE_START)
            self._is_shown = False

    def _show(self) -> None:
        if not self._names or not self._can_rewrite:
            return
        facts = {"done": self._count - len(self._names), "count": self._count}
        line = visible(say("providers_waiting", names=", ".join(self._names), **facts))
        room = max(NARROWEST, shutil.get_terminal_size().columns - 1)
        self._is_shown = True
        self._tell(_FROM_THE_START + cut(line, room))

    @property
    def _can_rewrite(self) -> bool:
        is_dumb = self._environ.get("TERM", "dumb") == "dumb"
        return self._stream is not None and not is_dumb and self._stream.isatty()

    def _tell(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            self._stream = None
