"""What a migration does to a document, as facts for a report."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from attrs import field, frozen

from zeroclaw_config._key_path import KeyPath, dotted

__all__ = ["CarriedKey", "Change", "ChangeKind", "Migrated", "shown_path"]


class ChangeKind(StrEnum):
    """What happened to a key."""

    MOVED = "moved"
    REWRITTEN = "rewritten"
    ADDED = "added"
    KEPT = "kept"
    DROPPED = "dropped"
    ATTENTION = "attention"


def shown_path(path: KeyPath | None) -> str:
    """A path as TOML writes it, without an address, which older forms had as a key."""
    return "nowhere" if path is None else dotted(tuple(map(_without_address, path)))


def _without_address(part: str | int) -> str | int:
    # It may hold a password.
    if isinstance(part, int) or "//" not in part:
        return part
    return part.partition("//")[0] + "…"


@frozen
class Change:
    """One key that is elsewhere, or otherwise, than before.

    `after` is None when the document has no place for it; its value is then among the carried
    keys. `note` is a clause, empty when the paths say all. No field holds a value,
    since any may be secret. `ATTENTION` means that the operator has to decide something.
    """

    before: KeyPath = field(repr=shown_path)
    after: KeyPath | None = field(repr=shown_path)
    kind: ChangeKind
    note: str = ""


@frozen
class CarriedKey:
    """A key with its value that the migrated document has no place for."""

    path: KeyPath = field(repr=shown_path)
    value: object = field(repr=False)


@frozen
class Migrated:
    """A document after a migration: its tree, what changed, what is left of the old one.

    Every value of the old document is in `tree`, in `carried`, or its place is in `changes`.
    """

    tree: Mapping[str, object] = field(repr=False, hash=False)
    changes: tuple[Change, ...] = ()
    carried: tuple[CarriedKey, ...] = ()
