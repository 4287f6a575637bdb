"""Judges who may touch the files of an installation."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import Final

from attrs import frozen

from zeroclaw.checks.finding import Finding, Subject, error, fine, warning

__all__ = ["FileFacts", "judge_permissions"]

_ANYBODY_ELSE: Final = 0o077
_WRITE_BY_OTHERS: Final = 0o022


@frozen
class FileFacts:
    """A file or folder that is there. `is_key` says that whoever reads it can open all secrets."""

    path: str
    mode: int
    owner: int
    is_folder: bool = False
    is_key: bool = False


def judge_permissions(
    files: Sequence[FileFacts], unseen: Sequence[str], user: int
) -> list[Finding]:
    """Everything is for its owner only, who is the `user`; `unseen` could not be looked at."""
    findings = [
        finding for file in files for finding in (_of_owner(file, user), _of_mode(file)) if finding
    ]
    findings += [error(Subject.PERMISSIONS, "check_unseen", path=path) for path in unseen]
    if findings:
        return findings
    if not files:
        return [fine(Subject.PERMISSIONS, "check_no_files")]
    return [fine(Subject.PERMISSIONS, "check_private", count=len(files))]


def _of_owner(file: FileFacts, user: int) -> Finding | None:
    if file.owner == user:
        return None
    return error(Subject.PERMISSIONS, "check_foreign_file", path=file.path, owner=file.owner)


def _of_mode(file: FileFacts) -> Finding | None:
    if not file.mode & _ANYBODY_ELSE:
        return None
    mode = "700" if file.is_folder else "600"
    facts = {"path": file.path, "command": f"chmod {mode} {quote(file.path)}"}
    if file.is_key:
        return error(Subject.PERMISSIONS, "check_open_key", **facts)
    if file.mode & _WRITE_BY_OTHERS:
        return error(Subject.PERMISSIONS, "check_open_to_change", **facts)
    return warning(Subject.PERMISSIONS, "check_open_file", **facts)
