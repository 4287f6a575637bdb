"""Reads, writes, lists files beneath roots, through one handle for each."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from stat import S_ISDIR, S_ISREG
from typing import Final

from attrs import define, field

from zeroclaw_api.errors import PathForbidden, PathUnusable
from zeroclaw_api.services import DirectoryEntry
from zeroclaw_runtime.workspace.admission import FOLDER, is_in_repository, is_strange_link
from zeroclaw_runtime.workspace.canonical import real_roots, real_rules
from zeroclaw_runtime.workspace.openat2 import open_beneath
from zeroclaw_runtime.workspace.resolve import OpenRoots, Place, resolve
from zeroclaw_runtime.workspace.rules import PathRules, Roots, refusal

__all__ = ["RootedFiles", "open_workspace"]

SWAPS_FOLLOWED: Final = 3
"""How often a path is resolved again when it changed between resolving and opening."""

NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
# A pipe or a device must not hold up whoever opens it, before it is found to be no file.
PLAIN_FILE: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY


# What is written is never run with more rights than whoever runs it has.
PERMISSIONS: Final = 0o777


@define(eq=False, repr=False)
class RootedFiles:
    """See `zeroclaw_api.Workspace` for what its methods promise."""

    _opened: OpenRoots
    _rules: PathRules
    _temporary: Iterator[int] = field(factory=count)

    @property
    def root(self) -> str:
        """The absolute path of the workspace."""
        return self._opened.roots.workspace

    def read(self, path: str, offset: int, limit: int) -> bytes:
        """At most `limit` bytes from `offset`."""
        with self._looked_up(path, PLAIN_FILE) as (place, descriptor):
            found = os.fstat(descriptor)
            if not S_ISREG(found.st_mode):
                raise PathUnusable(path=path, problem="it is no plain file")
            if is_strange_link(found, os.fstat(place.descriptor).st_uid):
                raise PathForbidden(path=path, rule="hard_link")
            with os.fdopen(os.dup(descriptor), "rb") as file:
                file.seek(offset)
                return file.read(limit)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file whole or not at all, making its folders.

        Another name of the same file keeps what it had.
        """
        place = self._allowed(path, writes=True)
        *folders, name = place.parts or ("",)
        if not name:
            raise PathUnusable(path=path, problem="it is the root of the workspace")
        with self._trouble(path):
            if is_in_repository(place.descriptor, tuple(folders)):
                raise PathForbidden(path=path, rule="repository")
            self._make_folders(place.descriptor, folders)
            with _closing(open_beneath(place.descriptor, folders, FOLDER)) as folder:
                self._replace(folder, name, path, data)

    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        """The names in a folder, sorted; a link is no folder, whatever it points to."""
        with self._looked_up(path, FOLDER) as (_, descriptor):
            names = sorted(os.listdir(descriptor))
            return tuple(self._entry(descriptor, name) for name in names)

    def _allowed(self, path: str, *, writes: bool) -> Place:
        place = resolve(self._opened, path)
        rule = refusal(place.whole, self._opened.roots, self._rules, writes=writes)
        if rule is not None:
            raise PathForbidden(path=path, rule=rule)
        return place

    @contextmanager
    def _looked_up(self, path: str, flags: int) -> Iterator[tuple[Place, int]]:
        with self._trouble(path):
            for _ in range(SWAPS_FOLLOWED):
                place = self._allowed(path, writes=False)
                try:
                    descriptor = open_beneath(place.descriptor, place.parts, flags)
                except OSError as error:
                    if error.errno != errno.ELOOP:
                        raise
                    continue
                with _closing(descriptor):
                    yield place, descriptor
                return
        raise PathUnusable(path=path, problem="it keeps changing while it is opened")

    def _make_folders(self, root: int, folders: Sequence[str]) -> None:
        for depth, name in enumerate(folders):
            above = open_beneath(root, folders[:depth], FOLDER)
            with _closing(above), suppress(FileExistsError):
                os.mkdir(name, dir_fd=above)

    def _replace(self, folder: int, name: str, path: str, data: bytes) -> None:
        mode = _mode_of(folder, name, path)
        temporary = f".{name[:100]}.{os.getpid()}-{next(self._temporary)}.tmp"
        with _closing(open_beneath(folder, (temporary,), NEW_FILE, 0o666)) as descriptor:
            try:
                with os.fdopen(os.dup(descriptor), "wb") as file:
                    file.write(data)
                if mode is not None:
                    os.fchmod(descriptor, mode)
                os.fsync(descriptor)
                os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
            except OSError:
                with suppress(FileNotFoundError):
                    os.unlink(temporary, dir_fd=folder)
                raise
        os.fsync(folder)

    def _entry(self, folder: int, name: str) -> DirectoryEntry:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        return DirectoryEntry(name, S_ISDIR(found.st_mode), found.st_size)

    @contextmanager
    def _trouble(self, path: str) -> Iterator[None]:
        """Say what the operating system says, about the path that was asked for."""
        try:
            yield
        except OSError as error:
            if error.errno == errno.EXDEV:
                raise PathForbidden(path=path, rule="mount") from error
            raise PathUnusable(path=path, problem=error.strerror or str(error)) from error


@contextmanager
def open_workspace(path: str | Roots, rules: PathRules = PathRules()) -> Iterator[RootedFiles]:
    """Lend the files beneath a folder, or beneath several. Raises `PathUnusable`.

    The folders are held open meanwhile: whatever happens to their paths afterwards, the files stay
    those of these folders. What is mounted within one of them is not in it, unless it is a root
    itself.
    """
    roots = real_roots(Roots(path) if isinstance(path, str) else path)
    rules = real_rules(rules)
    with ExitStack() as stack:
        descriptors = {
            root: stack.enter_context(_closing(_descriptor_of(root))) for root in roots.paths
        }
        yield RootedFiles(OpenRoots(roots, descriptors, rules.home), rules)


def _descriptor_of(root: str) -> int:
    try:
        return os.open(root, FOLDER | os.O_CLOEXEC)
    except OSError as error:
        raise PathUnusable(path=root, problem=error.strerror or str(error)) from error


def _mode_of(folder: int, name: str, path: str) -> int | None:
    """The permissions to keep; None for a new file."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not S_ISREG(found.st_mode):
        raise PathUnusable(path=path, problem="it is no plain file")
    return found.st_mode & PERMISSIONS


@contextmanager
def _closing(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)
