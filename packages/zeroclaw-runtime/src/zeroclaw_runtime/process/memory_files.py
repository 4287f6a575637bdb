"""Files in memory that a command gets as open descriptors."""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

__all__ = ["memory_file", "memory_files"]

# The fork server takes 32 descriptors at once, and needs some of them for itself.
MOST_FILES = 24
_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


def memory_file(content: bytes) -> int:
    """A new descriptor from which just this can be read, and to which nobody can write."""
    descriptor = os.memfd_create("command", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        with os.fdopen(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


@contextmanager
def memory_files(contents: tuple[bytes, ...]) -> Iterator[tuple[int, ...]]:
    """One file for each content, closed after the block. Raises OSError when there are too many."""
    if len(contents) > MOST_FILES:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    with ExitStack() as stack:
        descriptors = []
        for content in contents:
            descriptor = memory_file(content)
            stack.callback(os.close, descriptor)
            descriptors.append(descriptor)
        yield tuple(descriptors)
