"""Tests of edits of a text, byte by byte."""

from __future__ import annotations

import pytest

from zeroclaw_config.editing._edits import Edit, Insert, Put, Remove
from zeroclaw_config.editing._splicing import Style, edited, renamed

FILE = """\
# head

# the x
[agents.x] # behind
k = 1 # kk
# own

# == banner ==

# about g
[gateway]
port = 1
"""
TABLES = "[[m.s]]\nn = 'a' # n\n\n[[m.s]]\nn = 'b'\n[m.s.env]\nX = '1'\n"


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        ("a = 1 # c\n", Put(("a",), "x"), 'a = "x" # c\n'),
        ("a.b = 1\nz = 1\n", Put(("a", "c"), 2), "a.b = 1\na.c = 2\nz = 1\n"),
        ("[t]\n  x = 1\n", Put(("t", "y"), 2), "[t]\n  x = 1\n  y = 2\n"),
        ("[t]\nx = 1", Put(("t", "y"), 2), "[t]\nx = 1\ny = 2\n"),
        ("[a.b]\nx = 1\n", Put(("a", "y"), 2), "[a]\ny = 2\n\n[a.b]\nx = 1\n"),
        ("[a.b]\n[c]\n[a.d]\n", Put(("a", "d", "x"), 2), "[a.b]\n[c]\n[a.d]\nx = 2\n"),
        ("[c.d]\n[[a]]\n[c.c]\n", Put(("c", "c", "x"), 2), "[c.d]\n[[a]]\n[c.c]\nx = 2\n"),
        ("a = {x = {y = 1}}\n", Put(("a", "x", "z"), {}), "a = {x = {y = 1, z = {}}}\n"),
        ("# head\n\n[t]\n", Put(("z",), 1), "# head\nz = 1\n\n[t]\n"),
        ("", Put(("a",), {"b": 1}), "[a]\nb = 1\n"),
        (TABLES, Put(("m", "s"), []), "[m]\ns = []\n"),
        (TABLES, Insert(("m", "s", 0), {"n": 1}), "[[m.s]]\nn = 1\n\n" + TABLES),
        (TABLES, Insert(("m", "s", 2), {"n": 1}), TABLES + "\n[[m.s]]\nn = 1\n"),
        (TABLES, Remove(("m", "s", 1)), "[[m.s]]\nn = 'a' # n\n\n"),
        ("a = {x.y = 1, x.z = 2, b = 3}\n", Remove(("a", "x")), "a = {b = 3}\n"),
        ("a.b = 1 # c\n# d\n", Remove(("a",)), "# d\n"),
    ],
)
def test_an_edit_changes_nothing_but_its_place(text: str, edit: Edit, after: str) -> None:
    assert edited(text, edit, Style.HEADER) == after
    crlf = edited(text.replace("\n", "\r\n"), edit, Style.HEADER)
    assert crlf.replace("\r\n", "\n") == after
    assert crlf.count("\r\n") == crlf.count("\n") or not text


def test_a_removed_table_takes_only_its_own_comments() -> None:
    after = edited(FILE, Remove(("agents", "x")), Style.HEADER)
    assert after == "# head\n\n# == banner ==\n\n# about g\n[gateway]\nport = 1\n"
    after = edited(FILE, Remove(("gateway",)), Style.HEADER)
    assert after == FILE[: FILE.index("# about g")]


def test_a_new_table_stands_beside_its_kin() -> None:
    after = edited(FILE, Put(("agents", "main"), {"k": 2}), Style.HEADER)
    assert after == FILE.replace("# own\n", "# own\n\n[agents.main]\nk = 2\n")


def test_a_new_table_may_be_written_in_one_line() -> None:
    after = edited("[t]\n", Put(("t", "a"), {"k": 2}), Style.INLINE)
    assert after == "[t]\na = { k = 2 }\n"


def test_a_name_is_changed_wherever_it_is_written() -> None:
    text = "a.b = 1\n[c.'b'.d]\nb = { b = 1 }\n[[c.b.e]]\n[[c.b.e]]\n"
    assert renamed(text, ("c", "b"), "n") == text.replace("'b'", "n").replace("c.b.", "c.n.")
    assert renamed(text, ("c", "b", "d", "b", "b"), "n n") == text.replace("{ b", '{ "n n"')
