"""Swaps two names of a folder endlessly in the background."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["swapping"]

_HERE = -100
_EXCHANGE = 2


@contextmanager
def swapping(one: Path, other: Path) -> Iterator[None]:
    """Exchange what two names stand for, at once each time, until the block ends.

    They are as they were afterwards.
    """
    rename = ctypes.CDLL(None, use_errno=True).renameat2
    names = os.fsencode(one), os.fsencode(other)
    stop = threading.Event()
    failures: list[int] = []

    def exchange() -> None:
        if rename(_HERE, names[0], _HERE, names[1], _EXCHANGE):
            failures.append(ctypes.get_errno())
            stop.set()

    def swap() -> None:
        while not stop.is_set():
            exchange()
            exchange()

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        yield
    finally:
        stop.set()
        swapper.join()
    assert not failures, os.strerror(failures[0])
