"""Findings are rows that fit on a terminal, plain ones elsewhere."""

from __future__ import annotations

import io
from typing import Final

from zeroclaw.checks.finding import Finding, Severity, Subject
from zeroclaw.checks.rows import Layout, layout_for, rows, summary
from zeroclaw.locales.language import speaking
from zeroclaw.terminal.cells import cells
from zeroclaw.terminal.style import Style

PLAIN: Final = Layout(Style(colour=False))
LONG: Final = Finding(Severity.ERROR, Subject.DISK, "word " * 60, "Do `this`.")


def test_row_in_a_pipe_is_one_line_with_its_fix_below() -> None:
    lines = list(rows([LONG], PLAIN))
    assert len(lines) == 2
    assert lines[0].startswith("error   disk         word word")
    assert lines[1] == f"{'':21}→ Do `this`."


def test_row_on_a_terminal_is_wrapped_below_its_sentence() -> None:
    lines = list(rows([LONG], Layout(Style(colour=False), has_signs=True, width=40)))
    assert lines[0].startswith("✗ disk")
    assert all(cells(line) <= 40 for line in lines)
    assert all(line.startswith(" " * 15) for line in lines[1:])


def test_colours_go_with_the_severity_of_a_row() -> None:
    layout = Layout(Style(colour=True), has_signs=True)
    marks = [
        next(iter(rows([Finding(severity, Subject.DISK, "x")], layout))) for severity in Severity
    ]
    assert [mark[:6] for mark in marks] == ["\x1b[32m✓", "\x1b[33m!", "\x1b[31m✗"]


def test_what_a_terminal_would_obey_is_spelled_out() -> None:
    [line] = rows([Finding(Severity.OK, Subject.DISK, "a\x1b[2Jb")], PLAIN)
    assert "\x1b" not in line
    assert "a\\x1b[2Jb" in line


def test_summary_counts_what_is_wrong_or_says_that_nothing_is() -> None:
    fine = Finding(Severity.OK, Subject.DISK, "x")
    poor = Finding(Severity.WARNING, Subject.DISK, "x")
    assert summary([fine]) == "Nothing is wrong."
    assert summary([fine, poor, LONG, LONG]) == "2 errors, 1 warning."


def test_rows_of_wide_words_begin_their_sentences_in_one_column() -> None:
    with speaking("zh-CN"):
        shown = list(rows([Finding(each, Subject.DISK, "x") for each in Severity], PLAIN))
        assert summary([LONG]) == "1 个错误，0 个警告。"
    assert {cells(line) for line in shown} == {PLAIN.indent + 1}
    assert "错误" in shown[-1]
    assert "磁盘" in shown[-1]


def test_stream_that_is_no_terminal_gets_words_on_long_lines() -> None:
    assert layout_for({}, io.StringIO()) == PLAIN
    assert layout_for({}, None) == PLAIN
