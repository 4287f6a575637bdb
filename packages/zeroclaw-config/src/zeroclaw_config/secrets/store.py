"""List or change the secrets of a configuration that is being edited."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._interpolation import interpolated
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config.errors import (
    InvalidConfig,
    SecretNotAccepted,
    SecretNotReadable,
)
from zeroclaw_config.problem import Problem
from zeroclaw_config.secrets.box import is_sealed, seal, unseal
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey, create_key, read_ring, unusable
from zeroclaw_config.secrets.references import (
    is_keyring_reference,
    is_login_reference,
    is_reference,
    reference_problem,
)

__all__ = [
    "SecretEntry",
    "SecretKind",
    "SecretTree",
    "list_secrets",
    "names_secret",
    "rebind",
    "remove_secret",
    "reseal",
    "set_secret",
    "writing_key",
]

_SECRET_NAME = re.compile(r"(?:.*[_-])?(?:key|token|secret|password)", re.IGNORECASE)


class SecretTree(Protocol):
    """A document that is being edited, as far as secrets need it.

    It is not the file: nothing here is written until its owner saves it. The operations on
    secrets call it, in one task; it never waits.
    """

    @property
    def file(self) -> str:
        """The name of the file, for messages."""

    def located(self, path: KeyPath) -> KeyPath:
        """The path as the document spells it; only there does what is sealed for it open."""

    def get(self, path: KeyPath) -> object:
        """The value at a path, None when there is none."""

    def set(self, path: KeyPath, text: str) -> None:
        """Put a text there, with the tables around it."""

    def unset(self, path: KeyPath) -> None:
        """Take the value away."""

    def texts(self) -> Iterable[tuple[KeyPath, str]]:
        """Every text of the document, those in arrays included."""


class SecretKind(StrEnum):
    """How a secret is kept."""

    SEALED = "sealed"
    REFERENCE = "reference"
    KEYRING = "keyring"
    LOGIN = "login"
    VARIABLE = "variable"
    PLAIN = "plain"


_ANYWHERE = frozenset(
    {SecretKind.SEALED, SecretKind.REFERENCE, SecretKind.KEYRING, SecretKind.LOGIN}
)
"""What is a secret wherever it stands."""


@frozen
class SecretEntry:
    """Where a secret stands, never what it is."""

    path: KeyPath
    kind: SecretKind

    @property
    def key(self) -> str:
        """The path as TOML writes it."""
        return dotted(self.path)


def names_secret(path: KeyPath) -> bool:
    """Whether the last key of a path sounds like that of a secret."""
    names = [part for part in path if isinstance(part, str)]
    return bool(names) and _SECRET_NAME.fullmatch(names[-1]) is not None


def list_secrets(tree: SecretTree, secret_paths: Iterable[KeyPath]) -> tuple[SecretEntry, ...]:
    """The secrets in the order of the file.

    What is sealed, or is a reference, is one wherever it stands; other texts are when their path
    is among `secret_paths`, which come from the types of the settings, or `names_secret`.
    """
    known = frozenset(secret_paths)
    entries = []
    for path, text in tree.texts():
        kind = _kind(text)
        if kind in _ANYWHERE or (text and (path in known or names_secret(path))):
            entries.append(SecretEntry(path, kind))
    return tuple(entries)


def writing_key(tree: SecretTree, key_file: Path) -> SecretKey:
    """The key to seal with, created when there is none.

    Raises SecretKeyUnusable, also when the file is gone while values need it: a fresh one in its
    place would hide that they are lost.
    """
    keys = read_ring(key_file)
    if keys is not None:
        return keys.current
    lost = sum(is_sealed(text) for _, text in tree.texts())
    if lost:
        raise unusable(key_file, _lost(lost))
    return create_key(key_file)


def set_secret(tree: SecretTree, path: KeyPath, text: str, key: SecretKey) -> SecretKind:
    """Put a secret into the tree: sealed, or as it is when it is a reference.

    Raises SecretNotAccepted; the tree is then as it was.
    """
    path = tree.located(path)
    problem = _unfit(text) or _occupied(tree.get(path))
    if problem is not None:
        raise SecretNotAccepted(path=tree.file, key=dotted(path), problem=problem)
    if is_reference(text):
        tree.set(path, text)
        return _kind(text)
    tree.set(path, seal(key, text, path))
    return SecretKind.SEALED


def remove_secret(tree: SecretTree, path: KeyPath) -> None:
    """Take a secret out of the tree; raises SecretNotAccepted when there is none."""
    path = tree.located(path)
    value = tree.get(path)
    if not isinstance(value, str):
        problem = Phrase("secret_not_there", "it is not there")
        if value is not None:
            problem = Phrase("secret_is_no_text", "it is no text; see `zeroclaw config`")
        raise SecretNotAccepted(path=tree.file, key=dotted(path), problem=problem)
    tree.unset(path)


def reseal(tree: SecretTree, keys: KeyRing, key: SecretKey) -> int:
    """Seal every sealed value anew with a key, bound to its place; how many there were.

    Raises InvalidConfig with all values that do not open; the tree is then as it was.
    """
    sealed = [(path, path, text) for path, text in tree.texts() if is_sealed(text)]
    return _resealed(tree, sealed, keys, key)


def rebind(tree: SecretTree, before: KeyPath, after: KeyPath, keys: KeyRing) -> int:
    """Bind what is sealed under a table that was renamed to its new place; how many there were.

    Call it after the rename, before saving. Raises InvalidConfig as `reseal` does.
    """
    sealed = [
        ((*before, *path[len(after) :]), path, text)
        for path, text in tree.texts()
        if path[: len(after)] == after and is_sealed(text)
    ]
    return _resealed(tree, sealed, keys, keys.current)


def _resealed(
    tree: SecretTree,
    sealed: Iterable[tuple[KeyPath, KeyPath, str]],
    keys: KeyRing,
    key: SecretKey,
) -> int:
    """Seal values anew, each given with the place it was sealed for, the one it has, its text."""
    fresh: dict[KeyPath, str] = {}
    problems = []
    for place, path, text in sealed:
        try:
            fresh[path] = seal(key, unseal(keys, text, place), path)
        except SecretNotReadable as error:
            problems.append(Problem(tree.file, None, dotted(path), error.clause))
    if problems:
        raise InvalidConfig(path=tree.file, problems=tuple(problems))
    for path, text in fresh.items():
        tree.set(path, text)
    return len(fresh)


def _kind(text: str) -> SecretKind:
    if is_sealed(text):
        return SecretKind.SEALED
    if is_login_reference(text):
        return SecretKind.LOGIN
    if is_reference(text):
        return SecretKind.KEYRING if is_keyring_reference(text) else SecretKind.REFERENCE
    # A text with a default of its own needs no variable, so it counts as plain.
    return SecretKind.VARIABLE if interpolated(text, {}).missing else SecretKind.PLAIN


def _lost(count: int) -> Phrase:
    if count == 1:
        return Phrase(
            "key_of_value_missing",
            "it is missing, while 1 value is sealed with it; restore it, or remove them",
        )
    return Phrase(
        "key_of_values_missing",
        "it is missing, while {count} values are sealed with it; restore it, or remove them",
        count=count,
    )


def _unfit(text: str) -> str | None:
    if not text:
        return Phrase("secret_is_empty", "it is empty; to have none, run `zeroclaw secrets remove`")
    if is_sealed(text):
        return Phrase("secret_sealed_already", "it is sealed already; give the plain secret")
    if any("\ud800" <= character <= "\udfff" for character in text):
        return Phrase("secret_has_bytes", "it has bytes that are no text; save it as UTF-8")
    return reference_problem(text) if is_reference(text) else None


def _occupied(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return None
    return Phrase(
        "secret_place_taken", "there is something else than a text at this key; remove it first"
    )
