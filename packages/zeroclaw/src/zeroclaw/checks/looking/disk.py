"""Looks at whether there is room to write, by writing what nobody can see."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryFile

from zeroclaw.checks.judging.disk import DiskFacts
from zeroclaw.home import Home
from zeroclaw.words import say

__all__ = ["look_at_disk"]

PROBE = b"zeroclaw\n" * 64


def look_at_disk(home: Home) -> DiskFacts:
    """Write a file without a name where the database is, and wait until it is on the disk.

    Where the home is missing, nothing is written: the folder it would be made in is asked.
    """
    is_missing = not home.root.exists()
    data = home.database.parent
    folder = _nearest(home.root) if is_missing else data if data.is_dir() else home.root
    problem = _refusal(folder) if is_missing else _probe(folder)
    try:
        room = os.statvfs(folder)
    except OSError:
        return DiskFacts(str(folder), None, problem, is_missing)
    return DiskFacts(str(folder), room.f_bavail * room.f_frsize, problem, is_missing)


def _nearest(path: Path) -> Path:
    """The first folder above that is there."""
    return next(parent for parent in path.parents if parent.exists())


def _refusal(folder: Path) -> str | None:
    return None if os.access(folder, os.W_OK | os.X_OK) else say("disk_not_yours")


def _probe(folder: Path) -> str | None:
    try:
        with TemporaryFile(dir=folder, prefix=".zeroclaw-probe-") as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return None
