"""Decides on colours."""

from __future__ import annotations

from collections.abc import Mapping

import click
from attrs import frozen

__all__ = ["Style", "style_for"]


@frozen
class Style:
    """How text is set off: by colour, or not at all."""

    colour: bool

    def dim(self, text: str) -> str:
        """Less important."""
        return click.style(text, dim=True) if self.colour else text

    def bold(self, text: str) -> str:
        """Important."""
        return click.style(text, bold=True) if self.colour else text

    def good(self, text: str) -> str:
        """It worked."""
        return self._in(text, "green")

    def bad(self, text: str) -> str:
        """It did not work."""
        return self._in(text, "red")

    def notable(self, text: str) -> str:
        """Somebody should look at it."""
        return self._in(text, "yellow")

    def active(self, text: str) -> str:
        """It is at work."""
        return self._in(text, "cyan")

    def _in(self, text: str, colour: str) -> str:
        return click.style(text, fg=colour) if self.colour else text


def style_for(environ: Mapping[str, str], *, is_terminal: bool) -> Style:
    """Colours on a terminal, unless `NO_COLOR` or `TERM=dumb` is set.

    `FORCE_COLOR` and `CLICOLOR_FORCE` (other than `0`) ask for them anywhere; `NO_COLOR` wins.
    """
    if environ.get("NO_COLOR"):
        return Style(colour=False)
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return Style(colour=True)
    return Style(colour=is_terminal and environ.get("TERM") != "dumb")
