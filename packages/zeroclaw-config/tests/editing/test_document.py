"""Tests of editing a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.editing.document import EditedDocument
from zeroclaw_config.editing.key_path import parse_key_path
from zeroclaw_config.editing.values import same_value
from zeroclaw_config.errors import (
    ConfigSyntax,
    KeyNotFound,
    OperationNotSupported,
    ValueTypeMismatch,
)

SECRET = "sk-planted-7f3a9c"
FILE = """\
schema_version = 3

[providers.models.custom.home] # mine
uri = "http://127.0.0.1:1/v1"
api_key = "sk-planted-7f3a9c"
tags = ["a", "b"]

[[mcp.servers]]
name = "files"

[agents.main]
model_provider = "custom.home"
"""


def document(text: str = FILE) -> EditedDocument:
    return EditedDocument.parse(text, "config.toml")


def key(text: str) -> KeyPath:
    return parse_key_path(text)


def tables(node: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    if isinstance(node, dict):
        yield path
        for name, value in node.items():
            yield from tables(value, (*path, name))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from tables(value, (*path, index))


def changed(old: str, new: str) -> tuple[str, str]:
    """What of the old text is gone, with what is in its place."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    stop = 0
    most = min(len(old), len(new)) - start
    while stop < most and old[-1 - stop] == new[-1 - stop]:
        stop += 1
    return old[start : len(old) - stop], new[start : len(new) - stop]


def test_values_are_read_by_key() -> None:
    assert document().get(key("mcp.servers.0.name")) == "files"
    assert document().get(key("agents.main")) == {"model_provider": "custom.home"}
    assert document().has(key("providers.models.custom.home.api_key"))
    assert not document().has(key("providers.models.custom.home.api-key"))
    assert not document().has(key("agents.other"))


def test_a_missing_key_names_the_nearest_one() -> None:
    with pytest.raises(KeyNotFound, match=r"has no `agents.mian`; did you mean `agents.main`\?"):
        document().get(key("agents.mian"))
    with pytest.raises(KeyNotFound, match="the list has 1 elements"):
        document().get(key("mcp.servers.4"))


def test_the_list_has_every_value_with_its_path() -> None:
    assert document().list(key("providers.models.custom.home"))[2] == (
        ("providers", "models", "custom", "home", "tags"),
        ["a", "b"],
    )
    assert (("mcp", "servers", 0, "name"), "files") in document().list()
    assert document("[a]\n").list() == ((("a",), {}),)
    assert document().list(key("schema_version")) == ((("schema_version",), 3),)


def test_a_broken_document_is_refused() -> None:
    with pytest.raises(ConfigSyntax):
        document("a = \n")


def test_a_value_goes_where_its_key_says() -> None:
    edited = document().set(key("agents.main.risk-profile"), "default")
    assert edited.text == FILE + 'risk-profile = "default"\n'
    edited = document().set(key("mcp.servers.-.name"), "web")
    assert edited.text == FILE.replace('"files"\n', '"files"\n\n[[mcp.servers]]\nname = "web"\n')
    edited = document().set(key("risk_profiles.default.level"), "full")
    assert edited.text == FILE + '\n[risk_profiles.default]\nlevel = "full"\n'


def test_an_element_comes_before_the_one_with_its_index() -> None:
    edited = document().insert(key("providers.models.custom.home.tags.0"), "z")
    assert edited.text == FILE.replace('["a", "b"]', '["z", "a", "b"]')
    edited = document().set(key("providers.models.custom.home.tags.0"), "z")
    assert edited.text == FILE.replace('["a", "b"]', '["z", "b"]')


def test_a_table_given_as_a_whole_changes_only_what_differs() -> None:
    table = {"uri": "http://127.0.0.1:1/v1", "model": "m"}
    edited = document().set(key("providers.models.custom.home"), table)
    lines = ('api_key = "sk-planted-7f3a9c"\ntags = ["a", "b"]\n', 'model = "m"\n')
    assert edited.text == FILE.replace(*lines)


def test_a_value_cannot_take_the_place_of_a_table() -> None:
    for path, value in (("agents", 1), ("schema_version", {}), ("schema_version.x", 1)):
        with pytest.raises(ValueTypeMismatch):
            document().set(key(path), value)
    with pytest.raises(KeyNotFound):
        document().set(key("mcp.servers.3.name"), 1)
    with pytest.raises(OperationNotSupported):
        document().unset(())


def test_a_secret_is_in_no_error_or_print() -> None:
    edited = document()
    texts = [repr(edited), str(edited)]
    for attempt in ("providers.models.custom.home.api_key.x", "agents.main.x.y"):
        with pytest.raises((ValueTypeMismatch, KeyNotFound)) as caught:
            edited.set(key(attempt), None)
        texts.append(f"{caught.value!r}{caught.value}{caught.value.__context__}")
    assert SECRET not in "".join(texts)


def test_a_renamed_key_stays_in_its_place() -> None:
    assert document().renamed(key("agents.main"), "boss").text == FILE.replace(
        "[agents.main]", "[agents.boss]"
    )


@given(st.data())
def test_a_new_key_adds_to_the_text_without_a_change(
    documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    old = document(data.draw(documents))
    parent = data.draw(st.sampled_from(list(tables(old.tree))))
    way = data.draw(st.sampled_from([(), ("in",), ("in", "-", "x")]))
    value = data.draw(st.sampled_from([1, "x\ny", [1, 2], {"k": {"l": [{"m": True}]}}, {}]))
    new = old.set((*parent, "new", *way), value)
    there = tuple(0 if part == "-" else part for part in way)
    assert same_value(new.get((*parent, "new", *there)), value)
    gone, _ = changed(old.text, new.text)
    assert gone == ""
    assert same_value(new.unset((*parent, "new")).tree, old.tree)


@given(st.data())
def test_a_replaced_value_leaves_all_others(
    documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    old = document(data.draw(documents))
    leaves = [path for path, value in old.list() if path and value != {}]
    if not leaves:
        return
    path = data.draw(st.sampled_from(leaves))
    new = old.set(path, "replaced")
    before, after = dict(old.list()), dict(new.list())
    assert after.pop(path) == "replaced"
    before.pop(path)
    assert list(before) == list(after)
    assert all(same_value(before[place], after[place]) for place in before)
    _, come = changed(old.text, new.text)
    assert come in '"replaced"'


@given(st.data())
def test_an_unset_key_takes_nothing_else_away(
    documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    old = document(data.draw(documents))
    leaves = [path for path, _ in old.list() if path and isinstance(path[-1], str)]
    if not leaves:
        return
    path = data.draw(st.sampled_from(leaves))
    new = old.unset(path)
    assert not new.has(path)
    before, after = dict(old.list()), dict(new.list())
    before.pop(path)
    kept = {place: value for place, value in before.items() if place in after}
    assert kept == before or any(value != value for value in before.values())
    lines = Counter(new.text.split("\n"))
    assert sum((lines - Counter(old.text.split("\n"))).values()) <= 1


@given(st.data())
def test_any_key_can_have_another_name(
    documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    old = document(data.draw(documents))
    named = [path for path in tables(old.tree) if path and isinstance(path[-1], str)]
    if not named:
        return
    path = data.draw(st.sampled_from(named))
    new = old.renamed(path, "new name")
    assert new.get((*path[:-1], "new name")) is not None
    assert not new.has(path)
    back = new.renamed((*path[:-1], "new name"), str(path[-1]))
    assert same_value(back.tree, old.tree)
    assert len(new.text.splitlines()) == len(old.text.splitlines())
