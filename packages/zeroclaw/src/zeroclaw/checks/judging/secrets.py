"""Judges whether what is sealed can be opened."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from shlex import quote

from attrs import field, frozen

from zeroclaw.checks.finding import Finding, Severity, Subject, error, fine, warning

__all__ = ["SecretFacts", "judge_secrets"]


@frozen
class SecretFacts:
    """The key file, with how many values are sealed.

    `problem` is the sentence about a key file that cannot be used, which says what to do.
    `unopened` has a sentence for each key of the config whose value does not open.
    """

    key_file: str
    sealed: int = 0
    has_previous: bool = False
    problem: str | None = None
    unopened: Mapping[str, str] = field(factory=dict, hash=False)


def judge_secrets(facts: SecretFacts, told: Collection[str] = ()) -> list[Finding]:
    """A value that does not open is an error; those of the keys that are `told` need no more."""
    findings = [
        _unopened(facts, key, sentence)
        for key, sentence in facts.unopened.items()
        if key not in told
    ]
    if facts.problem is not None and not facts.unopened:
        findings.append(Finding(Severity.ERROR, Subject.SECRETS, facts.problem))
    if facts.has_previous:
        findings.append(warning(Subject.SECRETS, "check_rotation", path=facts.key_file))
    if findings or facts.unopened:
        return findings
    if not facts.sealed:
        return [fine(Subject.SECRETS, "check_nothing_sealed")]
    return [fine(Subject.SECRETS, "check_sealed", count=facts.sealed)]


def _unopened(facts: SecretFacts, key: str, sentence: str) -> Finding:
    if facts.problem is not None:
        return Finding(Severity.ERROR, Subject.SECRETS, sentence)
    return error(Subject.SECRETS, "check_unopened", problem=sentence, key=quote(key))
