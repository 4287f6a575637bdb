"""Tests of the judgement of a strict provider."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import request_problems, strict_problems

Message = dict[str, Json]
Conversation = list[Message]

BAD_ARGUMENTS = "messages[1]: the arguments of the tool call 'a': Not acceptable JSON"
TEXTS = st.text(min_size=1, max_size=20)


def user(text: str = "Hello") -> Message:
    return {"role": "user", "content": text}


def assistant(text: str | None = "Hi", *call_ids: str, arguments: str = "{}") -> Message:
    message: Message = {"role": "assistant", "content": text}
    if call_ids:
        message["tool_calls"] = [
            {"id": i, "type": "function", "function": {"name": "look", "arguments": arguments}}
            for i in call_ids
        ]
    return message


def result(call_id: str, text: str = "done") -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": text}


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Whole turns: a user, rounds of calls with their results, the assistant's last word."""
    messages: Conversation = []
    if draw(st.booleans()):
        messages.append({"role": draw(st.sampled_from(["system", "developer"])), "content": "Be."})
    number = 0
    for _ in range(draw(st.integers(1, 3))):
        messages.append(user(draw(TEXTS)))
        for _ in range(draw(st.integers(0, 2))):
            ids = [f"call_{number + i}" for i in range(draw(st.integers(1, 3)))]
            number += len(ids)
            messages.append(assistant(draw(st.none() | TEXTS), *ids))
            messages += [result(i, draw(st.text(max_size=5))) for i in draw(st.permutations(ids))]
        messages.append(assistant(draw(TEXTS)))
    return messages


@given(conversations())
def test_a_conversation_of_whole_turns_has_no_problem(messages: Conversation) -> None:
    assert strict_problems(messages) == ()


def _at(messages: Conversation, role: str) -> list[int]:
    return [i for i, message in enumerate(messages) if message["role"] == role]


def _drop_result(messages: Conversation, data: st.DataObject) -> bool:
    places = _at(messages, "tool")
    if places:
        del messages[data.draw(st.sampled_from(places))]
    return bool(places)


def _repeat_result(messages: Conversation, data: st.DataObject) -> bool:
    places = _at(messages, "tool")
    if places:
        place = data.draw(st.sampled_from(places))
        messages.insert(place, messages[place])
    return bool(places)


def _orphan_result(messages: Conversation, data: st.DataObject) -> bool:
    place = data.draw(st.integers(0, len(messages)))
    messages.insert(place, result("call_of_nobody"))
    return True


def _drop_user(messages: Conversation, data: st.DataObject) -> bool:
    del messages[data.draw(st.sampled_from(_at(messages, "user")))]
    return True


def _repeat_speaker(messages: Conversation, data: st.DataObject) -> bool:
    place = data.draw(st.sampled_from(_at(messages, "user") + _at(messages, "assistant")))
    messages.insert(place, messages[place])
    return True


def _late_instructions(messages: Conversation, data: st.DataObject) -> bool:
    place = data.draw(st.integers(1, len(messages)))
    messages.insert(place, {"role": "system", "content": "Be."})
    return True


def _unknown_role(messages: Conversation, data: st.DataObject) -> bool:
    message = data.draw(st.sampled_from(messages))
    place = messages.index(message)
    messages[place] = {**message, "role": data.draw(st.sampled_from(["function", "", "User"]))}
    return True


def _rename_call(messages: Conversation, data: st.DataObject) -> bool:
    places = _at(messages, "tool")
    if places:
        place = data.draw(st.sampled_from(places))
        messages[place] = {**messages[place], "tool_call_id": "call_of_nobody"}
    return bool(places)


DAMAGES = [
    _drop_result,
    _repeat_result,
    _orphan_result,
    _drop_user,
    _repeat_speaker,
    _late_instructions,
    _unknown_role,
    _rename_call,
]


@pytest.mark.parametrize("damage", DAMAGES)
@given(messages=conversations(), data=st.data())
def test_every_kind_of_damage_to_a_conversation_is_found(
    damage: Callable[[Conversation, st.DataObject], bool],
    messages: Conversation,
    data: st.DataObject,
) -> None:
    damaged = damage(messages, data)
    assert bool(strict_problems(messages)) is damaged


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)
ODD_MESSAGES = JSON | st.fixed_dictionaries(
    {},
    optional={
        "role": JSON | st.sampled_from(["system", "user", "assistant", "tool"]),
        "content": JSON,
        "tool_calls": JSON,
        "tool_call_id": JSON,
    },
)


@given(st.lists(ODD_MESSAGES, max_size=6))
def test_the_judgement_never_fails_on_any_json(messages: list[Json]) -> None:
    assert isinstance(strict_problems(messages), tuple)


