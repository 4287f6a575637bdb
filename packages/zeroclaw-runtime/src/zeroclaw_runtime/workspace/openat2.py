"""The system call that opens a path beneath a folder, with the kernel as the judge.

Source: openat2(2). `RESOLVE_BENEATH` refuses what leads outside, `RESOLVE_NO_SYMLINKS` every
link, so that a path which was resolved before and whose parts were swapped since is refused, too;
`RESOLVE_NO_XDEV` what another file system is mounted on: `/proc` in a folder to `chroot` into.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

__all__ = ["open_beneath", "open_by_parts"]

NR_OPENAT2: Final = 437
"""The same on all architectures that this call was added to at once."""

FOLDER_ON_THE_WAY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

RESOLVE_NO_XDEV: Final = 0x01
RESOLVE_NO_MAGICLINKS: Final = 0x02
RESOLVE_NO_SYMLINKS: Final = 0x04
RESOLVE_BENEATH: Final = 0x08


def open_beneath(root: int, parts: Sequence[str], flags: int, mode: int = 0) -> int:
    """Open a path without links beneath a folder's descriptor; raises `OSError`.

    Its number is `EXDEV` when another file system is mounted on the way.
    """
    flags |= os.O_CLOEXEC | os.O_NOFOLLOW
    path = "/".join(parts) or "."
    openat2 = _openat2()
    if openat2 is None:
        return open_by_parts(root, parts, flags, mode)
    return openat2(root, os.fsencode(path), flags, mode)


def open_by_parts(root: int, parts: Sequence[str], flags: int, mode: int) -> int:
    """The same on a kernel without the call: each folder is opened without following a link.

    A mount is noticed by the number of its device, on a folder only: some file systems give
    their files other numbers than their folders.
    """
    folder = os.dup(root)
    try:
        device = os.fstat(folder).st_dev
        for part in parts[:-1]:
            below = os.open(part, FOLDER_ON_THE_WAY, dir_fd=folder)
            os.close(folder)
            folder = below
            _require_device(folder, device)
        opened = os.open(parts[-1] if parts else ".", flags, mode, dir_fd=folder)
        if flags & os.O_DIRECTORY:
            try:
                _require_device(opened, device)
            except OSError:
                os.close(opened)
                raise
        return opened
    finally:
        os.close(folder)


def _require_device(folder: int, device: int) -> None:
    if os.fstat(folder).st_dev != device:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))


@cache
def _openat2() -> Callable[[int, bytes, int, int], int] | None:
    """The call, or None where the kernel has none."""
    import ctypes

    class How(ctypes.Structure):
        _fields_ = (
            ("flags", ctypes.c_uint64),
            ("mode", ctypes.c_uint64),
            ("resolve", ctypes.c_uint64),
        )

    libc = ctypes.CDLL(None, use_errno=True)
    resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV

    def call(root: int, path: bytes, flags: int, mode: int) -> int:
        how = How(flags, mode, resolve)
        opened = int(libc.syscall(NR_OPENAT2, root, path, ctypes.byref(how), ctypes.sizeof(how)))
        if opened < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return opened

    probe = os.open("/", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.close(call(probe, b".", os.O_RDONLY, 0))
    except OSError:
        return None
    finally:
        os.close(probe)
    return call
