"""Offers what may follow on a command line about the configuration."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from zeroclaw.configuring.keys import KeyPath, expanded, known_keys
from zeroclaw.errors import EntryPointBroken, HomeUnusable
from zeroclaw.home import find_home
from zeroclaw.wiring.families import installed_families
from zeroclaw_config.editing.key_path import format_key_path
from zeroclaw_config.schema.keys import ALIAS

__all__ = ["agent_aliases", "alias_tables", "aliases_of", "key_paths_like"]


def agent_aliases(incomplete: str) -> list[str]:
    """The agents whose alias begins like this."""
    return aliases_of("agents", incomplete)


def aliases_of(table: str, incomplete: str) -> list[str]:
    """The aliases in a table that begin like this."""
    node: object = _document()
    for part in table.split("."):
        node = node.get(part) if isinstance(node, Mapping) else None
    names = node if isinstance(node, Mapping) else {}
    return [name for name in names if name.startswith(incomplete)]


def alias_tables(incomplete: str) -> list[str]:
    """The tables of aliases whose path begins like this."""
    tables = {path.partition(f".{ALIAS}")[0]: None for path in _patterns() if ALIAS in path}
    return [table for table in tables if table.startswith(incomplete)]


def key_paths_like(incomplete: str) -> list[str]:
    """The keys that begin like this: those of the file, those that it may have."""
    tree = _document()
    paths = {format_key_path(path): None for path in _leaves((), tree)}
    for pattern in _patterns():
        parts = tuple(pattern.split("."))
        for path in (*expanded(parts, tree), *_with_typed(parts, incomplete)):
            paths[format_key_path(path)] = None
    return [path for path in paths if path.startswith(incomplete)]


def _patterns() -> list[str]:
    try:
        return [key.path for key in known_keys(installed_families()).descriptions]
    except EntryPointBroken:
        return []


def _with_typed(pattern: tuple[str, ...], incomplete: str) -> Iterator[tuple[str, ...]]:
    """The pattern with an alias that is in no file yet, but on the line already."""
    typed = incomplete.split(".")
    if ALIAS in pattern and len(typed) > pattern.index(ALIAS) + 1:
        at = pattern.index(ALIAS)
        yield (*pattern[:at], typed[at], *pattern[at + 1 :])


def _document() -> Mapping[str, object]:
    """What the file says; nothing when it cannot be read, since a question is no place to fail."""
    try:
        path: Path = find_home(os.environ).config
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, HomeUnusable):
        return {}


def _leaves(path: KeyPath, value: object) -> Iterator[KeyPath]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves((*path, str(name)), item)
    elif path:
        yield path
