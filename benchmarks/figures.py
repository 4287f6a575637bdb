"""Prints what a benchmark measured: a table, or JSON for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from time import process_time

import trio
from attrs import asdict, frozen

__all__ = ["Figure", "cpu_of", "floor_seconds", "options", "show"]

FLOOR_PAIRS = 100
FLOOR_ITEMS = 100


@frozen
class Figure:
    """One measured value, beside the floor it is held against; `ratio` is value by floor."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    floor_name: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the floor it is."""
        return self.value / self.floor if self.floor else None


def options(description: str) -> argparse.Namespace:
    """The command line that every benchmark shares."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--profile", metavar="FILE", help="write the functions that cost most")
    return parser.parse_args()


def show(title: str, found: Sequence[Figure], *, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        rows = [{**asdict(figure), "ratio": figure.ratio} for figure in found]
        print(json.dumps({"title": title, "figures": rows}))
        return
    print(f"\n{title}")
    for figure in found:
        against = ""
        if figure.ratio is not None:
            against = f"{figure.ratio:8.2f} x {figure.floor_name}"
        print(f"  {figure.name:<56}{figure.value:12.2f} {figure.unit:<10}{against}")


def cpu_of(work: Callable[[], None], repeats: int = 3) -> float:
    """The CPU seconds of the best of some runs: what disturbs only ever adds."""
    best = float("inf")
    for _ in range(repeats):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


def floor_seconds() -> float:
    """CPU seconds to pass one item through a bare memory channel, between many pairs of tasks."""
    return cpu_of(lambda: trio.run(_pass_items)) / (FLOOR_PAIRS * FLOOR_ITEMS)


async def _pass_items() -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(FLOOR_PAIRS):
            sender, receiver = trio.open_memory_channel[int](64)
            nursery.start_soon(_send, sender)
            nursery.start_soon(_receive, receiver)


async def _send(sender: trio.MemorySendChannel[int]) -> None:
    async with sender:
        for number in range(FLOOR_ITEMS):
            await sender.send(number)


async def _receive(receiver: trio.MemoryReceiveChannel[int]) -> None:
    async with receiver:
        async for _ in receiver:
            continue
