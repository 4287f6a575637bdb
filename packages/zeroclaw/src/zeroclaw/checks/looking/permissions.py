"""Looks at who may touch the files of an installation."""

from __future__ import annotations

import stat
from pathlib import Path

from zeroclaw.checks.judging.permissions import FileFacts
from zeroclaw.home import Home

__all__ = ["KEY_FILE", "look_at_files"]

KEY_FILE = ".secret_key"
"""The name of the file, in the home, whose key opens what is sealed."""


def look_at_files(home: Home) -> tuple[list[FileFacts], list[str]]:
    """The files that are there, followed where they are links; those that cannot be looked at."""
    keys = (home.root / KEY_FILE, home.root / f"{KEY_FILE}.previous")
    data = home.database.parent
    state = [data / f"{home.database.name}{suffix}" for suffix in ("", "-wal", "-shm")]
    found: list[FileFacts] = []
    unseen: list[str] = []
    for path in (home.root, home.config, *keys, data, *state, home.history):
        try:
            file = _look(path, is_key=path in keys)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            unseen.append(str(path))
        else:
            found.append(file)
    return found, unseen


def _look(path: Path, *, is_key: bool) -> FileFacts:
    found = path.stat()
    return FileFacts(
        path=str(path),
        mode=stat.S_IMODE(found.st_mode),
        owner=found.st_uid,
        is_folder=stat.S_ISDIR(found.st_mode),
        is_key=is_key,
    )
