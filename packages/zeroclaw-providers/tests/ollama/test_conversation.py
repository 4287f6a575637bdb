"""Conversations are written so that every result finds its call."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import (
    Item,
    Media,
    Message,
    Reasoning,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_providers.ollama.conversation import written_messages
from zeroclaw_providers.ollama.thoughts import thinking_mark
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_testing.model_server import ollama_problems
from zeroclaw_testing.strategies import session_messages, texts

PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
BYTES = {PICTURE.sha256: b"abc"}
OWN = Reasoning("hm", "ollama.home", thinking_mark())


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


HELLO = says(Role.USER, Text("Hello."))


def written(*messages: Message, images: dict[str, bytes] | None = None) -> list[JsonObject]:
    found = written_messages(messages, "ollama.home", images or {})
    assert ollama_problems({"model": "m", "messages": found}) == ()
    return found


def call(number: int, wire_id: str | None = None, name: str = "f") -> ToolCall:
    return ToolCall(CallId(number), name, {"a": number}, wire_id)


def result(number: int, text: str = "ok", **facts: str) -> ToolResult:
    return ToolResult(CallId(number), ResultStatus.SUCCESS, (Text(text),), **facts)


def asked(wire_id: str, name: str, number: int) -> JsonObject:
    return {"id": wire_id, "function": {"name": name, "arguments": {"a": number}}}


def answered(wire_id: str, name: str, content: str) -> JsonObject:
    return {"role": "tool", "tool_name": name, "tool_call_id": wire_id, "content": content}


def test_adjacent_messages_of_one_role_are_joined() -> None:
    assert written(HELLO, says(Role.USER, Text("Are"), Text("you there?"))) == [
        {"role": "user", "content": "Hello.\n\nAre\n\nyou there?"}
    ]


def test_results_follow_their_calls_in_the_order_of_the_calls() -> None:
    assert written(
        HELLO,
        says(Role.ASSISTANT, Text("So."), call(1, "x"), call(2, None, "g")),
        says(Role.TOOL, result(2, "two"), result(1, "one")),
    )[1:] == [
        {
            "role": "assistant",
            "content": "So.",
            "tool_calls": [asked("x", "f", 1), asked("c00000002", "g", 2)],
        },
        answered("x", "f", "one"),
        answered("c00000002", "g", "two"),
    ]


def test_results_in_several_messages_belong_to_one_round() -> None:
    rounds = (says(Role.TOOL, result(2, "two")), says(Role.TOOL, result(1, "one")))
    found = written(HELLO, says(Role.ASSISTANT, call(1, "x"), call(2, "y")), *rounds)
    assert [message["content"] for message in found[2:]] == ["one", "two"]


def test_a_name_that_is_not_legal_is_the_same_on_both_sides() -> None:
    name = legal_name("mcp/issue")
    found = written(
        HELLO, says(Role.ASSISTANT, call(1, "x", "mcp/issue")), says(Role.TOOL, result(1))
    )
    assert found[1]["tool_calls"] == [asked("x", name, 1)]
    assert found[2]["tool_name"] == name


def test_thinking_goes_back_with_the_calls_it_led_to() -> None:
    found = written(HELLO, says(Role.ASSISTANT, OWN, call(1, "x")), says(Role.TOOL, result(1)))
    assert found[1]["thinking"] == "hm"


def test_thinking_before_plain_words_does_not_go_back() -> None:
    found = written(HELLO, says(Role.ASSISTANT, OWN, Text("Hi.")), HELLO)
    assert found[1] == {"role": "assistant", "content": "Hi."}


def test_ids_and_thinking_of_another_provider_stay_at_home() -> None:
    foreign = Reasoning("secret", "other.one", thinking_mark())
    found = written(
        HELLO, says(Role.ASSISTANT, OWN, foreign, call(1, "theirs")), says(Role.TOOL, result(1))
    )
    assert found[1]["tool_calls"] == [asked("c00000001", "f", 1)]
    assert "secret" not in str(found)
    assert "thinking" not in str(found)


def test_thinking_that_came_as_nothing_to_send_back_stays() -> None:
    unmarked = Reasoning("hm", "ollama.home", None)
    found = written(HELLO, says(Role.ASSISTANT, unmarked, call(1, "x")), says(Role.TOOL, result(1)))
    assert "thinking" not in found[1]


def test_a_receipt_is_shown_below_its_result() -> None:
    found = written(
        HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, result(1, "ok", receipt="r-1"))
    )
    assert found[2]["content"] == "ok\n\n[receipt: r-1]"


@pytest.mark.parametrize("after", [(), (HELLO,), (says(Role.ASSISTANT, Text("Hm.")),)])
def test_a_call_without_a_result_gets_one_that_says_so(after: tuple[Message, ...]) -> None:
    some = says(Role.TOOL, result(2, "two"))
    found = written(HELLO, says(Role.ASSISTANT, call(1, "x"), call(2, "y")), some, *after)
    assert found[2:4] == [
        answered("x", "f", "There is no result of this call."),
        answered("y", "f", "two"),
    ]


def test_orphan_and_repeated_results_are_never_sent() -> None:
    assert written(HELLO, says(Role.TOOL, result(9))) == [{"role": "user", "content": "Hello."}]
    twice = says(Role.TOOL, result(1, "one"), result(1, "again"))
    found = written(HELLO, says(Role.ASSISTANT, call(1, "x")), twice)
    assert [message["content"] for message in found[2:]] == ["one"]


def test_after_its_own_words_a_model_is_asked_to_go_on() -> None:
    go_on: JsonObject = {"role": "user", "content": "Continue."}
    assert written(HELLO, says(Role.ASSISTANT, Text("Well")))[-1] == go_on
    assert written() == [go_on]


def test_what_says_nothing_is_said_to_say_nothing() -> None:
    nothing: JsonObject = {"role": "user", "content": "(nothing)"}
    assert written(says(Role.USER, Text(" "))) == [nothing]
    assert written(says(Role.ASSISTANT, Text("Hi.")), HELLO)[0] == nothing
    assert len(written(HELLO, says(Role.ASSISTANT, OWN, Text(" ")))) == 1


def test_pictures_go_along_as_base64_beside_the_text() -> None:
    see = says(Role.USER, Text("See:"), PICTURE)
    assert written(see, says(Role.USER, PICTURE), images=BYTES) == [
        {"role": "user", "content": "See:", "images": ["YWJj", "YWJj"]}
    ]
    assert written(says(Role.USER, PICTURE), images=BYTES)[0]["content"] == ""


def test_a_picture_nobody_can_see_becomes_a_note() -> None:
    assert "[image/png cat.png left out" in str(written(says(Role.USER, PICTURE))[0]["content"])


def test_a_picture_in_a_result_follows_in_a_message_of_the_user() -> None:
    shot = says(Role.TOOL, ToolResult(CallId(1), ResultStatus.SUCCESS, (PICTURE,)))
    found = written(HELLO, says(Role.ASSISTANT, call(1, "x")), shot, HELLO, images=BYTES)
    assert found[2]["content"] == "(image/png follows)"
    assert found[3] == {"role": "user", "content": "Hello.", "images": ["YWJj"]}


def test_a_longer_conversation_begins_with_the_messages_of_the_shorter() -> None:
    shorter = [HELLO, says(Role.ASSISTANT, call(1)), says(Role.TOOL, result(1))]
    before = written(*shorter)
    assert written(*shorter, says(Role.ASSISTANT, Text("Hi.")), HELLO)[: len(before)] == before


@given(st.lists(session_messages(), max_size=6))
def test_any_history_at_all_is_written_so_that_every_call_is_answered(
    messages: list[Message],
) -> None:
    written(*messages)


@st.composite
def histories(draw: st.DrawFn) -> tuple[Message, ...]:
    """Conversations as the kernel makes them, several rounds of calls in them."""
    messages: list[Message] = []
    number = 0
    for _ in range(draw(st.integers(1, 4))):
        messages += [says(Role.USER, Text(draw(texts()))) for _ in range(draw(st.integers(1, 2)))]
        for _ in range(draw(st.integers(0, 3))):
            size = draw(st.integers(1, 3))
            numbers = range(number + 1, number + 1 + size)
            number += size
            ids = st.none() | st.sampled_from(["call_1", "call_2", "", "é"])
            calls = [call(n, draw(ids), draw(texts())) for n in numbers]
            said = [Text(draw(texts()))] * draw(st.integers(0, 1))
            messages.append(says(Role.ASSISTANT, *said, *calls))
            messages.append(says(Role.TOOL, *(result(n, draw(texts())) for n in numbers)))
        messages.append(says(Role.ASSISTANT, Text(draw(texts(3)))))
    return (*messages, HELLO)


@given(histories())
def test_in_a_history_of_the_kernel_every_result_is_kept(messages: tuple[Message, ...]) -> None:
    sent: list[Json] = [m["content"] for m in written(*messages) if m["role"] == "tool"]
    assert len(sent) == sum(len(m.tool_results) for m in messages)
    assert "There is no result of this call." not in sent
