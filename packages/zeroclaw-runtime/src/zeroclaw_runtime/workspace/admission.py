"""Says whether a file that was found may be used, by what the file system knows of it."""

from __future__ import annotations

import os
from stat import S_IROTH, S_ISDIR, S_ISREG
from typing import Final

from zeroclaw_runtime.workspace.openat2 import open_beneath
from zeroclaw_runtime.workspace.rules import Parts

__all__ = ["FOLDER", "is_in_repository", "is_strange_link"]

FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY


def is_strange_link(found: os.stat_result, owner: int) -> bool:
    """Whether the file has other names, of which one may lie where nobody here may look.

    Where those are cannot be known. Stores of packages link their files into many projects: such
    files are the user's, readable by everybody, so that nothing is lost when they are read. What
    belongs to another than the root, or is not for everybody, may be a secret by another name.
    """
    is_open = found.st_uid == owner and bool(found.st_mode & S_IROTH)
    return S_ISREG(found.st_mode) and found.st_nlink > 1 and not is_open


def is_in_repository(descriptor: int, folders: Parts) -> bool:
    """Whether one of the folders, or the root, is a git repository without a checkout.

    Git runs what the settings there say, whatever the folder is called. Folders that do not exist
    yet are none.
    """
    for depth in range(len(folders) + 1):
        try:
            folder = open_beneath(descriptor, folders[:depth], FOLDER)
        except FileNotFoundError:
            return False
        try:
            if _is_repository(folder):
                return True
        finally:
            os.close(folder)
    return False


def _is_repository(folder: int) -> bool:
    if _mode(folder, "HEAD") is None:
        return False
    if _mode(folder, "commondir") is not None:
        return True
    return all(S_ISDIR(_mode(folder, name) or 0) for name in ("objects", "refs"))


def _mode(folder: int, name: str) -> int | None:
    """What kind of thing has the name, by what links lead to; a broken link is none."""
    try:
        return os.stat(name, dir_fd=folder).st_mode
    except FileNotFoundError:
        return None
