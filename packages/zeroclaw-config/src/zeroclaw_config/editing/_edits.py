"""The three edits that every change of a document consists of."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from attrs import frozen

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.editing.values import ConfigValue, same_value

__all__ = ["Edit", "Insert", "Put", "Remove", "entry_of", "is_outcome", "nested", "replacing"]


@frozen
class Put:
    """Replace the value at a path, or add the key that is last in it."""

    path: KeyPath
    value: ConfigValue


@frozen
class Insert:
    """Put an element before the one that has its index, or at the end."""

    path: KeyPath
    value: ConfigValue


@frozen
class Remove:
    """Take a key or an element away."""

    path: KeyPath


Edit = Put | Insert | Remove


def nested(keys: KeyPath, value: ConfigValue) -> ConfigValue:
    """The value inside new tables for all keys before it; `-` makes a list of one element."""
    for key in reversed(keys):
        value = [value] if key == "-" else {str(key): value}
    return value


def replacing(path: KeyPath, old: ConfigValue, new: ConfigValue) -> Iterator[Edit]:
    """The edits that turn one value into another, with as little of the text touched as can be."""
    if isinstance(old, dict) and isinstance(new, dict) and new:
        for key, value in new.items():
            if key in old:
                yield from replacing((*path, key), old[key], value)
            else:
                yield Put((*path, key), value)
        yield from (Remove((*path, key)) for key in old if key not in new)
    elif _are_tables(old) and _are_tables(new):
        assert isinstance(old, list)
        assert isinstance(new, list)
        for index, value in enumerate(new):
            if index < len(old):
                yield from replacing((*path, index), old[index], value)
            else:
                yield Insert((*path, index), value)
        yield from (Remove((*path, index)) for index in range(len(old) - 1, len(new) - 1, -1))
    elif not same_value(old, new):
        yield Put(path, new)


def is_outcome(result: object, tree: dict[str, ConfigValue], edit: Edit) -> bool:
    """Whether a document that was `tree` holds after an edit what it should.

    Tables or lists that a removal leaves empty may be there or not: a text has no place for a
    table that neither a header nor a key stands for.
    """
    expected: ConfigValue = deepcopy(tree)
    *way, key = edit.path
    parents = [expected]
    for part in way:
        parents.append(entry_of(parents[-1], part))
    _change(parents[-1], key, edit)
    if same_value(result, expected):
        return True
    if not isinstance(edit, Remove):
        return False
    while way and not parents.pop():
        _delete(parents[-1], way.pop())
        if same_value(result, expected):
            return True
    return False


def _are_tables(value: ConfigValue) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def entry_of(node: ConfigValue, key: str | int) -> ConfigValue:
    """What a table or list that has it holds at a key."""
    if isinstance(node, list) and isinstance(key, int):
        return node[key]
    assert isinstance(node, dict)
    return node[str(key)]


def _delete(node: ConfigValue, key: str | int) -> None:
    if isinstance(node, list) and isinstance(key, int):
        del node[key]
    elif isinstance(node, dict):
        del node[str(key)]


def _change(node: ConfigValue, key: str | int, edit: Edit) -> None:
    if isinstance(edit, Remove):
        _delete(node, key)
    elif isinstance(node, list) and isinstance(key, int):
        node[key : key + isinstance(edit, Put)] = [edit.value]
    elif isinstance(node, dict):
        node[str(key)] = edit.value
