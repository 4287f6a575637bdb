"""Tool names travel in legal letters, there, back."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.tool_names import (
    ANTHROPIC_NAMES,
    GEMINI_NAMES,
    OPENAI_NAMES,
    NameRule,
    ToolNames,
    legal_name,
)

PUBLISHED: Final = (
    (OPENAI_NAMES, r"[a-zA-Z0-9_-]{1,64}"),
    (ANTHROPIC_NAMES, r"[a-zA-Z0-9_-]{1,128}"),
    (GEMINI_NAMES, r"[a-zA-Z_][a-zA-Z0-9_.-]{0,63}"),
)
EACH = pytest.mark.parametrize(("rule", "pattern"), PUBLISHED)


def test_a_legal_name_stays_as_it_is() -> None:
    assert legal_name("file_read") == "file_read"
    assert legal_name("time.now", GEMINI_NAMES) == "time.now"
    assert legal_name("x" * 128, ANTHROPIC_NAMES) == "x" * 128


@EACH
@given(names=st.sets(st.text(max_size=80) | st.from_regex(r"[0-9a-z_./-]{1,140}"), max_size=8))
def test_every_name_becomes_legal_and_comes_back(
    rule: NameRule, pattern: str, names: set[str]
) -> None:
    table = ToolNames.of(names, rule)
    for name in names:
        assert re.fullmatch(pattern, legal_name(name, rule))
        assert table.ours(legal_name(name, rule)) == name
        assert (legal_name(name, rule) == name) == bool(re.fullmatch(pattern, name))


@EACH
@pytest.mark.parametrize("name", ["", "a.b/c", "7up", "-", "\ud800", "é" * 300, "a\n"])
def test_what_is_made_of_an_odd_name_is_legal(rule: NameRule, pattern: str, name: str) -> None:
    assert re.fullmatch(pattern, legal_name(name, rule))


def test_two_names_never_become_one() -> None:
    odd = ["a.b", "a/b", "a b", "\ud800", "\ud801", "x" * 65, "x" * 66]
    assert len({legal_name(name) for name in odd}) == len(odd)


def test_a_name_nobody_offered_stays_as_the_model_said_it() -> None:
    assert ToolNames.of(["a"]).ours("b") == "b"
