"""Tests of the names for places of a configuration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.editing.key_path import (
    format_key_path,
    format_pointer,
    located,
    parse_key_path,
    parse_pointer,
    split_assignment,
)
from zeroclaw_config.errors import KeyPathInvalid

NAMES = st.text(st.characters(exclude_categories=["Cs"])).filter(lambda name: name != "-")
INDICES = st.integers(0, 999_999_999)


def test_dotted_keys_become_a_path() -> None:
    assert parse_key_path("agents.main.risk_profile") == ("agents", "main", "risk_profile")
    assert parse_key_path("a.\"b.c\".'d.e'") == ("a", "b.c", "d.e")
    assert parse_key_path(r'a."\u00e9\"b"') == ("a", 'é"b')


def test_an_index_may_be_a_part_or_in_brackets() -> None:
    assert parse_key_path("mcp.servers.0.name") == ("mcp", "servers", 0, "name")
    assert parse_key_path("mcp.servers[0].name") == ("mcp", "servers", 0, "name")
    assert parse_key_path("servers[-]") == ("servers", "-")
    assert parse_key_path('a."0".01') == ("a", "0", "01")


@pytest.mark.parametrize(
    "text", ["", ".", "a.", ".a", "a..b", "a b", 'a."b', "a[x]", "a[0", '"\\x"']
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(KeyPathInvalid, match="is no key; write it as"):
        parse_key_path(text)


def test_a_value_given_with_a_bad_key_is_not_shown() -> None:
    with pytest.raises(KeyPathInvalid) as caught:
        parse_key_path("channels..token=planted-secret")
    assert "planted" not in str(caught.value) + repr(caught.value)


@given(st.lists(NAMES | INDICES, min_size=1))
def test_a_written_path_is_read_as_it_was(parts: list[str | int]) -> None:
    assert parse_key_path(format_key_path(tuple(parts))) == tuple(parts)


@given(st.lists(NAMES))
def test_a_pointer_is_read_as_it_was(names: list[str]) -> None:
    assert tuple(map(str, parse_pointer(format_pointer(tuple(names))))) == tuple(names)


def test_a_pointer_has_its_own_escapes() -> None:
    assert parse_pointer("") == ()
    assert parse_pointer("/a~1b/m~0n/0/-") == ("a/b", "m~n", 0, "-")
    for text in ("a/b", "/a~2"):
        with pytest.raises(KeyPathInvalid, match="no JSON Pointer"):
            parse_pointer(text)


def test_an_assignment_is_split_at_its_first_bare_sign() -> None:
    assert split_assignment("a.b=c=d") == ("a.b", "c=d")
    assert split_assignment('a."x=y" = 1') == ('a."x=y"', " 1")
    assert split_assignment("a.b") == ("a.b", None)
    assert split_assignment("a.b=") == ("a.b", "")


def test_a_dash_stands_for_an_underscore_where_a_key_is_known() -> None:
    tree = {"channels": {"telegram": {"my_bot": {"bot_token": "t"}}}}
    path = ("channels", "telegram", "my-bot", "bot-token")
    spelled = ("channels", "telegram", "my_bot", "bot_token")
    assert located(path, tree, lambda path: False) == spelled
    known = {("agents",), ("agents", "x", "risk_profile")}
    found = located(("agents", "x", "risk-profile"), {}, lambda path: path in known)
    assert found == ("agents", "x", "risk_profile")
    assert located(("agents", "no-such"), {}, lambda path: False) == ("agents", "no-such")


def test_no_name_is_taken_for_another_where_names_are_free() -> None:
    tree = {"env": {"X_Y": "1"}}
    assert located(("env", "X-Y"), tree) == ("env", "X-Y")
    assert located(("env", "X-Y"), tree, lambda path: True) == ("env", "X-Y")


def test_a_number_is_an_index_in_lists_alone() -> None:
    tree = {"list": [{"a": 1}], "agents": {"7": {}}}
    assert located(("list", 0, "a"), tree) == ("list", 0, "a")
    assert located(("list", "-"), tree) == ("list", 1)
    assert located(("agents", 7), tree) == ("agents", "7")
    assert located(("gone", 7, "-"), tree) == ("gone", "7", "-")
