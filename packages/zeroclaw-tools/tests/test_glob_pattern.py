"""Patterns match the names that their signs say."""

from __future__ import annotations

from fnmatch import fnmatchcase
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.errors import InvalidPattern
from zeroclaw_tools.glob_pattern import matches_name, parse_pattern


def matches(pattern: str, path: str) -> bool:
    parsed = parse_pattern(pattern, "/workspace")
    states = parsed.start()
    for name in path.split("/"):
        states = parsed.after(states, name)
    return parsed.accepts(states)


@given(st.text(st.sampled_from("ab*?"), max_size=8), st.text(st.sampled_from("abc"), max_size=8))
def test_names_match_as_in_a_shell(segment: str, name: str) -> None:
    assert matches_name(segment, name) == fnmatchcase(name, segment)


@given(
    st.lists(st.sampled_from(["[ab]", "[!ab]", "[a-c]", "*", "?", "d"]), max_size=6).map("".join),
    st.text(st.sampled_from("abcd"), max_size=6),
)
def test_sets_match_as_in_a_shell(segment: str, name: str) -> None:
    assert matches_name(segment, name) == fnmatchcase(name, segment)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("**/*.py", "a.py", True),
        ("**/*.py", "x/y/a.py", True),
        ("src/**/b", "src/b", True),
        ("src/**/b", "src/x/y/b", True),
        ("src/**/b", "lib/b", False),
        ("src/**", "src/x/y", True),
        ("src/**", "src", False),
        ("*.py", "x/a.py", False),
        ("/workspace/a", "a", True),
        ("./a//b", "a/b", True),
        ("**/**/a", "a", True),
        ("**", ".git/config", False),
        ("*", ".env", False),
        (".*", ".env", True),
        (".git/**", ".git/config", True),
        ("[", "[", True),
        ("[]]", "]", True),
        ("[!.]env", ".env", False),
    ],
)
def test_paths_match_segment_by_segment(pattern: str, path: str, expected: bool) -> None:
    assert matches(pattern, path) is expected


@pytest.mark.parametrize(
    "pattern", ["../x", "a/../../b", "/etc/*", "", ".", "/workspace2/a", "a\0"]
)
def test_a_pattern_that_leads_out_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidPattern):
        parse_pattern(pattern, "/workspace")


def test_a_hostile_pattern_takes_no_long_time() -> None:
    began = process_time()
    assert not matches_name("*a" * 100 + "b", "a" * 255)
    assert not matches("**/a/" * 190 + "b", "/".join(["a"] * 400))
    assert process_time() - began < 5
