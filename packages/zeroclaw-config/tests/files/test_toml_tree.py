"""Tests of reading TOML with the lines of its keys."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.toml_tree import toml_tree


def test_keys_are_noted_on_their_lines() -> None:
    read = toml_tree('[sop]\nname = "a"\n\n[[steps]]\ntitle = 1\n', Notes("f"))
    assert read is not None
    tree, notes = read
    assert tree == {"sop": {"name": "a"}, "steps": [{"title": 1}]}
    notes.add(("steps", 0, "title"), "is wrong")
    assert notes.problems[0].line == 5


def test_what_is_no_toml_names_its_line() -> None:
    notes = Notes("f")
    assert toml_tree("a = 1\nb = ", notes) is None
    assert str(notes.problems[0]).startswith("f, line 2: the file is not TOML: ")


@given(st.text())
def test_any_text_is_a_tree_or_noted(text: str) -> None:
    notes = Notes("f")
    assert (toml_tree(text, notes) is None) == bool(notes)
