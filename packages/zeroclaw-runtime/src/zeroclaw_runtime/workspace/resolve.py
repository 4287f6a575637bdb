"""Turns a path into its parts without links, beneath a root.

A link to something inside works, an absolute one too when it lies under the root (virtual
environments are full of those): it is resolved again from the root. What is found here may be
swapped the next moment; whoever opens it opens without following links, and comes back here.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from pathlib import PurePosixPath
from stat import S_ISLNK
from typing import Final

from attrs import frozen

from zeroclaw_api.errors import PathOutside, PathUnusable

__all__ = ["Root", "resolve"]

MAX_LINKS: Final = 40
"""As many as the kernel follows."""


@frozen
class Root:
    """A root's descriptor with its absolute path."""

    descriptor: int
    path: str


def resolve(root: Root, path: str) -> tuple[str, ...]:
    """The parts of a path beneath the root; the last ones need not exist.

    Raises `PathOutside`, `PathUnusable`.
    """
    if "\0" in path:
        raise PathUnusable(path=path.replace("\0", "\\0"), problem="it holds a NUL character")
    pending = deque(_beneath(root, path, path))
    done: list[str] = []
    links = 0
    while pending:
        part = pending.popleft()
        if part == "..":
            if not done:
                raise PathOutside(path=path, root=root.path)
            done.pop()
            continue
        target = _link_target(root, [*done, part], path)
        if target is None:
            done.append(part)
            continue
        links += 1
        if links > MAX_LINKS:
            raise PathUnusable(path=path, problem="it goes through too many links")
        if target.startswith("/"):
            done.clear()
        pending.extendleft(reversed(_beneath(root, target, path)))
    return tuple(done)


def _beneath(root: Root, path: str, asked: str) -> tuple[str, ...]:
    """The parts of a path relative to where it starts; an absolute one must be under the root.

    `..` is kept: what it means depends on the links before it.
    """
    parts = tuple(part for part in path.split("/") if part not in ("", "."))
    if not path.startswith("/"):
        return parts
    above = PurePosixPath(root.path).parts[1:]
    if parts[: len(above)] != above:
        raise PathOutside(path=asked, root=root.path)
    return parts[len(above) :]


def _link_target(root: Root, parts: list[str], asked: str) -> str | None:
    """Where the last part points to; None when it is no link or does not exist.

    The parts before it were found to be no links, or not to exist.
    """
    path = "/".join(parts)
    try:
        found = os.stat(path, dir_fd=root.descriptor, follow_symlinks=False)
        if not S_ISLNK(found.st_mode):
            return None
        return os.readlink(path, dir_fd=root.descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ENOTDIR:
            raise PathUnusable(path=asked, problem="a folder on its way is a file") from None
        raise PathUnusable(path=asked, problem=error.strerror or str(error)) from None
