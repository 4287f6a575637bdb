"""One thing that was found out about an installation."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from attrs import frozen

from zeroclaw.words import current_words, say
from zeroclaw_api.json import JsonObject

__all__ = ["Finding", "Severity", "Subject", "as_json", "error", "fine", "warning"]

_FIX_SUFFIX: Final = "_fix"
_KEY_PREFIX: Final = "check_"


class Severity(StrEnum):
    """How bad it is. Only an error makes the examination fail."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


class Subject(StrEnum):
    """What it is about, in the order in which it is shown."""

    PLATFORM = "platform"
    INSTALLED = "installed"
    TERMINAL = "terminal"
    CONFIG = "config"
    SECRETS = "secrets"
    PERMISSIONS = "permissions"
    DISK = "disk"
    DATABASE = "database"
    SANDBOX = "sandbox"
    PROVIDERS = "providers"
    CLOCK = "clock"


@frozen
class Finding:
    """A sentence about a subject. `fix` is a sentence as well; a command in it is in backticks.

    Neither has a secret in it. `code` says in every language what was found; None where an error
    speaks for itself.
    """

    severity: Severity
    subject: Subject
    text: str
    fix: str | None = None
    code: str | None = None


def fine(subject: Subject, key: str, /, **facts: object) -> Finding:
    """Nothing is wrong, in the words of a key."""
    return _worded(Severity.OK, subject, key, facts)


def warning(subject: Subject, key: str, /, **facts: object) -> Finding:
    """Somebody should look at it; the words of `<key>_fix` say what to do, where there are any."""
    return _worded(Severity.WARNING, subject, key, facts)


def error(subject: Subject, key: str, /, **facts: object) -> Finding:
    """Something does not work; the words of `<key>_fix` say what to do, where there are any."""
    return _worded(Severity.ERROR, subject, key, facts)


def as_json(findings: Sequence[Finding]) -> JsonObject:
    """The findings with how many there are of each kind, as programs read them."""
    return {
        "findings": [
            {
                "severity": finding.severity.value,
                "subject": finding.subject.value,
                "code": finding.code,
                "text": finding.text,
                "fix": finding.fix,
            }
            for finding in findings
        ],
        "summary": {
            severity.value: sum(finding.severity is severity for finding in findings)
            for severity in Severity
        },
    }


def _worded(severity: Severity, subject: Subject, key: str, facts: dict[str, object]) -> Finding:
    fix = current_words().say(key + _FIX_SUFFIX, facts)
    return Finding(severity, subject, say(key, **facts), fix, key.removeprefix(_KEY_PREFIX))
