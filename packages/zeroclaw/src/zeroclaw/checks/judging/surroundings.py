"""Judges the system that the program runs on, with the terminal it is shown on."""

from __future__ import annotations

from attrs import frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = ["SystemFacts", "TerminalFacts", "judge_system", "judge_terminal"]

_UTF_8 = "utf8"


@frozen
class SystemFacts:
    """`platform` as Python names it, such as `linux`; the versions are for people."""

    platform: str
    release: str
    python: str


@frozen
class TerminalFacts:
    """Whether somebody looks on, on what kind of terminal, in which encoding."""

    is_terminal: bool
    kind: str
    encoding: str


def judge_system(facts: SystemFacts) -> list[Finding]:
    """Linux is what everything is tested on."""
    told = {"release": facts.release, "python": facts.python}
    match facts.platform:
        case "linux":
            return [fine(Subject.PLATFORM, "check_linux", **told)]
        case "darwin":
            return [warning(Subject.PLATFORM, "check_macos", **told)]
        case _:
            return [error(Subject.PLATFORM, "check_unsupported", platform=facts.platform)]


def judge_terminal(facts: TerminalFacts) -> list[Finding]:
    """A chat needs a terminal that can move its cursor, which is told of text as UTF-8."""
    findings = []
    if facts.encoding.lower().replace("-", "") != _UTF_8:
        findings.append(warning(Subject.TERMINAL, "check_not_utf8", encoding=facts.encoding))
    if facts.is_terminal and facts.kind in ("", "dumb"):
        findings.append(warning(Subject.TERMINAL, "check_dumb_terminal"))
    if findings:
        return findings
    key = "check_terminal" if facts.is_terminal else "check_no_terminal"
    return [fine(Subject.TERMINAL, key, kind=facts.kind, encoding=facts.encoding)]
