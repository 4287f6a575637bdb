"""Every key that anything shows has its English sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

import pytest

from zeroclaw.locales.catalogue import Catalogue, catalogue
from zeroclaw.words import say
from zeroclaw_api.events import Status
from zeroclaw_testing.kits.services import WordsConformance

PACKAGES = Path(__file__).resolve().parents[2]
KERNEL = PACKAGES / "zeroclaw-runtime/src"
TERMINAL = PACKAGES / "zeroclaw/src/zeroclaw/terminal"


WORDS = catalogue("en")


class TestEnglishCatalogue(WordsConformance):
    known_key: ClassVar[str] = "rule"
    known_facts: ClassVar[dict[str, object]] = {"rule": "never_allow"}

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[Catalogue]:
        yield WORDS


def warnings_in(text: str) -> Iterator[tuple[str, set[str]]]:
    """Keys of warnings with the names of their facts: of `warn(...)` and of a notice."""
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        called = ast.unparse(call.func).split(".")[-1]
        places = {"warn": 0, "Answer": 1}
        if called in places and len(call.args) > places[called]:
            key = call.args[places[called]]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, {word.arg for word in call.keywords if word.arg}


def sources(folder: Path) -> list[str]:
    return [path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))]


def test_every_warning_of_the_kernel_has_a_sentence_over_its_facts() -> None:
    found = [warning for text in sources(KERNEL) for warning in warnings_in(text)]
    assert len(found) >= 12
    for key, facts in found:
        sentence = WORDS.say(key, dict.fromkeys(facts, "fact"))
        assert sentence, f"{key} has no sentence over {sorted(facts)}"


def test_control_a_warning_without_sentence_is_found() -> None:
    code = 'turn.warn("brand_new", x=1)\nAnswer(items, "other_new")\nturn.warn(key)'
    assert list(warnings_in(code)) == [("brand_new", {"x"}), ("other_new", set())]
    assert WORDS.say("brand_new", {"x": 1}) is None


def test_every_key_that_the_terminal_says_has_a_sentence() -> None:
    quoted = {
        key
        for text in sources(TERMINAL)
        for key in re.findall(
            r"(?:sentence\(\s*(?:self\.)?(?:_cards\.)?words, |_?note\(|heading\(|_warning\()"
            r'"(\w+)"',
            text,
        )
    }
    assert len(quoted) >= 12
    assert {key for key in quoted if key not in WORDS} == set()


def test_every_status_but_waiting_has_a_sentence() -> None:
    keys = {f"status_{status.value}" for status in Status} - {"status_waiting_for_model"}
    assert {key for key in keys if key not in WORDS} == set()


def test_a_missing_fact_gives_no_sentence_rather_than_an_error() -> None:
    assert WORDS.say("tool_crashed", {"tool": "shell"}) is None


def test_saying_an_unknown_key_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError, match="no_such_key"):
        say("no_such_key")
