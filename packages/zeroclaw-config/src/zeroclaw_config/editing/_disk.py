"""Read or replace a file so that a crash leaves the old one or the new one, whole."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import (
    ConfigChanged,
    ConfigError,
    ConfigNotWritten,
    ConfigTooLarge,
    ConfigUnreadable,
)

__all__ = ["BACKUPS", "MAX_FILE_BYTES", "cause_of", "read_bytes", "replace_bytes"]

MAX_FILE_BYTES = 4 * 1024 * 1024
"""As for loading: a larger file is something else, given by mistake."""

BACKUPS = 5
"""Earlier versions that are kept: `config.toml.bak`, then `.bak.1` and so on, which are older."""

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC

_CAUSES = {
    errno.ENOSPC: Phrase("disk_is_full", "the disk is full; free some space"),
    errno.EDQUOT: Phrase("quota_is_used_up", "your quota of the disk is used up; free some space"),
    errno.EROFS: Phrase("disk_is_read_only", "the file system is read-only; mount it writable"),
    errno.EACCES: Phrase(
        "folder_permission_denied", "permission denied; check owner and mode of the file's folder"
    ),
    errno.EPERM: Phrase(
        "folder_not_permitted", "not permitted; check owner and mode of the file's folder"
    ),
    errno.ENOENT: Phrase("folder_is_gone", "its folder is gone; create it"),
    errno.ENOTDIR: Phrase("folder_is_none", "what should be its folder is none; check the path"),
    errno.ELOOP: Phrase("link_in_place_of_file", "a link is in the place of a file; remove it"),
    errno.EFBIG: Phrase(
        "file_would_be_too_large", "it would be larger than a file may be here; raise that limit"
    ),
    errno.EISDIR: Phrase(
        "folder_in_place_of_file", "a folder is in the place of a file; remove it"
    ),
}


def cause_of(error: OSError, what: str = "") -> Phrase:
    """A clause for an error of the system, with what to do."""
    known = _CAUSES.get(error.errno or 0)
    if known is None:
        refusal = (error.strerror or "").lower() or Phrase("system_refuses", "the system refuses")
        known = Phrase("check_the_disk", "{refusal}; check the disk", refusal=refusal)
    return Phrase("cause_of", "{what}: {cause}", what=what, cause=known) if what else known


def read_bytes(file: Path, shown: str) -> bytes | None:
    """What a regular file holds; None when there is none.

    Raises ConfigUnreadable, ConfigTooLarge.
    """
    try:
        descriptor = os.open(file, _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ConfigUnreadable(path=shown, problem=cause_of(error)) from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ConfigUnreadable(
                path=shown,
                problem=Phrase("is_no_regular_file_to_read", "it is no regular file; give a file"),
            )
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigUnreadable(path=shown, problem=cause_of(error)) from error
    finally:
        os.close(descriptor)
    if len(data) > MAX_FILE_BYTES:
        raise ConfigTooLarge(path=shown, limit=MAX_FILE_BYTES)
    return data


def replace_bytes(file: Path, shown: str, expected: bytes | None, data: bytes) -> None:
    """Put new bytes in the place of those expected, which become the newest backup.

    The caller holds the lock. None means that there is no file yet. The file and its backups are
    readable by their owner alone. Raises ConfigChanged, ConfigNotWritten; the file is as it was.
    """
    try:
        folder = os.open(file.parent, _FOLDER)
    except OSError as error:
        raise ConfigNotWritten(path=shown, problem=cause_of(error)) from error
    try:
        with _in_words(shown):
            _replace(folder, file, shown, expected, data)
    finally:
        os.close(folder)


@contextmanager
def _in_words(shown: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigNotWritten(path=shown, problem=cause_of(error)) from error


def _replace(folder: int, file: Path, shown: str, expected: bytes | None, data: bytes) -> None:
    with _temporary(folder, f".{file.name}.new", data, file) as new:
        if _present(file, shown) != expected:
            raise ConfigChanged(path=shown)
        if expected is None:
            # Not renamed, so that a file made in between is not lost.
            _create(folder, new, file, shown)
        else:
            with _temporary(folder, f".{file.name}.old", expected, file) as old:
                _rotate(folder, file.name)
                os.rename(old, f"{file.name}.bak", src_dir_fd=folder, dst_dir_fd=folder)
            os.rename(new, file.name, src_dir_fd=folder, dst_dir_fd=folder)
    # The new file is in its place; a disk that cannot confirm it will not undo it either.
    with suppress(OSError):
        os.fsync(folder)


def _present(file: Path, shown: str) -> bytes | None:
    try:
        return read_bytes(file, shown)
    except ConfigError:
        raise ConfigChanged(path=shown) from None


def _create(folder: int, new: str, file: Path, shown: str) -> None:
    try:
        os.link(new, file.name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    except FileExistsError:
        raise ConfigChanged(path=shown) from None
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        # There are file systems without links.
        os.rename(new, file.name, src_dir_fd=folder, dst_dir_fd=folder)


@contextmanager
def _temporary(folder: int, name: str, data: bytes, file: Path) -> Iterator[str]:
    """A file with these bytes on the disk, which goes away unless it is renamed."""
    # The lock is ours, so one that is there was left by a crash.
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)
    descriptor = os.open(name, _CREATE, 0o600, dir_fd=folder)
    try:
        try:
            _give_to_owner(descriptor, file)
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield name
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)


def _give_to_owner(descriptor: int, file: Path) -> None:
    """What root writes for somebody stays theirs."""
    if os.geteuid() != 0:
        return
    try:
        owner = file.stat(follow_symlinks=False)
    except FileNotFoundError:
        owner = file.parent.stat()
    os.fchown(descriptor, owner.st_uid, owner.st_gid)


def _rotate(folder: int, name: str) -> None:
    """Make room for the newest backup, by moving those before the first gap, else all."""
    names = [f"{name}.bak", *(f"{name}.bak.{number}" for number in range(1, BACKUPS))]
    there = [_exists(folder, name) for name in names]
    gap = there.index(False) if False in there else BACKUPS - 1
    for number in range(gap, 0, -1):
        os.rename(names[number - 1], names[number], src_dir_fd=folder, dst_dir_fd=folder)


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True
