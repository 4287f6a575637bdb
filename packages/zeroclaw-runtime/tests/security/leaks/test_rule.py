"""A kind says itself what stands in the place of a secret."""

from __future__ import annotations

import re

from zeroclaw_runtime.security.leaks.rule import WORD, LeakKind, compiled


def test_each_kind_has_a_placeholder_that_names_it() -> None:
    assert {kind.placeholder for kind in LeakKind} == {
        f"[REDACTED_{kind.value.upper()}]" for kind in LeakKind
    }


def test_white_space_quotes_and_brackets_end_a_word() -> None:
    word = re.compile(f"[{WORD}]")
    assert not any(word.match(character) for character in " \t\n\"'`<>(){}[]|,;\\键\u200b")
    assert all(word.match(character) for character in "aZ09_-+/=.:@%~&?#$!*^")


def test_a_pattern_is_compiled_only_once() -> None:
    assert compiled("a+b") is compiled("a+b")
