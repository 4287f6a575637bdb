"""Read or write the file that holds the key of all sealed secrets."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from glob import escape
from pathlib import Path
from typing import NoReturn

from attrs import field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import SecretKeyUnusable

__all__ = [
    "KEY_BYTES",
    "KeyRing",
    "SecretKey",
    "create_key",
    "drop_previous",
    "keep_previous",
    "new_key",
    "previous_file",
    "read_key",
    "read_ring",
    "replace_key",
    "unusable",
]

KEY_BYTES = 32
"""Length of a key of ChaCha20-Poly1305."""

LONGEST_FILE = 2 * KEY_BYTES + 2
"""Bytes of a key in hex with the line's end, which some editors write as two."""

_READ_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_LINK_ERRORS = (errno.ELOOP, errno.EMLINK)


@frozen
class SecretKey:
    """The key with the name of its file, which is all of it that is ever shown."""

    file: str
    material: bytes = field(repr=False)

    def __reduce__(self) -> NoReturn:
        # A pickle goes to caches, pipes, crash reports.
        raise TypeError("a key stays where it was read")


@frozen
class KeyRing:
    """The keys that may open a sealed value; only `current` seals.

    `previous` is there while a rotation is under way, or was interrupted.
    """

    current: SecretKey
    previous: SecretKey | None = None

    @property
    def keys(self) -> tuple[SecretKey, ...]:
        """In the order in which they are tried."""
        return (self.current,) if self.previous is None else (self.current, self.previous)


def new_key(path: Path) -> SecretKey:
    """A random key that is to stand in the file; nothing is written."""
    return SecretKey(_shown(path), secrets.token_bytes(KEY_BYTES))


def read_key(path: Path) -> SecretKey | None:
    """The key in the file, None when there is no file.

    Raises SecretKeyUnusable when it is a link, no regular file, open to others, or no key.
    """
    try:
        descriptor = os.open(path, _READ_FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(path, _refusal(error)) from None
    try:
        _require_private(os.fstat(descriptor).st_mode, path)
        data = os.read(descriptor, LONGEST_FILE + 1)
    except OSError as error:
        raise unusable(path, _refusal(error)) from None
    finally:
        os.close(descriptor)
    material = _material(data)
    if material is None:
        problem = Phrase(
            "key_file_has_none",
            "it holds no key, which is {digits} hexadecimal digits; restore it",
            digits=2 * KEY_BYTES,
        )
        raise unusable(path, problem)
    return SecretKey(_shown(path), material)


def read_ring(path: Path) -> KeyRing | None:
    """The key in the file with the one that an unfinished rotation has left beside it.

    None when there is no file. Raises SecretKeyUnusable as `read_key` does.
    """
    current = read_key(path)
    return None if current is None else KeyRing(current, read_key(previous_file(path)))


def create_key(path: Path) -> SecretKey:
    """Write a random key, unless there is one: of several creators, all get the first one's.

    A crash leaves a whole file or none. Raises SecretKeyUnusable.
    """
    key = new_key(path)
    try:
        temporary = _written(path, key)
        try:
            # A link, not a rename: it fails when somebody else was first.
            path.hardlink_to(temporary)
        finally:
            temporary.unlink()
        _sync_folder(path)
    except FileExistsError:
        return _of_another(path)
    except OSError as error:
        raise unusable(path, _refusal(error)) from None
    return key


def previous_file(path: Path) -> Path:
    """Where the key that a rotation replaces is kept until nothing needs it."""
    return path.with_name(path.name + ".previous")


def keep_previous(path: Path, key: SecretKey) -> None:
    """Keep a key beside the file, durably. Raises SecretKeyUnusable."""
    replace_key(previous_file(path), key)


def replace_key(path: Path, key: SecretKey) -> None:
    """Put a key into the file, atomically and durably. Raises SecretKeyUnusable."""
    try:
        temporary = _written(path, key)
        try:
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(path)
    except OSError as error:
        raise unusable(path, _refusal(error)) from None


def drop_previous(path: Path) -> None:
    """Remove the key beside the file, with what killed writers of a key have left.

    Nobody may be creating a key meanwhile. Raises SecretKeyUnusable.
    """
    previous = previous_file(path)
    try:
        previous.unlink(missing_ok=True)
        for leftover in path.parent.glob(f"{escape(path.name)}*.tmp"):
            leftover.unlink(missing_ok=True)
        _sync_folder(path)
    except OSError as error:
        raise unusable(previous, _refusal(error)) from None


def unusable(path: Path, problem: str) -> SecretKeyUnusable:
    """The error about a key file; `problem` is a clause that says what to do as well."""
    return SecretKeyUnusable(path=_shown(path), problem=problem)


def _shown(path: Path) -> str:
    return str(path).encode("utf-8", "backslashreplace").decode()


def _require_private(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise unusable(path, Phrase("key_file_is_folder", "it is a folder; move it away"))
    if not stat.S_ISREG(mode):
        raise unusable(path, Phrase("key_file_is_irregular", "it is no regular file; move it away"))
    if mode & 0o077:
        problem = Phrase(
            "key_file_is_open",
            "others may use it; run `chmod 600 {path}`, or rotate it if they have read it",
            path=_shown(path),
        )
        raise unusable(path, problem)


def _material(data: bytes) -> bytes | None:
    if len(data) == KEY_BYTES:
        return data
    digits = data.removesuffix(b"\n").removesuffix(b"\r")
    if len(digits) != 2 * KEY_BYTES or not all(c in b"0123456789abcdefABCDEF" for c in digits):
        return None
    return bytes.fromhex(digits.decode("ascii"))


def _written(path: Path, key: SecretKey) -> Path:
    """A new file beside the path with the key in it, on the disk."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, _WRITE_FLAGS, 0o600)
    try:
        # What the umask has taken away is given back.
        os.fchmod(descriptor, 0o600)
        data = key.material.hex().encode() + b"\n"
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)
    return temporary


def _of_another(path: Path) -> SecretKey:
    key = read_key(path)
    if key is None:
        problem = Phrase(
            "key_file_was_removed", "it was removed while it was being created; try again"
        )
        raise unusable(path, problem)
    return key


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refusal(error: OSError) -> str:
    if error.errno in _LINK_ERRORS:
        return Phrase(
            "key_file_is_link", "it is a link, which is never followed; put the file itself there"
        )
    if error.errno == errno.ENOENT:
        return Phrase("key_folder_is_missing", "its folder is missing; create it")
    refusal = (error.strerror or "").lower() or Phrase("system_refuses", "the system refuses")
    return Phrase("check_key_file", "{refusal}; check its folder, owner and mode", refusal=refusal)
