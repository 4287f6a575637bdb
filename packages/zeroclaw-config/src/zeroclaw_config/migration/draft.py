"""A document that is being migrated, with a record of each move."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, define, field

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.migration.change import CarriedKey, Change, ChangeKind, Migrated

__all__ = ["Draft", "Path", "Tree", "copied", "is_table"]

Tree = dict[str, object]
Path = tuple[str, ...]
"""Keys of tables alone: what is in an array moves with it, or is rewritten as a whole."""


def is_table(value: object) -> bool:
    """Whether a value of a parsed document is a table."""
    return isinstance(value, Mapping)


def copied(value: object) -> object:
    """The same value in tables and arrays of its own."""
    if isinstance(value, Mapping):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return value


@define
class Draft:
    """A copy of a document whose keys are moved one by one, each with its `Change`.

    A key is never overwritten, nor removed without a trace: `move` merges tables, and where
    both places have a value, the moved one is carried.
    """

    tree: Tree = field(repr=False)
    changes: list[Change] = Factory(list)
    carried: list[CarriedKey] = field(factory=list, repr=False)

    @classmethod
    def of(cls, tree: Mapping[str, object]) -> Draft:
        """A draft that leaves the document itself alone."""
        return cls({key: copied(value) for key, value in tree.items()})

    def done(self) -> Migrated:
        """What became of the document."""
        return Migrated(self.tree, tuple(self.changes), tuple(self.carried))

    def get(self, path: Path) -> object:
        """The value at a path; None, which TOML lacks, when there is nothing."""
        value: object = self.tree
        for key in path:
            if not isinstance(value, Mapping):
                return None
            value = value.get(key)
        return value

    def table(self, path: Path) -> Mapping[str, object]:
        """The table at a path; an empty one when there is none."""
        value = self.get(path)
        return value if isinstance(value, Mapping) else {}

    def text(self, path: Path) -> str | None:
        """The text at a path; None when there is nothing, or something else."""
        value = self.get(path)
        return value if isinstance(value, str) else None

    def write(self, path: Path, value: object) -> None:
        """Set a value, without a record; its caller notes what it means."""
        self._parent(path)[path[-1]] = value

    def note(
        self, before: KeyPath, after: KeyPath | None, kind: ChangeKind, note: str = ""
    ) -> None:
        """Record a change."""
        self.changes.append(Change(before, after, kind, note))

    def add(self, path: Path, value: object, note: str) -> bool:
        """Set a value that the old document did not say; False when there is no place for it."""
        if not self._is_open(path) or self.get(path) is not None:
            return False
        self.write(path, value)
        self.note(path, path, ChangeKind.ADDED, note)
        return True

    def rewrite(self, path: Path, value: object, note: str) -> None:
        """Set another value in place of one that says the same in an older form."""
        self.write(path, value)
        self.note(path, path, ChangeKind.REWRITTEN, note)

    def absorb(self, path: Path, after: Path, note: str) -> None:
        """Remove a key whose meaning is at another place already."""
        self._take(path)
        self.note(path, after, ChangeKind.MOVED, note)

    def absorb_in_place(self, path: Path, after: Path, note: str) -> None:
        """Like `absorb`, but the table around the key stays, be it empty."""
        self._parent(path).pop(path[-1])
        self.note(path, after, ChangeKind.MOVED, note)

    def move(self, before: Path, after: Path, note: str = "") -> None:
        """Move what is at a path, if anything is."""
        value = self.get(before)
        if value is None or before == after:
            return
        there = self.get(after)
        if isinstance(value, Mapping) and isinstance(there, Mapping):
            for key in [*value]:
                self.move((*before, key), (*after, key), note)
            self._drop_empty(before)
        elif there is not None or not self._is_open(after):
            self.set_aside(
                before,
                ChangeKind.ATTENTION,
                Phrase("note_is_set_as_well", "{key} is set as well", key=_dotted(after)),
                after,
            )
        else:
            self._take(before)
            self.write(after, value)
            self.note(before, after, ChangeKind.MOVED, note)

    def wrap(self, before: Path, after: Path) -> bool:
        """Move a table, to a place below itself as well; False when it had to be carried."""
        return self.place(before, after, self.detach(before))

    def detach(self, path: Path) -> object:
        """Remove a key without a record; its caller places, carries or notes what it was."""
        return self._parent(path).pop(path[-1])

    def place(self, before: Path, after: Path, value: object) -> bool:
        """Set a detached value at its new path; False when it had to be carried."""
        if not self._is_open(after) or self.get(after) is not None:
            self.carry(
                before,
                after,
                value,
                ChangeKind.ATTENTION,
                Phrase("note_no_place", "there is no place for it"),
            )
            return False
        self.write(after, value)
        self.note(before, after, ChangeKind.MOVED)
        return True

    def carry(
        self, before: KeyPath, path: KeyPath, value: object, kind: ChangeKind, note: str
    ) -> None:
        """Keep a value, which its caller takes out of the document, as that of a path."""
        self.carried.append(CarriedKey(path, value))
        self.note(before, None, kind, note)

    def set_aside(
        self, path: Path, kind: ChangeKind, note: str, as_path: Path | None = None
    ) -> None:
        """Take a key out of the document into the carried ones, under its newest path."""
        self.carry(path, as_path or path, self._take(path), kind, note)

    def set_aside_in_place(self, path: Path, kind: ChangeKind, note: str) -> None:
        """Like `set_aside`, but the table around the key stays, be it empty."""
        self.carry(path, path, self._parent(path).pop(path[-1]), kind, note)

    def _parent(self, path: Path) -> Tree:
        table = self.tree
        for key in path[:-1]:
            inner = table.setdefault(key, {})
            if not isinstance(inner, dict):
                raise TypeError(f"{_dotted(path)} is below something that is no table")
            table = inner
        return table

    def _is_open(self, path: Path) -> bool:
        return all(
            self.get(path[:length]) is None or is_table(self.get(path[:length]))
            for length in range(1, len(path))
        )

    def _take(self, path: Path) -> object:
        value = self._parent(path).pop(path[-1])
        self._drop_empty(path[:-1])
        return value

    def _drop_empty(self, path: Path) -> None:
        while path and self.get(path) == {}:
            self._parent(path).pop(path[-1])
            path = path[:-1]


def _dotted(path: Path) -> str:
    return ".".join(path)
