"""Turns a path into its parts without links, beneath the root that holds it.

A link to something inside of any root works, an absolute one too (virtual environments are full
of those). Outside nothing is looked at: from there a path only goes on where it comes to a root.
What is found here may be swapped the next moment; whoever opens it opens without following
links, and comes back here.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Mapping
from stat import S_ISLNK
from typing import Final

from attrs import field, frozen

from zeroclaw_api.errors import PathOutside, PathUnusable
from zeroclaw_runtime.workspace.rules import Parts, Roots, holder, known_parts, parts_of

__all__ = ["OpenRoots", "Place", "resolve"]

MAX_LINKS: Final = 40
"""As many as the kernel follows."""

LONGEST: Final = 4096
"""Bytes of a path: as many as the kernel takes."""


@frozen
class OpenRoots:
    """Roots with a descriptor of each, by its path; `home` is what `~` stands for."""

    roots: Roots
    descriptors: Mapping[str, int] = field(hash=False)
    home: str | None = None


@frozen
class Place:
    """Where a path leads: below which descriptor, by which parts; `whole` is absolute."""

    descriptor: int
    parts: Parts
    whole: Parts


def resolve(opened: OpenRoots, path: str) -> Place:
    """Where a path leads; its last parts need not exist. Raises `PathOutside`, `PathUnusable`."""
    _require_possible(path)
    workspace = opened.roots.workspace
    asked = path
    if path == "~" or path.startswith("~/"):
        if opened.home is None:
            raise PathOutside(path=asked, root=workspace)
        path = opened.home + path[1:]
    at = [] if path.startswith("/") else list(parts_of(workspace))
    pending = deque(_steps(opened.roots, path))
    links = 0
    while pending:
        part = pending.popleft()
        if part == "..":
            del at[-1:]
            continue
        at.append(part)
        target = _link_target(opened, tuple(at), asked)
        if target is None:
            continue
        links += 1
        if links > MAX_LINKS:
            raise PathUnusable(path=asked, problem="it goes through too many links")
        del at[0 if target.startswith("/") else -1 :]
        pending.extendleft(reversed(_steps(opened.roots, target)))
    place = _beneath(opened, tuple(at))
    if place is None:
        raise PathOutside(path=asked, root=workspace)
    return place


def _require_possible(path: str) -> None:
    if "\0" in path:
        raise PathUnusable(path=path.replace("\0", "\\0"), problem="it holds a NUL character")
    try:
        length = len(os.fsencode(path))
    except UnicodeEncodeError:
        shown = path.encode("ascii", "backslashreplace").decode()
        raise PathUnusable(path=shown, problem="it cannot be the name of a file") from None
    if length > LONGEST:
        raise PathUnusable(path=path, problem=os.strerror(errno.ENAMETOOLONG))


def _steps(roots: Roots, path: str) -> Parts:
    """The parts to go through; `..` among them: what it means depends on the links before it."""
    parts = parts_of(path)
    if not path.startswith("/"):
        return parts
    alias = holder([name for name, _ in roots.aliases], parts)
    if alias is None:
        return parts
    return parts_of(dict(roots.aliases)[alias]) + parts[len(parts_of(alias)) :]


def _beneath(opened: OpenRoots, whole: Parts) -> Place | None:
    root = holder(opened.descriptors, whole)
    if root is None:
        return None
    return Place(opened.descriptors[root], whole[len(known_parts(root)) :], whole)


def _link_target(opened: OpenRoots, whole: Parts, asked: str) -> str | None:
    """Where the last part points to; None when it is no link or does not exist.

    The parts before it were found to be no links, or not to exist. Roots, with what lies above
    them, are none.
    """
    place = _beneath(opened, whole)
    if place is None:
        if not any(known_parts(root)[: len(whole)] == whole for root in opened.descriptors):
            raise PathOutside(path=asked, root=opened.roots.workspace)
        return None
    if not place.parts:
        return None
    path = "/".join(place.parts)
    try:
        found = os.stat(path, dir_fd=place.descriptor, follow_symlinks=False)
        if not S_ISLNK(found.st_mode):
            return None
        return os.readlink(path, dir_fd=place.descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ENOTDIR:
            raise PathUnusable(path=asked, problem="a folder on its way is a file") from None
        raise PathUnusable(path=asked, problem=error.strerror or str(error)) from None
