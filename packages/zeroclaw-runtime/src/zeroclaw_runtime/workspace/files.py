"""Reads, writes, lists files beneath a root through its one handle."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import Final

from attrs import define, field

from zeroclaw_api.errors import PathUnusable
from zeroclaw_api.services import DirectoryEntry
from zeroclaw_runtime.workspace.openat2 import open_beneath
from zeroclaw_runtime.workspace.resolve import Root, resolve

__all__ = ["RootedFiles", "open_workspace"]

SWAPS_FOLLOWED: Final = 3
"""How often a path is resolved again when it changed between resolving and opening."""

FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY
NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL
# A pipe or a device must not hold up whoever opens it, before it is found to be no file.
PLAIN_FILE: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY


@define(eq=False, repr=False)
class RootedFiles:
    """See `zeroclaw_api.Workspace` for what its methods promise."""

    _root: Root
    _temporary: Iterator[int] = field(factory=count)

    @property
    def root(self) -> str:
        """The absolute path of the root."""
        return self._root.path

    def read(self, path: str, offset: int, limit: int) -> bytes:
        """At most `limit` bytes from `offset`."""
        with self._opened(path, PLAIN_FILE) as descriptor:
            if not S_ISREG(os.fstat(descriptor).st_mode):
                raise PathUnusable(path=path, problem="it is no plain file")
            with os.fdopen(os.dup(descriptor), "rb") as file:
                file.seek(offset)
                return file.read(limit)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file whole or not at all, making its folders."""
        *folders, name = resolve(self._root, path) or ("",)
        if not name:
            raise PathUnusable(path=path, problem="it is the root of the workspace")
        with self._trouble(path):
            self._make_folders(folders)
            with _closing(open_beneath(self._root.descriptor, folders, FOLDER)) as folder:
                self._replace(folder, name, path, data)

    def list(self, path: str) -> tuple[DirectoryEntry, ...]:
        """The names in a folder, sorted; a link is no folder, whatever it points to."""
        with self._opened(path, FOLDER) as descriptor:
            names = sorted(os.listdir(descriptor))
            return tuple(self._entry(descriptor, name) for name in names)

    @contextmanager
    def _opened(self, path: str, flags: int) -> Iterator[int]:
        with self._trouble(path):
            for _ in range(SWAPS_FOLLOWED):
                parts = resolve(self._root, path)
                try:
                    descriptor = open_beneath(self._root.descriptor, parts, flags)
                except OSError as error:
                    if error.errno != errno.ELOOP:
                        raise
                    continue
                with _closing(descriptor):
                    yield descriptor
                return
        raise PathUnusable(path=path, problem="it keeps changing while it is opened")

    def _make_folders(self, folders: Sequence[str]) -> None:
        for depth, name in enumerate(folders):
            above = open_beneath(self._root.descriptor, folders[:depth], FOLDER)
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
            raise PathUnusable(path=path, problem=error.strerror or str(error)) from error


@contextmanager
def open_workspace(path: str) -> Iterator[RootedFiles]:
    """Lend the files beneath a folder, which is held open meanwhile. Raises `PathUnusable`.

    Whatever happens to the folder's own path afterwards, the files stay those of this folder.
    """
    absolute = os.path.realpath(path)
    try:
        descriptor = os.open(absolute, FOLDER | os.O_CLOEXEC)
    except OSError as error:
        raise PathUnusable(path=path, problem=error.strerror or str(error)) from error
    with _closing(descriptor):
        yield RootedFiles(Root(descriptor, absolute))


def _mode_of(folder: int, name: str, path: str) -> int | None:
    """The permissions to keep; None for a new file."""
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not S_ISREG(found.st_mode):
        raise PathUnusable(path=path, problem="it is no plain file")
    return S_IMODE(found.st_mode)


@contextmanager
def _closing(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)
