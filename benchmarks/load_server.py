"""Starts the model server for load; reads its reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import cast
from urllib.request import urlopen

from attrs import frozen

__all__ = ["Report", "report", "serving"]

SERVER = Path(__file__).with_name("load_model.py")


@frozen
class Report:
    """What the server saw since the report before. Times in seconds, on the shared clock.

    `exchanges` are the moments when a request was there whole, when its answer's last bytes were
    about to be sent, in the order of the latter. `late_p95` is how late it was with its own writes.
    """

    exchanges: tuple[tuple[float, float], ...]
    body: str
    writes: int
    late_p95: float
    late_longest: float
    cpu: float

    def gaps(self, requests_in_a_turn: int) -> list[float]:
        """Seconds from the end of an answer to the next request of the same turn."""
        turns = range(0, len(self.exchanges), requests_in_a_turn)
        return [
            later[0] - earlier[1]
            for start in turns
            for earlier, later in pairwise(self.exchanges[start : start + requests_in_a_turn])
        ]


@contextmanager
def serving(*words: str) -> Iterator[str]:
    """The address of a server that lives as long as the block: the one for load, or another.

    `words` are what Python runs in its place; it prints its address first.
    """
    command = [sys.executable, *(words or (str(SERVER),))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(os.environ)) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().decode().strip()
        finally:
            process.terminate()


def report(origin: str) -> Report:
    """What happened since the last one."""
    with urlopen(f"{origin}/report") as answer:
        found = json.loads(answer.read())
    exchanges = tuple((arrived, ended) for arrived, ended in found["exchanges"])
    return Report(**cast("dict[str, object]", {**found, "exchanges": exchanges}))  # type: ignore[arg-type]
