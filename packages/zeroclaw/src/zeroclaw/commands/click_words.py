"""Says in another language what click says of itself, which is English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import IO, Final

import click

from zeroclaw.locales.language import ENGLISH, current_language
from zeroclaw.terminal.cells import cells, pad, wrap
from zeroclaw.words import say

__all__ = ["InOtherWords", "SpokenContext", "reworded"]

_MEANT: Final = r" \(?Did you mean (?:one of: )?(?P<meant>.+?)\?\)?"
_FORMS: Final = (
    (r"Show this message and exit\.", "click_help"),
    (r"Show the version and exit\.", "click_version"),
    (r"No such option '(?P<name>[^']+)'\." + _MEANT, "click_no_option_but"),
    (r"No such option '(?P<name>[^']+)'\.", "click_no_option"),
    (r"No such command '(?P<name>[^']+)'\." + _MEANT, "click_no_command_but"),
    (r"No such command '(?P<name>[^']+)'\.", "click_no_command"),
    (r"Missing command\.", "click_missing_command"),
    (r"Missing argument '(?P<name>.+?)'\.\s*(?P<rest>.*)", "click_missing_argument"),
    (r"Missing option '(?P<name>.+?)'\.\s*(?P<rest>.*)", "click_missing_option"),
    (
        r"Invalid value for (?P<name>.+?): '(?P<value>.*)' is not one of (?P<choices>.+)\.",
        "click_not_one_of",
    ),
    (r"Invalid value for (?P<name>.+?): (?P<problem>.+)", "click_bad_value"),
    (r"Option '(?P<name>.+?)' requires an argument\.", "click_needs_value"),
    (r"Option '(?P<name>.+?)' does not take a value\.", "click_takes_no_value"),
    (r"Got unexpected extra arguments? \((?P<values>.*)\)", "click_extra"),
    (r"Usage:", "click_usage"),
    (r"Options", "click_options"),
    (r"Commands", "click_commands"),
)
_VERBATIM: Final = "\b"
"""What click 8 says, as patterns, with the keys of our catalogue; they share their facts."""


def reworded(text: str) -> str:
    """The text of click in the language that is spoken; as it is, when that is not known."""
    if current_language() == ENGLISH:
        return text
    for form, key in _FORMS:
        match = re.fullmatch(form, text, re.DOTALL)
        if match:
            return say(key, **match.groupdict())
    return text


class _Formatter(click.HelpFormatter):
    """Lays help out by the cells that a terminal needs, where click counts characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, reworded("Usage:") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{reworded(heading)}\n")

    def write_text(self, text: str) -> None:
        for paragraph in text.split("\n\n"):
            lines = paragraph.split("\n")
            if lines[0].strip() == _VERBATIM:
                self._write_lines(lines[1:])
            else:
                self._write_lines(wrap(" ".join(lines), self.width - self.current_indent))
            self.write("\n")
        # Between paragraphs stands a blank line, not after the last.
        self.buffer.pop()

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        pairs = [(term, reworded(said)) for term, said in rows]
        column = min(max(cells(term) for term, _ in pairs), col_max) + col_spacing
        for term, said in pairs:
            lines = wrap(said, self.width - self.current_indent - column)
            if cells(term) + col_spacing > column:
                self._write_lines([term])
            else:
                lines[0] = pad(term, column) + lines[0]
                self._write_lines(lines[:1])
                del lines[0]
            self._write_lines(pad("", column) + line for line in lines)

    def _write_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(f"{'':>{self.current_indent}}{line}\n")


class SpokenContext(click.Context):
    """A context whose help is in the language that is spoken."""

    formatter_class = _Formatter


class InOtherWords(click.UsageError):
    """An error of click as it shows it, in the language that is spoken."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error.message, error.ctx)
        self._english = error.format_message()

    def format_message(self) -> str:
        return reworded(self._english)

    def show(self, file: IO[str] | None = None) -> None:
        said = [say("click_error", problem=self.format_message())]
        if self.ctx is not None:
            hint = say("click_try", command=f"{self.ctx.command_path} --help")
            said = [self.ctx.get_usage(), hint, "", *said]
        for line in said:
            click.echo(line, file, err=file is None)
