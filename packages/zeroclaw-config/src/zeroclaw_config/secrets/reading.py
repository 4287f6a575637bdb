"""Open the sealed values of a document that was just parsed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import Factory, define, field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.errors import SecretKeyUnusable, SecretNotReadable
from zeroclaw_config.secrets.box import is_sealed, unseal
from zeroclaw_config.secrets.key_file import KeyRing, read_ring, unusable

__all__ = ["Unsealed", "unsealed"]


@frozen
class Unsealed:
    """A document with its sealed values opened.

    The texts at the paths in `opened` are secret, to be taken as they are: a `${` in one of them
    is no variable. `problems` has a clause, to follow the key, for each value that did not open;
    such a value is an empty text in the tree.
    """

    tree: Mapping[str, object] = field(repr=False)
    opened: frozenset[KeyPath] = frozenset()
    problems: Mapping[KeyPath, str] = Factory(dict)


def unsealed(tree: Mapping[str, object], key_file: Path) -> Unsealed:
    """Open what is sealed; the key is read only when something is.

    Nothing raises: a missing or unusable key is a problem of each value that needs it.
    """
    walk = _Walk(key_file)
    opened = {key: walk.value(item, (key,)) for key, item in tree.items()}
    return Unsealed(opened, frozenset(walk.opened), walk.problems)


@define
class _Walk:
    key_file: Path
    opened: set[KeyPath] = Factory(set)
    problems: dict[KeyPath, str] = Factory(dict)
    _keys: KeyRing | str | None = None

    def value(self, value: object, path: KeyPath) -> object:
        if isinstance(value, str):
            return self._text(value, path) if is_sealed(value) else value
        if isinstance(value, Mapping):
            return {key: self.value(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self.value(item, (*path, index)) for index, item in enumerate(value)]
        return value

    def _text(self, sealed: str, path: KeyPath) -> str:
        if self._keys is None:
            self._keys = _keys_or_problem(self.key_file)
        if isinstance(self._keys, str):
            self.problems[path] = self._keys
            return ""
        try:
            text = unseal(self._keys, sealed, path)
        except SecretNotReadable as error:
            self.problems[path] = error.clause
            return ""
        self.opened.add(path)
        return text


def _keys_or_problem(path: Path) -> KeyRing | str:
    try:
        keys = read_ring(path)
    except SecretKeyUnusable as error:
        return error.clause
    problem = Phrase("key_file_missing", "it is missing; restore it, or set the secret again")
    return unusable(path, problem).clause if keys is None else keys
