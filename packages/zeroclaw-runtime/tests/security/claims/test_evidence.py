"""What a turn found is gathered so that an answer can rest on it."""

from __future__ import annotations

import pytest

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json
from zeroclaw_api.messages import ResultStatus, Text, ToolCall, ToolResult
from zeroclaw_runtime.security.claims.evidence import (
    MOST_COMBINED,
    Evidence,
    evidence_of,
    grounds_of,
    readings,
    words_of,
)
from zeroclaw_runtime.security.claims.rules import Action

FOUND = Evidence("search", ResultStatus.SUCCESS, {"q": "tax"}, "line 4: 12.34 %", 3, {"size": 20})
FAILED = Evidence("send_mail", ResultStatus.DENIED, {"to": "Ana"}, "Not allowed.", 9)


def test_evidence_has_what_the_result_has() -> None:
    call = ToolCall(CallId(1), "search", {"q": "tax"})
    data: Json = {"count": 3, "facts": {"size": 20}}
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("t"),), data, receipt="r")
    assert evidence_of(call, result) == Evidence(
        "search", ResultStatus.SUCCESS, {"q": "tax"}, "t", 3, {"size": 20}, "r"
    )


@pytest.mark.parametrize(
    ("spelled", "values"),
    [
        ("12", {12.0}),
        ("1.234", {1.234, 1234.0}),
        ("1,234", {1.234, 1234.0}),
        ("1.234,5", {1234.5, 1.2345}),
        ("03:12", {3.0, 12.0}),
        ("1.4.2", {142.0}),
    ],
)
def test_number_is_read_in_every_usual_way(spelled: str, values: set[float]) -> None:
    assert values <= readings(spelled)


@pytest.mark.parametrize("spelled", ["3", "20", "4", "12.34", "12.3", "23", "17", "15"])
def test_found_number_is_known_with_what_follows_from_it(spelled: str) -> None:
    assert grounds_of([FOUND], "").knows_number(spelled, is_rough=False)


@pytest.mark.parametrize("spelled", ["5", "99", "12.4", "1234.5", "9"])
def test_other_number_is_not_known(spelled: str) -> None:
    assert not grounds_of([FOUND, FAILED], "").knows_number(spelled, is_rough=False)


def test_rough_number_needs_to_be_near() -> None:
    grounds = grounds_of([FOUND], "")
    assert grounds.knows_number("21", is_rough=True)
    assert not grounds.knows_number("30", is_rough=True)


def test_many_numbers_are_not_combined_into_all() -> None:
    facts = {str(n): 1000 + n * n for n in range(MOST_COMBINED + 1)}
    many = Evidence("info", ResultStatus.SUCCESS, {}, "", None, facts)
    assert not grounds_of([many], "").knows_number("2001", is_rough=False)


def test_asked_words_are_grounds_as_well() -> None:
    assert grounds_of([], "Where is Kestrel?").knows_share(words_of("kestrel")) == 1.0


def test_failed_call_has_done_nothing() -> None:
    assert grounds_of([FAILED], "").actions == frozenset()
    assert Action.SEARCH in grounds_of([FOUND], "").actions


def test_words_of_chinese_are_its_pairs() -> None:
    assert words_of("数据库 Files") == words_of("file 数据库")
    assert {"数据", "据库"} < words_of("数据库 files")


@pytest.mark.parametrize("text", ["", "No matches.", "没有结果", "nichts gefunden"])
def test_result_may_say_itself_that_it_is_empty(text: str) -> None:
    assert Evidence("search", ResultStatus.SUCCESS, {}, text).is_empty
    assert not FOUND.is_empty
