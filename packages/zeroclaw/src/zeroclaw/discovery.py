"""Finds what installed distributions offer, by reading their entry points from the disk.

The standard library's way costs forty times as much, since it parses all metadata.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from zeroclaw.errors import EntryPointBroken
from zeroclaw_api.phrases import Phrase

__all__ = ["EntryPoint", "claimed_twice", "entry_points", "parse_entry_points"]


class EntryPoint(NamedTuple):
    """One object that a distribution offers under a name.

    A named tuple, since the list of commands is shown without loading attrs.
    """

    group: str
    name: str
    module: str
    attribute: str

    def load(self) -> object:
        """Import the object. Raises `EntryPointBroken`."""
        try:
            return getattr(import_module(self.module), self.attribute)
        except (ImportError, AttributeError) as error:
            raise EntryPointBroken(
                group=self.group, name=self.name, problem=f"{type(error).__name__}: {error}"
            ) from error


def entry_points(group: str, places: Sequence[str] | None = None) -> dict[str, EntryPoint]:
    """What is offered in a group, by name; of two copies of a distribution the first counts.

    `places` are folders like those of `sys.path`. Raises `EntryPointBroken` when two
    distributions claim one name.
    """
    found: dict[str, EntryPoint] = {}
    for text in _tables(sys.path if places is None else places):
        for entry in parse_entry_points(text):
            if entry.group != group:
                continue
            known = found.setdefault(entry.name, entry)
            if known != entry:
                raise claimed_twice(entry.name, known, entry)
    return found


def claimed_twice(name: str, first: EntryPoint, second: EntryPoint) -> EntryPointBroken:
    """The error that says who claims one name."""
    # A phrase: what says things in other languages is found here as well.
    problem = Phrase(
        "entry_point_claimed",
        "both {first} and {second} claim it; uninstall one",
        first=first.module,
        second=second.module,
    )
    return EntryPointBroken(group=second.group, name=name, problem=problem)


def parse_entry_points(text: str) -> Iterator[EntryPoint]:
    """The entries of an `entry_points.txt`; lines that are none are passed over.

    Format: the entry points specification of the Python packaging guide.
    """
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            module, _, attribute = target.partition("[")[0].partition(":")
            if module.strip() and attribute.strip():
                yield EntryPoint(group, name.strip(), module.strip(), attribute.strip())


def _tables(places: Sequence[str]) -> Iterator[str]:
    """The entry point tables of the distributions in some folders, each distribution once."""
    seen: set[str] = set()
    for place in map(Path, places):
        # A relative place is the folder the user happens to be in: nothing there is installed.
        if not place.is_absolute() or not place.is_dir():
            continue
        for folder in sorted(place.glob("*.dist-info")):
            distribution = folder.name.split("-")[0]
            if distribution in seen:
                continue
            seen.add(distribution)
            table = folder / "entry_points.txt"
            if table.is_file():
                yield table.read_text(encoding="utf-8")
