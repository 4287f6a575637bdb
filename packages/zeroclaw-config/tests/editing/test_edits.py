"""Tests of the edits that a change consists of."""

from __future__ import annotations

from zeroclaw_config.editing._edits import (
    Insert,
    Put,
    Remove,
    entry_of,
    is_outcome,
    nested,
    replacing,
)
from zeroclaw_config.editing.values import ConfigValue


def test_missing_tables_are_made_around_a_value() -> None:
    assert nested(("a", "b"), 1) == {"a": {"b": 1}}
    assert nested(("a", "-", "b"), 1) == {"a": [{"b": 1}]}
    assert nested((), 1) == 1


def test_only_what_differs_in_a_table_is_edited() -> None:
    old: ConfigValue = {"same": 1, "other": 2, "gone": 3}
    edits = list(replacing(("t",), old, {"same": 1, "other": 5, "new": 6}))
    assert edits == [Put(("t", "other"), 5), Put(("t", "new"), 6), Remove(("t", "gone"))]


def test_a_list_of_tables_is_edited_element_by_element() -> None:
    old: ConfigValue = [{"a": 1}, {"a": 2}]
    assert list(replacing(("l",), old, [{"a": 1}])) == [Remove(("l", 1))]
    longer = list(replacing(("l",), old, [{"a": 9}, {"a": 2}, {"a": 3}]))
    assert longer == [Put(("l", 0, "a"), 9), Insert(("l", 2), {"a": 3})]


def test_an_outcome_is_what_the_edit_means() -> None:
    tree: dict[str, ConfigValue] = {"a": {"b": [1, 2]}}
    assert is_outcome({"a": {"b": [1, 7, 2]}}, tree, Insert(("a", "b", 1), 7))
    assert is_outcome({"a": {"b": [1, 7]}}, tree, Put(("a", "b", 1), 7))
    assert not is_outcome({"a": {"b": [1, 7]}, "x": 1}, tree, Put(("a", "b", 1), 7))
    assert tree == {"a": {"b": [1, 2]}}


def test_a_removal_may_leave_an_empty_table_or_none() -> None:
    tree: dict[str, ConfigValue] = {"a": {"b": {"c": 1}}, "z": 1}
    edit = Remove(("a", "b", "c"))
    for result in ({"a": {"b": {}}, "z": 1}, {"a": {}, "z": 1}, {"z": 1}):
        assert is_outcome(result, tree, edit)
    assert not is_outcome({}, tree, edit)


def test_an_entry_is_found_by_key_or_index() -> None:
    assert entry_of({"a": 1}, "a") == 1
    assert entry_of([5, 6], 1) == 6
