"""Judges whether there is room to write."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = ["DiskFacts", "judge_disk"]

_MEGABYTE: Final = 1_000_000
LITTLE_BYTES: Final = 500 * _MEGABYTE
"""A few long sessions with pictures take as much."""
NOTHING_BYTES: Final = 50 * _MEGABYTE
"""The database needs some to tidy up with."""


@frozen
class DiskFacts:
    """The folder that was tried, with its free bytes; `problem` is why nothing can be written.

    Where the home `is_missing`, the folder is the one that it would be made in.
    """

    folder: str
    free: int | None
    problem: str | None = None
    is_missing: bool = False


def judge_disk(facts: DiskFacts) -> list[Finding]:
    """Room counts where something can be written at all."""
    findings = []
    if facts.problem is not None:
        findings.append(
            error(Subject.DISK, "check_not_writable", folder=facts.folder, problem=facts.problem)
        )
    if facts.free is not None and facts.free < LITTLE_BYTES:
        make = error if facts.free < NOTHING_BYTES else warning
        findings.append(
            make(
                Subject.DISK,
                "check_disk_full",
                folder=facts.folder,
                megabytes=facts.free // _MEGABYTE,
            )
        )
    if findings:
        return findings
    key = "check_disk_later" if facts.is_missing else "check_disk"
    megabytes = "?" if facts.free is None else str(facts.free // _MEGABYTE)
    return [fine(Subject.DISK, key, folder=facts.folder, megabytes=megabytes)]
