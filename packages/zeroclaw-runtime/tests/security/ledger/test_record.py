"""What is kept of a call tells two apart, yet holds none of their texts."""

from __future__ import annotations

from hashlib import sha256

import pytest
from attrs import evolve

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, canonical_json
from zeroclaw_api.ledger import LEDGER_START, record_line
from zeroclaw_api.messages import Media, ResultStatus, Text, ToolCall, ToolResult
from zeroclaw_runtime.security.ledger.record import (
    LONGEST_FACT,
    LONGEST_NAME,
    MOST_FACTS,
    draft_of,
    findings_of,
)

CALL = ToolCall(CallId(4), "read", {"path": "planted-path"})
RESULT = ToolResult(CallId(4), ResultStatus.SUCCESS, (Text("planted-text"),), full_sha256="f" * 64)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_draft_holds_digests_in_place_of_texts() -> None:
    draft = draft_of("s", CALL, RESULT, 5)
    assert draft.args_sha256 == digest('{"path":"planted-path"}')
    assert (draft.full_sha256, draft.shown_sha256) == ("f" * 64, digest("planted-text"))
    assert b"planted" not in record_line(LEDGER_START.following(draft), b"k")


def test_denial_keeps_the_rule_that_fired() -> None:
    denied = ToolResult(CallId(4), ResultStatus.DENIED, (Text("no"),))
    draft = draft_of("s", CALL, denied, 5, "readonly")
    assert (draft.outcome, draft.rule) == (ResultStatus.DENIED, "readonly")
    assert draft.full_sha256 == draft.shown_sha256 == digest("no")


def test_picture_is_part_of_what_was_shown() -> None:
    picture = evolve(RESULT, content=(Text("planted-text"), Media("image/png", "1" * 64, 5)))
    other = evolve(RESULT, content=(Text("planted-text"), Media("image/png", "2" * 64, 5)))
    drafts = {draft_of("s", CALL, result, 5).shown_sha256 for result in (RESULT, picture, other)}
    assert len(drafts) == 3


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (None, None),
        ("text", None),
        ([1, 2, 3], 3),
        ([], 0),
        ({"count": 7}, 7),
        ({"count": True}, None),
        ({"count": -1}, None),
        ({"count": "7"}, None),
        ({}, None),
    ],
)
def test_count_is_what_the_tool_counted(data: Json, count: int | None) -> None:
    assert findings_of(data).count == count


def test_only_plain_facts_are_kept() -> None:
    facts: dict[str, Json] = {"a": 1, "b": "x", "c": [1], "d": None, "e": {}, "f": True, "g": 1.5}
    assert findings_of({"facts": facts}).facts == {"a": 1, "b": "x", "f": True, "g": 1.5}
    assert findings_of({"facts": [1]}).facts == {}


def test_hostile_names_and_facts_are_cut_to_size() -> None:
    facts: dict[str, Json] = {f"{n}{'x' * 300}": "\ud800" + "y" * 10_000 for n in range(100)}
    call = evolve(CALL, name="\ud800" * 10_000)
    draft = draft_of("s", call, evolve(RESULT, data={"facts": facts}), 5, "r" * 10_000)
    assert len(draft.facts) == MOST_FACTS
    assert all(len(str(v)) == LONGEST_FACT for v in draft.facts.values())
    assert len(draft.tool) == len(draft.rule) == LONGEST_NAME
    line = record_line(LEDGER_START.following(draft), b"k")
    assert len(line) < 20_000
    assert canonical_json(draft.facts).encode()
