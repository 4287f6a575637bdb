"""A finding is worded from one table, with its fix where there is one."""

from __future__ import annotations

from zeroclaw.checks.finding import Severity, Subject, as_json, error, fine, warning


def test_finding_takes_sentence_and_fix_from_the_words_of_its_key() -> None:
    found = error(Subject.DISK, "check_not_writable", folder="/x", problem="no")
    assert found.severity is Severity.ERROR
    assert found.text == "Nothing can be written in /x: no."
    assert found.fix == "Make it writable, or set ZEROCLAW_HOME to another folder."


def test_words_without_a_fix_give_a_finding_without_one() -> None:
    assert fine(Subject.SECRETS, "check_nothing_sealed").fix is None


def test_json_has_all_findings_with_their_numbers() -> None:
    found = [
        fine(Subject.SECRETS, "check_nothing_sealed"),
        warning(Subject.TERMINAL, "check_dumb_terminal"),
    ]
    form = as_json(found)
    assert form["summary"] == {"ok": 1, "warning": 1, "error": 0}
    assert form["findings"] == [
        {
            "severity": "ok",
            "subject": "secrets",
            "code": "nothing_sealed",
            "text": "Nothing in the config is sealed.",
            "fix": None,
        },
        {
            "severity": "warning",
            "subject": "terminal",
            "code": "dumb_terminal",
            "text": "TERM is not set, or dumb, so that a chat goes line by line.",
            "fix": "Set TERM to what your terminal is, such as xterm-256color.",
        },
    ]