@given(conversations(), st.data())
def test_cutting_within_a_round_is_found_and_between_messages_is_not(
    messages: Conversation, data: st.DataObject
) -> None:
    end = data.draw(st.integers(0, len(messages)))
    within = 0 < end < len(messages) and messages[end]["role"] == "tool"
    assert bool(strict_problems(messages[:end])) is within


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ([assistant()], "messages[0]: the first message must be a user's"),
        ([user(), user()], "messages[1]: two user messages in a row; roles must alternate"),
        ([user(), "text"], "messages[1]: expected an object"),
        ([user(), {"role": "bot", "content": "x"}], "messages[1]: unknown role 'bot'"),
        ([{"content": "x"}], "messages[0]: unknown role None"),
        ([user("")], "messages[0]: content must be text or a list of parts, not empty"),
        (
            [{"role": "user", "content": [{"type": "text", "text": ""}]}],
            "messages[0]: content must be text or a list of parts, not empty",
        ),
        (
            [user(), assistant(None)],
            "messages[1]: content must be text or a list of parts, not empty",
        ),
        (
            [user(), {**assistant(), "tool_calls": []}],
            "messages[1]: tool_calls must be a list of at least one call",
        ),
        (
            [{**user(), "tool_calls": [1]}],
            "messages[0]: a user message cannot have tool_calls",
        ),
        (
            [user(), assistant(None, "a", "b"), result("a"), user()],
            "messages[1]: tool calls without a tool message right after them: b",
        ),
        (
            [user(), assistant(None, "a"), result("a"), result("a")],
            "messages[3]: the call 'a' is answered twice",
        ),
        (
            [user(), assistant(None, "a"), result("a"), assistant(), result("a")],
            "messages[4]: the tool message answers no call before it: 'a'",
        ),
        (
            [user(), assistant(None, "a", "a"), result("a")],
            "messages[1]: two tool calls with the id 'a'",
        ),
        (
            [user(), assistant(None, "a"), {"role": "tool", "content": "x"}, result("a")],
            "messages[2]: a tool message needs a tool_call_id",
        ),
        (
            [user(), assistant(None, "a"), {"role": "tool", "tool_call_id": "a"}],
            "messages[2]: content of a tool message must be text or a list of parts",
        ),
        (
            [user(), assistant(None, "a", arguments="1 2"), result("a")],
            f"{BAD_ARGUMENTS}: Extra data: line 1 column 3 (char 2).",
        ),
        (
            [user(), assistant(None, "a", arguments="[]"), result("a")],
            f"{BAD_ARGUMENTS}: expected an object, found an array.",
        ),
    ],
)
def test_each_rule_names_the_message_that_breaks_it(messages: list[Json], problem: str) -> None:
    assert strict_problems(messages) == (problem,)


@pytest.mark.parametrize(
    "call",
    [
        "call",
        {"type": "function", "function": {"name": "look", "arguments": "{}"}},
        {"id": "", "type": "function", "function": {"name": "look", "arguments": "{}"}},
        {"id": "a", "function": {"name": "look", "arguments": "{}"}},
        {"id": "a", "type": "function", "function": {"name": "look around", "arguments": "{}"}},
        {"id": "a", "type": "function", "function": {"name": "look", "arguments": {}}},
    ],
)
def test_a_malformed_tool_call_is_found_wherever_it_is_wrong(call: Json) -> None:
    message: Message = {"role": "assistant", "content": None, "tool_calls": [call]}
    assert strict_problems([user(), message, result("a")])


def test_a_user_may_speak_right_after_tool_messages() -> None:
    assert strict_problems([user(), assistant(None, "a"), result("a"), user("stop")]) == ()


def test_parts_of_any_type_are_content() -> None:
    picture: Json = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    message: Message = {"role": "user", "content": [{"type": "text", "text": "see"}, picture]}
    assert strict_problems([message]) == ()


VALID: JsonObject = {"model": "m", "messages": [user()]}


def test_a_plain_valid_request_has_no_problem() -> None:
    assert request_problems(VALID) == ()
    assert request_problems({**VALID, "stream": True, "stream_options": {}}) == ()
    assert request_problems({**VALID, "tools": [{"type": "function"}], "tool_choice": "auto"}) == ()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"model": None}, "model"),
        ({"model": ""}, "model"),
        ({"messages": []}, "messages"),
        ({"messages": "Hello"}, "messages"),
        ({"messages": [user(), user()]}, "messages[1]"),
        ({"messages": [user(), assistant()]}, "messages[1]"),
        ({"tools": []}, "tools"),
        ({"tool_choice": "auto"}, "tool_choice"),
        ({"stream_options": {"include_usage": True}}, "stream_options"),
    ],
)
def test_a_request_is_refused_for_the_field_that_is_wrong(change: JsonObject, named: str) -> None:
    (problem,) = request_problems({**VALID, **change})
    assert problem.startswith(f"{named}: ")
