"""A configuration that can be edited without disturbing the rest of its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._nearest import nearest
from zeroclaw_config._toml import parsed
from zeroclaw_config.editing._edits import (
    Edit,
    Insert,
    Put,
    Remove,
    entry_of,
    is_outcome,
    nested,
    replacing,
)
from zeroclaw_config.editing._splicing import Style, edited, renamed
from zeroclaw_config.editing.key_path import Knows, located
from zeroclaw_config.editing.values import ConfigValue, config_value, same_value
from zeroclaw_config.errors import (
    ConfigError,
    KeyNotFound,
    LayoutNotEditable,
    OperationNotSupported,
    ValueTypeMismatch,
)

__all__ = ["EditedDocument"]


@frozen
class EditedDocument:
    """The text of a configuration, with what it says. An edit gives a new one; nothing is written.

    Comments, order and spelling of everything that an edit does not name stay as they are. Values
    are those of the text: `${NAME}` and sealed secrets are not resolved, the environment adds
    nothing. Printing it shows none of them. `source` stands for the file in errors.
    """

    source: str
    text: str = field(repr=False)
    _tree: dict[str, ConfigValue] = field(repr=False, eq=False, hash=False)
    origin: object | None = field(default=None, repr=False, eq=False)
    """The opened file that it came from, which alone may save it."""

    @classmethod
    def parse(cls, text: str, source: str, origin: object | None = None) -> EditedDocument:
        """A document; raises ConfigSyntax."""
        return cls(source, text, _tables(parsed(text, source)), origin)

    @property
    def tree(self) -> Mapping[str, ConfigValue]:
        """What the whole text says; not to be changed."""
        return self._tree

    def get(self, path: KeyPath) -> ConfigValue:
        """The value at a path, a copy; raises KeyNotFound."""
        return config_value(self._found(self.located(path)), dotted(path))

    def has(self, path: KeyPath) -> bool:
        """Whether there is a value."""
        path = self.located(path)
        return len(self._existing(path)) == len(path)

    def list(self, prefix: KeyPath = ()) -> tuple[tuple[KeyPath, ConfigValue], ...]:
        """Every value below a path, in the order of the document; raises KeyNotFound.

        Tables come apart down to their keys, so do lists of tables; other lists, or empty tables,
        are values.
        """
        prefix = self.located(prefix)
        return tuple(_leaves(prefix, config_value(self._found(prefix), dotted(prefix))))

    def located(self, path: KeyPath, knows: Knows | None = None) -> KeyPath:
        """The path as this document, or the schema, spells it, see `key_path.located`."""
        return located(path, self._tree, knows)

    def set(self, path: KeyPath, value: object) -> EditedDocument:
        """With a value at a path, in new tables where there are none. An element is replaced.

        A table in the place of a table changes only the keys that differ. Raises
        ValueTypeMismatch, also where a table would replace something else or the reverse,
        KeyNotFound for an element that is not there, LayoutNotEditable.
        """
        path = self._addressed(path)
        new = config_value(value, dotted(path))
        there = self._existing(path)
        if len(there) < len(path):
            return self._created(path, there, new)
        old = self._value(path)
        if isinstance(old, dict) != isinstance(new, dict):
            what = _TABLE_STAYS if isinstance(old, dict) else _VALUE_STAYS
            raise ValueTypeMismatch(path=self.source, key=dotted(path), what=what)
        document = self
        for edit in replacing(path, old, new):
            document = document._after(edit)
        return document

    def insert(self, path: KeyPath, value: object) -> EditedDocument:
        """Like `set`, but a new element moves the one at its index up, as JSON Patch wants it."""
        path = self._addressed(path)
        parent, key = self._value(path[:-1]) if self.has(path[:-1]) else None, path[-1]
        if isinstance(parent, list) and isinstance(key, int) and key < len(parent):
            return self._after(Insert(path, config_value(value, dotted(path))))
        return self.set(path, value)

    def unset(self, path: KeyPath) -> EditedDocument:
        """Without what is at a path; raises KeyNotFound, LayoutNotEditable.

        A comment goes with the line it is on, or with the table it is in; those above stay. A table
        around it stays, even empty, as far as it has a header of its own.
        """
        path = self._addressed(path)
        self._found(path)
        return self._after(Remove(path))

    def renamed(self, path: KeyPath, key: str) -> EditedDocument:
        """With another name for the last key of a path, in its place.

        Raises KeyNotFound, LayoutNotEditable. What refers to it stays, see `rename_alias`.
        """
        path = self._addressed(path)
        value = self._found(path)
        text = renamed(self.text, path, key)
        tree = _reread(text, self.source)
        expected = config_value(self._tree, "")
        parent = expected
        for part in path[:-1]:
            parent = entry_of(parent, part)
        if isinstance(parent, dict) and key not in parent:
            del parent[str(path[-1])]
            parent[key] = value
            if tree is not None and same_value(tree, expected):
                return evolve(self, text=text, tree=tree)
        raise LayoutNotEditable(path=self.source, key=dotted(path))

    def _addressed(self, path: KeyPath) -> KeyPath:
        if not path:
            what = Phrase("edited_by_key", "can only be edited by key; name one")
            key = Phrase("the_whole_document", "The whole document")
            raise OperationNotSupported(path=self.source, key=key, what=what)
        return self.located(path)

    def _created(self, path: KeyPath, there: KeyPath, value: ConfigValue) -> EditedDocument:
        parent, key = self._value(there), path[len(there)]
        inner = nested(path[len(there) + 1 :], value)
        if isinstance(parent, list):
            if key != len(parent):
                raise self._missing(path[: len(there) + 1])
            return self._after(Insert((*there, key), inner))
        if not isinstance(parent, dict):
            what = Phrase("has_no_keys", "is no table, so it cannot have keys; remove it first")
            raise ValueTypeMismatch(path=self.source, key=dotted(there), what=what)
        return self._after(Put((*there, key), inner))

    def _after(self, edit: Edit) -> EditedDocument:
        for style in Style:
            text = edited(self.text, edit, style)
            tree = _reread(text, self.source)
            # What went wrong in the text would show in what it says.
            if tree is not None and is_outcome(tree, self._tree, edit):
                return evolve(self, text=text, tree=tree)
        raise LayoutNotEditable(path=self.source, key=dotted(edit.path))

    def _existing(self, path: KeyPath) -> KeyPath:
        """As much of the path as there is."""
        node: object = self._tree
        for index, part in enumerate(path):
            if isinstance(node, list) and isinstance(part, int) and part < len(node):
                node = node[part]
            elif isinstance(node, dict):
                if part not in node:
                    return path[:index]
                node = node[part]
            else:
                return path[:index]
        return path

    def _value(self, path: KeyPath) -> ConfigValue:
        node: ConfigValue = self._tree
        for part in path:
            node = entry_of(node, part)
        return node

    def _found(self, path: KeyPath) -> ConfigValue:
        there = self._existing(path)
        if len(there) < len(path):
            raise self._missing(path[: len(there) + 1])
        return self._value(path)

    def _missing(self, path: KeyPath) -> KeyNotFound:
        parent = self._value(path[:-1])
        hint = Phrase("list_shows", "`zeroclaw config list` shows what there is.")
        if isinstance(parent, list):
            hint = Phrase(
                "list_has", "the list has {count} elements, counted from 0.", count=len(parent)
            )
        elif isinstance(parent, dict) and (near := nearest(str(path[-1]), parent)) is not None:
            hint = Phrase(
                "meant_perhaps", "did you mean `{meant}`?", meant=dotted((*path[:-1], near))
            )
        return KeyNotFound(path=self.source, key=dotted(path), hint=hint)


_TABLE_STAYS = Phrase("table_stays", "is a table; remove it first, so a value cannot replace it")
_VALUE_STAYS = Phrase("value_stays", "is no table, so a table cannot replace it")


def _tables(tree: Mapping[str, object]) -> dict[str, ConfigValue]:
    return {key: config_value(value, key) for key, value in tree.items()}


def _reread(text: str, source: str) -> dict[str, ConfigValue] | None:
    try:
        return _tables(parsed(text, source))
    except ConfigError:
        return None


def _leaves(path: KeyPath, value: ConfigValue) -> Iterator[tuple[KeyPath, ConfigValue]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves((*path, key), item)
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for index, item in enumerate(value):
            yield from _leaves((*path, index), item)
    else:
        yield path, value
