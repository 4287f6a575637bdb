"""Knows every key that the configuration may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from attrs import Factory, define, frozen

from zeroclaw.wiring.families import Families
from zeroclaw_config.schema.keys import ALIAS, KeyDescription, describe
from zeroclaw_config.secrets.store import names_secret

__all__ = ["KeyPath", "KnownKeys", "expanded", "known_keys"]

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys of tables, indices of lists."""

_TEXTS: Final = ("text", "path")


@define
class _Node:
    key: KeyDescription | None = None
    below: dict[str, _Node] = Factory(dict)


@frozen
class KnownKeys:
    """The keys of all sections that are read; any name stands for an alias."""

    descriptions: tuple[KeyDescription, ...]
    _root: _Node

    @classmethod
    def of(cls, descriptions: Iterable[KeyDescription]) -> KnownKeys:
        """All that these describe."""
        root = _Node()
        found = tuple(descriptions)
        for key in found:
            node = root
            for part in key.path.split("."):
                node = node.below.setdefault(part, _Node())
            node.key = key
        return cls(found, root)

    def knows(self, path: KeyPath) -> bool:
        """Whether there is such a key, or a table with such keys."""
        return len(self._way(path)) == len(_names(path)) + 1

    def find(self, path: KeyPath) -> KeyDescription | None:
        """The key at a path, elements of lists being part of it; None when it is not known."""
        way = self._way(path)
        return way[-1].key if len(way) == len(_names(path)) + 1 else None

    def is_secret(self, path: KeyPath) -> bool:
        """Whether what stands there is a secret: by its type, or as its name sounds like one."""
        by_type = any(node.key is not None and node.key.is_secret for node in self._way(path))
        return by_type or names_secret(path)

    def takes_text(self, path: KeyPath) -> bool:
        """Whether `5` there is a text, not a number."""
        key = self.find(path)
        return key is not None and key.type in _TEXTS

    def with_defaults(self, tree: Mapping[str, object]) -> Iterator[tuple[KeyPath, str]]:
        """Each key of the aliases in a document that has a default, with that, as TOML."""
        for key in self.descriptions:
            if key.default is not None:
                for path in expanded(tuple(key.path.split(".")), tree):
                    yield path, key.default

    def paths_in(self, tree: Mapping[str, object]) -> Iterator[KeyPath]:
        """Each key that the aliases of a document may have, or have."""
        for key in self.descriptions:
            yield from expanded(tuple(key.path.split(".")), tree)

    def _way(self, path: KeyPath) -> list[_Node]:
        """The nodes from the root to the key, as far as it is known."""
        way = [self._root]
        for name in _names(path):
            below = way[-1].below
            node = below.get(name) or below.get(ALIAS)
            if node is None:
                return way
            way.append(node)
        return way


def known_keys(families: Families) -> KnownKeys:
    """Those of an installation."""
    return KnownKeys.of(describe(families))


def expanded(pattern: tuple[str, ...], tree: object) -> Iterator[tuple[str, ...]]:
    """The paths that a pattern stands for, one for each alias of a document."""
    before, has_alias, after = _cut(pattern)
    if not has_alias:
        yield pattern
        return
    node: object = tree
    for part in before:
        node = node.get(part) if isinstance(node, Mapping) else None
    if isinstance(node, Mapping):
        for alias, table in node.items():
            if isinstance(table, Mapping):
                yield from ((*before, str(alias), *rest) for rest in expanded(after, table))


def _cut(pattern: tuple[str, ...]) -> tuple[tuple[str, ...], bool, tuple[str, ...]]:
    if ALIAS not in pattern:
        return pattern, False, ()
    at = pattern.index(ALIAS)
    return pattern[:at], True, pattern[at + 1 :]


def _names(path: KeyPath) -> list[str]:
    return [part for part in path if isinstance(part, str)]
