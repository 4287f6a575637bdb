"""Runs a piece of work with an empty folder of its own."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypeVar

import trio

__all__ = ["Work", "in_folder"]

T = TypeVar("T")
Work: TypeAlias = Callable[[Path], Awaitable[T]]


def in_folder(work: Work[T]) -> T:
    """Run it to its end; the garbage of what ran before is gone first."""
    gc.collect()
    with TemporaryDirectory() as folder:
        return trio.run(work, Path(folder))
