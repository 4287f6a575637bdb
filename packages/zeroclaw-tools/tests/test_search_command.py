"""Command lines of searches take nothing of the model for an option."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.search_command import SearchMode, SearchRequest, grep_argv, ripgrep_argv


@pytest.mark.parametrize("build", [ripgrep_argv, grep_argv])
@given(st.text(min_size=1), st.text(min_size=1))
def test_pattern_and_path_stand_where_no_option_can(
    build: Callable[[SearchRequest], tuple[str, ...]], pattern: str, path: str
) -> None:
    assert build(SearchRequest(pattern, path))[-4:] == ("-e", pattern, "--", path)


@pytest.mark.parametrize("build", [ripgrep_argv, grep_argv])
def test_an_include_is_one_word_with_its_option(
    build: Callable[[SearchRequest], tuple[str, ...]],
) -> None:
    words = build(SearchRequest("x", include="--pre=evil"))
    assert "--pre=evil" not in words
    assert any(word.endswith("=--pre=evil") for word in words)


@pytest.mark.parametrize(
    ("request_", "ripgrep", "grep"),
    [
        (SearchRequest("x", mode=SearchMode.FILES), "--files-with-matches", "-l"),
        (SearchRequest("x", mode=SearchMode.COUNT), "--count", "-c"),
        (SearchRequest("x", case_sensitive=False), "--ignore-case", "-i"),
        (SearchRequest("x", before=2), "-B2", "-B2"),
        (SearchRequest("x", after=3), "-A3", "-A3"),
    ],
)
def test_each_wish_has_its_option(request_: SearchRequest, ripgrep: str, grep: str) -> None:
    assert ripgrep in ripgrep_argv(request_)
    assert grep in grep_argv(request_)
    assert ripgrep not in ripgrep_argv(SearchRequest("x"))
    assert grep not in grep_argv(SearchRequest("x"))
