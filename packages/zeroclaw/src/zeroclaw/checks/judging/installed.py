"""Judges what is installed beside the program."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine

__all__ = ["InstalledFacts", "judge_installed"]


@frozen
class InstalledFacts:
    """The versions of our distributions, None for one that is missing; what local models need."""

    own: str
    siblings: Mapping[str, str | None] = field(hash=False)
    has_engine: bool
    has_bundled_model: bool


def judge_installed(facts: InstalledFacts) -> list[Finding]:
    """Distributions of another minor version do not understand each other."""
    missing = sorted(name for name, version in facts.siblings.items() if version is None)
    others = sorted(
        f"{name} {version}"
        for name, version in facts.siblings.items()
        if version is not None and _minor(version) != _minor(facts.own)
    )
    findings = []
    if missing:
        findings.append(error(Subject.INSTALLED, "check_missing_parts", names=", ".join(missing)))
    if others:
        findings.append(
            error(Subject.INSTALLED, "check_mixed_parts", own=facts.own, names=", ".join(others))
        )
    if not findings:
        count = len(facts.siblings) + 1
        findings.append(fine(Subject.INSTALLED, "check_parts", count=count, own=facts.own))
    return [*findings, _local(facts)]


def _local(facts: InstalledFacts) -> Finding:
    match facts.has_engine, facts.has_bundled_model:
        case True, True:
            key = "check_local_whole"
        case True, False:
            key = "check_local_engine"
        case False, True:
            key = "check_local_model"
        case _:
            key = "check_local_nothing"
    return fine(Subject.INSTALLED, key)


def _minor(version: str) -> tuple[str, ...]:
    return tuple(version.split(".")[:2])
