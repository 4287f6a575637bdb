"""Lays findings out as rows of text."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TextIO, assert_never

from attrs import frozen

from zeroclaw.checks.finding import Finding, Severity
from zeroclaw.terminal.cells import NARROWEST, pad, wrap
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style, style_for
from zeroclaw.words import say

__all__ = ["WIDTH", "Layout", "layout_for", "rows", "summary"]

WIDTH: Final = 100
"""Cells, at most: longer lines are hard to read."""

_SUBJECT_CELLS: Final = 11
_WORD_CELLS: Final = 7


@frozen
class Layout:
    """How rows look: with signs or with words, in how many cells.

    Without a `width` every sentence is one line, as other programs want it.
    """

    style: Style
    has_signs: bool = False
    width: int | None = None

    @property
    def indent(self) -> int:
        """The cells before a sentence: those of mark and subject."""
        return (1 if self.has_signs else _WORD_CELLS) + 1 + _SUBJECT_CELLS + 2


def layout_for(environ: Mapping[str, str], stream: TextIO | None) -> Layout:
    """Signs and lines that fit on a terminal, words elsewhere."""
    is_terminal = stream is not None and stream.isatty()
    style = style_for(environ, is_terminal=is_terminal)
    if stream is None or not is_terminal:
        return Layout(style)
    has_signs = stream.encoding.lower() == "utf-8"
    return Layout(style, has_signs, shutil.get_terminal_size().columns)


def rows(findings: Sequence[Finding], layout: Layout) -> Iterator[str]:
    """Each finding as a row with a mark; below it what fixes it."""
    style, space = layout.style, " " * layout.indent
    for finding in findings:
        subject = style.dim(pad(say(f"check_subject_{finding.subject}"), _SUBJECT_CELLS))
        first, *more = _lines(finding.text, layout)
        yield f"{_mark(finding.severity, layout)} {subject}  {first}"
        yield from (f"{space}{line}" for line in more)
        if finding.fix is not None:
            lines = _lines(say("check_fix", fix=finding.fix), layout)
            yield from (f"{space}{style.bold(line)}" for line in lines)


def summary(findings: Sequence[Finding]) -> str:
    """How it stands, in a sentence."""
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    if not errors and not warnings:
        return say("check_all_fine")
    counted = {
        "errors": say("check_errors", count=errors),
        "warnings": say("check_warnings", count=warnings),
    }
    return say("check_summary", **counted)


def _lines(text: str, layout: Layout) -> list[str]:
    shown = [line.strip() for line in visible(text).split("\n") if line.strip()]
    if layout.width is None:
        return shown or [""]
    room = max(NARROWEST, min(layout.width, WIDTH) - layout.indent)
    return [line for part in shown for line in wrap(part, room)] or [""]


def _mark(severity: Severity, layout: Layout) -> str:
    style = layout.style
    word = pad(say(f"check_severity_{severity}"), _WORD_CELLS)
    match severity:
        case Severity.OK:
            return style.good("✓" if layout.has_signs else word)
        case Severity.WARNING:
            return style.notable("!" if layout.has_signs else word)
        case Severity.ERROR:
            return style.bad("✗" if layout.has_signs else word)
        case _ as never:
            assert_never(never)
