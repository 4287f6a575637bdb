"""The system is judged by what is tested, its terminal by what a chat needs."""

from __future__ import annotations

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.surroundings import (
    SystemFacts,
    TerminalFacts,
    judge_system,
    judge_terminal,
)


def test_linux_is_fine_others_are_not() -> None:
    severities = [
        judge_system(SystemFacts(platform, "1", "3.11"))[0].severity
        for platform in ("linux", "darwin", "win32")
    ]
    assert severities == [Severity.OK, Severity.WARNING, Severity.ERROR]


def test_utf8_terminal_is_fine_however_it_is_spelt() -> None:
    for encoding in ("utf-8", "UTF-8", "utf8"):
        [finding] = judge_terminal(TerminalFacts(True, "xterm", encoding))
        assert finding.severity is Severity.OK


def test_encoding_and_dumb_terminal_are_warned_about() -> None:
    found = judge_terminal(TerminalFacts(True, "dumb", "ANSI_X3.4-1968"))
    assert [finding.severity for finding in found] == [Severity.WARNING, Severity.WARNING]
    assert "ANSI_X3.4-1968" in found[0].text


def test_pipe_needs_no_kind_of_terminal() -> None:
    [finding] = judge_terminal(TerminalFacts(False, "", "utf-8"))
    assert finding.severity is Severity.OK
