"""Tests of finding where things stand in a document."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config._layout import layout_of
from zeroclaw_config.editing.values import same_value

TEXT = """\
top = 1
[a] # c
x.y = [1, {k = '#'}]
[[a.l]]
z = 2
[[a.l]]
[a.l.sub]
"""


def test_sections_have_the_paths_of_their_tables() -> None:
    layout = layout_of(TEXT)
    paths = [section.path for section in layout.sections]
    assert paths == [(), ("a",), ("a", "l", 0), ("a", "l", 1), ("a", "l", 1, "sub")]
    assert [pair.path for pair in layout.sections[1].pairs] == [("a", "x", "y")]


def test_names_end_the_paths_that_they_are_written_for() -> None:
    names = {(TEXT[name.start : name.end], name.path) for name in layout_of(TEXT).names}
    assert ("l", ("a", "l")) in names
    assert ("k", ("a", "x", "y", 1, "k")) in names
    assert ("sub", ("a", "l", 1, "sub")) in names


@given(st.data())
def test_every_value_stands_where_the_layout_says(
    documents: st.SearchStrategy[str], data: st.DataObject
) -> None:
    text = data.draw(documents)
    tree = tomllib.loads(text)
    layout = layout_of(text)
    for path, entry in layout.values.items():
        value: object = tree
        for part in path:
            value = value[part]  # type: ignore[index]
        written = tomllib.loads(f"v = {text[entry.value_start : entry.end]}\n")["v"]
        assert same_value(written, value)
