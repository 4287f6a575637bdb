"""Empty files that hold the place of what must stay absent while commands run."""

# Not pathlib, which has no name for most of these calls.
# ruff: noqa: PTH102, PTH106, PTH108

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import SandboxPolicy
from zeroclaw_runtime.sandboxes.layout import Absent, layout_of

__all__ = ["held_absent"]

# Sticky, writable for nobody: with that, and empty, `layout` takes it for a placeholder.
_FOLDER_MODE, _FILE_MODE = 0o1555, 0o1444
# Each lost race means that another command ended in between, so that these never run out.
_ATTEMPTS = 100


@contextmanager
def held_absent(policy: SandboxPolicy) -> Iterator[None]:
    """Hold the places of absent protected paths, as long as the block, to be there for a mount.

    A command plans and runs inside. When the last of several commands leaves, of whatever
    process, the placeholder goes; one that a killed process left goes with the next command. A
    placeholder with something in it belongs to whoever put that there, so that it stays.

    It never waits for long. Raises `SandboxUnavailable`, when one cannot be made for instance.
    """
    with ExitStack() as held:
        for place in layout_of(policy, "/").absent:
            try:
                descriptor = _held(place)
            except OSError as error:
                problem = f"the place of {place.path} cannot be held: {error.strerror}"
                raise SandboxUnavailable(sandbox="bubblewrap", problem=problem) from error
            held.callback(_released, place, descriptor)
        yield


def _held(place: Absent) -> int:
    """A descriptor of the placeholder, locked for everybody who holds it."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    for _ in range(_ATTEMPTS):
        with suppress(FileExistsError):
            if place.is_folder:
                os.mkdir(place.path, _FOLDER_MODE)
            else:
                os.close(os.open(place.path, flags | os.O_CREAT | os.O_EXCL, _FILE_MODE))
        try:
            descriptor = os.open(place.path, flags | os.O_NONBLOCK)
        except FileNotFoundError:
            continue
        # Who removes it holds the whole lock, and may have removed it before we locked ours.
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if _is_at(place, descriptor):
                return descriptor
        os.close(descriptor)
    raise BlockingIOError(0, "it is made and removed all the time")


def _released(place: Absent, descriptor: int) -> None:
    """Remove the placeholder unless somebody else holds it, or uses it as their own by now."""
    try:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(descriptor)
            if not _is_at(place, descriptor):
                return
            if stat.S_ISDIR(found.st_mode):
                os.rmdir(place.path)
            elif found.st_size == 0 and found.st_mode & stat.S_ISVTX:
                os.unlink(place.path)
    finally:
        os.close(descriptor)


def _is_at(place: Absent, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(place.path))
    except FileNotFoundError:
        return False
