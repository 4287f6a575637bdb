"""Marks for the prompt cache are few, in places that can bear them."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.anthropic_messages.cache_marks import marked_last, marked_messages

MARK: JsonObject = {"type": "ephemeral"}
TEXT: JsonObject = {"type": "text", "text": "x"}
THOUGHT: JsonObject = {"type": "thinking", "thinking": "", "signature": "s"}
CALL: JsonObject = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
RESULT: JsonObject = {"type": "tool_result", "tool_use_id": "a", "content": []}


def says(role: str, *blocks: JsonObject) -> JsonObject:
    return {"role": role, "content": list(blocks)}


def places(*messages: JsonObject) -> list[tuple[int, int]]:
    found = []
    for number, message in enumerate(marked_messages(messages, MARK)):
        content: Json = message["content"]
        assert isinstance(content, list)
        for index, block in enumerate(content):
            assert isinstance(block, dict)
            if "cache_control" in block:
                assert block["cache_control"] == MARK
                found.append((number, index))
    return found


def test_one_message_is_marked_at_its_end() -> None:
    assert places(says("user", TEXT, TEXT)) == [(0, 1)]


def test_what_precedes_the_last_words_is_marked_too() -> None:
    talk = (says("user", TEXT), says("assistant", TEXT, TEXT), says("user", TEXT))
    assert places(*talk) == [(1, 1), (2, 0)]
    rounds = (says("assistant", CALL), says("user", RESULT))
    assert places(*talk, *rounds) == [(1, 1), (4, 0)]


def test_results_before_the_last_words_stay_the_same() -> None:
    talk = (says("user", TEXT), says("assistant", CALL), says("user", RESULT, TEXT))
    assert places(*talk) == [(2, 0), (2, 1)]


def test_thinking_bears_no_mark() -> None:
    talk = (says("user", TEXT), says("assistant", TEXT, THOUGHT), says("user", TEXT))
    assert places(*talk) == [(1, 0), (2, 0)]
    assert places(says("assistant", THOUGHT)) == []


@pytest.mark.parametrize("mark", [None, {}])
def test_without_a_mark_nothing_changes(mark: JsonObject | None) -> None:
    messages = [says("user", TEXT)]
    assert marked_messages(messages, mark) == messages
    assert marked_last([TEXT], mark) == [TEXT]


def test_the_last_of_a_list_is_marked_without_changing_it() -> None:
    assert marked_last([TEXT, CALL], MARK) == [TEXT, {**CALL, "cache_control": MARK}]
    assert marked_last([], MARK) == []
    assert "cache_control" not in CALL
