"""One JSON form carries every value over the wire."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import get_args

import pytest
from attrs import evolve
from hypothesis import given

from zeroclaw_api.errors import WireError
from zeroclaw_api.events import Accepted, Event, EventBody, NewToken, ToolFinished, TurnWarning
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json, parse_json_object
from zeroclaw_api.messages import Message, ResultStatus, Text, ToolResult
from zeroclaw_api.questions import Question
from zeroclaw_api.stores import Commit
from zeroclaw_api.wire import event_from_wire, event_to_wire, from_wire, to_wire
from zeroclaw_testing.strategies import (
    commit_successions,
    event_streams,
    questions,
    session_messages,
)

GOLDEN = Path(__file__).parent / "golden"
AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
EVENT = Event(SessionId("s"), 1, TurnId(1), ("main",), AT, Accepted(MessageId(1)))


def golden_events() -> list[str]:
    return (GOLDEN / "events.jsonl").read_text(encoding="utf-8").strip().split("\n")


def over_the_wire(form: Json) -> Json:
    return parse_json(canonical_json(form).encode())


def changed(**changes: Json) -> JsonObject:
    return {**event_to_wire(EVENT), **changes}


@given(event_streams())
def test_every_event_comes_back_as_it_was(events: tuple[Event, ...]) -> None:
    for event in events:
        form = over_the_wire(event_to_wire(event))
        assert isinstance(form, dict)
        assert event_from_wire(form) == event


@given(session_messages())
def test_every_message_comes_back_as_it_was(message: Message) -> None:
    assert from_wire(Message, over_the_wire(to_wire(message))) == message


@given(questions())
def test_every_question_comes_back_as_it_was(question: Question) -> None:
    assert from_wire(Question, over_the_wire(to_wire(question))) == question


@given(commit_successions(max_size=2))
def test_every_commit_comes_back_as_it_was(commits: tuple[Commit, ...]) -> None:
    for commit in commits:
        assert from_wire(Commit, over_the_wire(to_wire(commit))) == commit


def test_recorded_events_still_load_and_are_written_the_same() -> None:
    lines = golden_events()
    for line in lines:
        form = parse_json_object(line)
        event = event_from_wire(form)
        assert event is not None
        assert event_to_wire(event) == form


def test_recorded_events_cover_every_kind_of_body() -> None:
    loaded = [event_from_wire(parse_json_object(line)) for line in golden_events()]
    kinds = {type(event.body) for event in loaded if event is not None}
    assert kinds == set(get_args(EventBody))


def test_recorded_commit_still_loads_and_is_written_the_same() -> None:
    form = parse_json_object((GOLDEN / "commit.json").read_text(encoding="utf-8"))
    commit = from_wire(Commit, form)
    assert to_wire(commit) == form
    assert [turn.turn_id for turn in commit.turns] == [7]
    assert [call.id for message in commit.messages for call in message.tool_calls] == [1, 2]


def test_body_of_an_unknown_kind_is_no_error() -> None:
    assert event_from_wire(changed(body={"type": "hologram", "depth": 3})) is None


def test_unknown_keys_are_ignored_at_every_depth() -> None:
    form = changed(colour="red", body={"type": "accepted", "message_id": 1, "extra": [1]})
    assert event_from_wire(form) == EVENT


@pytest.mark.parametrize(
    "changes",
    [
        {"seq": "1"},
        {"seq": 1.0},
        {"seq": True},
        {"seq": None},
        {"session_id": 5},
        {"path": "main"},
        {"path": [1]},
        {"at": "yesterday"},
        {"at": 20261130},
        {"at": "2026-11-30T12:00:00"},
        {"body": None},
        {"body": []},
        {"body": {}},
        {"body": {"type": 5}},
        {"body": {"type": ["accepted"]}},
        {"body": {"type": "accepted"}},
        {"body": {"type": "accepted", "message_id": "1"}},
        {"body": {"type": "text", "text": "no body of an event"}},
        {"body": {"type": "turn_started", "message_ids": [1], "origin": "dream"}},
        {"body": {"type": "turn_started", "message_ids": [1], "origin": []}},
        {"body": {"type": "warning", "key": "k", "facts": []}},
        {"body": {"type": "warning", "key": "k", "facts": None}},
    ],
)
def test_known_kind_that_does_not_fit_is_a_wire_error(changes: dict[str, Json]) -> None:
    with pytest.raises(WireError, match="does not fit"):
        event_from_wire(changed(**changes))


@pytest.mark.parametrize("name", ["session_id", "seq", "turn_id", "path", "at", "body"])
def test_missing_key_is_a_wire_error_that_names_it(name: str) -> None:
    form = {key: value for key, value in event_to_wire(EVENT).items() if key != name}
    with pytest.raises(WireError, match=f"{name} is missing"):
        event_from_wire(form)


def test_key_with_a_default_may_be_missing() -> None:
    form = {k: v for k, v in event_to_wire(EVENT).items() if k != "part_lengths"}
    assert event_from_wire(form) == EVENT


def test_instants_are_written_in_utc_whatever_their_zone() -> None:
    there = EVENT.at.astimezone(timezone(timedelta(hours=-5)))
    form = event_to_wire(evolve(EVENT, at=there))
    assert form["at"] == "2026-11-30T12:00:00+00:00"
    assert event_from_wire({**form, "at": "2026-11-30T07:00:00-05:00"}) == EVENT
    assert event_from_wire({**form, "at": "2026-11-30T12:00:00Z"}) == EVENT


def test_instant_without_a_zone_is_refused_on_writing() -> None:
    with pytest.raises(WireError, match="no time zone"):
        event_to_wire(evolve(EVENT, at=datetime(2026, 11, 30)))


def test_json_inside_a_value_is_passed_on_untouched() -> None:
    facts: JsonObject = {"type": "accepted", "at": "yesterday", "n": [1, {"type": 5}]}
    event = evolve(EVENT, body=TurnWarning("k", facts))
    form = over_the_wire(event_to_wire(event))
    assert isinstance(form, dict)
    assert event_from_wire(form) == event


def test_whole_number_is_taken_where_seconds_are_expected() -> None:
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("x"),))
    event = evolve(EVENT, body=ToolFinished(CallId(1), "t", result, 2.0))
    form = over_the_wire(event_to_wire(event))
    assert isinstance(form, dict)
    assert event_from_wire(form) == event


def test_merged_text_keeps_the_lengths_of_its_parts() -> None:
    event = evolve(EVENT, seq=3, body=NewToken("abcd"), part_lengths=(1, 3))
    form = over_the_wire(event_to_wire(event))
    assert isinstance(form, dict)
    back = event_from_wire(form)
    assert back is not None
    assert (back.first_seq, back.part_lengths) == (2, (1, 3))
