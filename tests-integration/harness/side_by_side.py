"""Runs independent cases a few at a time, for tests that judge them afterwards."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

import trio

__all__ = ["side_by_side"]

T = TypeVar("T")

AT_ONCE: Final = max(2, os.cpu_count() or 1)
"""More would only slow each other: a command keeps a processor busy."""


def side_by_side(jobs: Mapping[str, Callable[[], Awaitable[T]]], seconds: float) -> dict[str, T]:
    """What each job returns, by its name; all of them are done within so many seconds."""
    results: dict[str, T] = {}

    async def run(
        name: str, job: Callable[[], Awaitable[T]], limiter: trio.CapacityLimiter
    ) -> None:
        async with limiter:
            results[name] = await job()

    async def run_all() -> None:
        limiter = trio.CapacityLimiter(AT_ONCE)
        with trio.fail_after(seconds):
            async with trio.open_nursery() as nursery:
                for name, job in jobs.items():
                    nursery.start_soon(run, name, job, limiter)

    trio.run(run_all)
    return results
