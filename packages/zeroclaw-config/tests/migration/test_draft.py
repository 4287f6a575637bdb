"""A draft moves keys without losing one."""

from __future__ import annotations

from zeroclaw_config.migration.change import CarriedKey, ChangeKind
from zeroclaw_config.migration.draft import Draft


def test_the_document_itself_is_left_alone() -> None:
    tree = {"a": {"b": [1]}}
    draft = Draft.of(tree)
    draft.move(("a", "b"), ("c",))
    assert tree == {"a": {"b": [1]}}
    assert draft.tree == {"c": [1]}


def test_a_moved_table_merges_with_the_one_there() -> None:
    draft = Draft.of({"old": {"x": 1, "y": {"z": 2}}, "new": {"y": {"w": 3}}})
    draft.move(("old",), ("new",))
    assert draft.tree == {"new": {"x": 1, "y": {"w": 3, "z": 2}}}
    assert [change.before for change in draft.changes] == [("old", "x"), ("old", "y", "z")]


def test_a_value_that_is_there_already_is_never_overwritten() -> None:
    draft = Draft.of({"old": "a", "new": "b"})
    draft.move(("old",), ("new",))
    assert draft.tree == {"new": "b"}
    assert draft.carried == [CarriedKey(("new",), "a")]
    assert draft.changes[0].kind is ChangeKind.ATTENTION


def test_a_move_below_a_plain_value_is_carried() -> None:
    draft = Draft.of({"old": "a", "new": 5})
    draft.move(("old",), ("new", "deep"))
    assert (draft.tree, draft.carried) == ({"new": 5}, [CarriedKey(("new", "deep"), "a")])


def test_a_table_can_be_wrapped_in_itself() -> None:
    draft = Draft.of({"a": {"b": 1}})
    assert draft.wrap(("a",), ("a", "default"))
    assert draft.tree == {"a": {"default": {"b": 1}}}


def test_a_table_without_place_is_carried_whole() -> None:
    draft = Draft.of({"a": {"b": 1}, "c": 5})
    assert not draft.wrap(("a",), ("c", "d"))
    assert draft.carried == [CarriedKey(("c", "d"), {"b": 1})]


def test_nothing_is_added_where_something_is() -> None:
    draft = Draft.of({"a": 1})
    assert not draft.add(("a",), 2, "")
    assert not draft.add(("a", "b"), 2, "")
    assert draft.add(("c", "d"), 2, "new")
    assert draft.tree == {"a": 1, "c": {"d": 2}}


def test_tables_that_became_empty_go_unless_kept() -> None:
    draft = Draft.of({"a": {"b": {"c": 1}}, "d": {"e": 1}})
    draft.set_aside(("a", "b", "c"), ChangeKind.KEPT, "")
    draft.set_aside_in_place(("d", "e"), ChangeKind.KEPT, "")
    assert draft.tree == {"d": {}}
