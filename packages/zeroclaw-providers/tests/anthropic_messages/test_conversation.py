"""Any history is written so that the protocol takes it."""

from __future__ import annotations

import json

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
from zeroclaw_providers.anthropic_messages.conversation import Conversation
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.strategies import texts

OURS = "anthropic.home"
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
SIGNED: JsonObject = {"type": "thinking", "thinking": "h\u2028m ", "signature": "EqQB=="}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "EmwK"}
SEARCH: JsonObject = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


HELLO = says(Role.USER, Text("Hello."))


def written(*messages: Message) -> list[JsonObject]:
    conversation = Conversation(OURS, {PICTURE.sha256: b"abc"})
    for message in messages:
        conversation.add(message)
    return conversation.close()


def text(words: str) -> JsonObject:
    return {"type": "text", "text": words}


def call(number: int, wire_id: str | None = None, name: str = "f", **extra: Json) -> ToolCall:
    return ToolCall(CallId(number), name, {"a": number}, wire_id, extra or None)


def result(number: int, *content: Text | Media, **facts: str) -> ToolResult:
    return ToolResult(CallId(number), ResultStatus.SUCCESS, content or (Text("ok"),), **facts)


def kept(block: JsonObject, characters: int = 0, calls: int = 0, by: str = OURS) -> Reasoning:
    return Reasoning("shown", by, KeptBlock(block, characters, calls).data())


def use(wire_id: str, number: int) -> JsonObject:
    return {"type": "tool_use", "id": wire_id, "name": "f", "input": {"a": number}}


def test_adjacent_messages_of_one_role_are_joined() -> None:
    assert written(HELLO, says(Role.USER, Text("Are you there?"))) == [
        {"role": "user", "content": [text("Hello."), text("Are you there?")]}
    ]


def test_results_come_first_in_the_message_after_their_calls() -> None:
    assert written(
        HELLO,
        says(Role.ASSISTANT, Text("Well"), call(1, "x"), call(2, "y")),
        says(Role.TOOL, result(2), result(1)),
        says(Role.USER, Text("More.")),
    )[1:] == [
        {"role": "assistant", "content": [text("Well"), use("x", 1), use("y", 2)]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "y", "content": [text("ok")]},
                {"type": "tool_result", "tool_use_id": "x", "content": [text("ok")]},
                text("More."),
            ],
        },
    ]


@pytest.mark.parametrize(
    ("history", "answered"),
    [
        ([says(Role.ASSISTANT, call(1, "x")), HELLO], ["x"]),
        ([says(Role.ASSISTANT, call(1, "x"))], ["x"]),
        ([says(Role.ASSISTANT, call(1, "x")), says(Role.ASSISTANT, Text("b"))], ["x"]),
        (
            [says(Role.ASSISTANT, call(1, "x"), call(2, "y")), says(Role.TOOL, result(2))],
            ["y", "x"],
        ),
    ],
)
def test_calls_that_a_cut_left_without_a_result_get_one(
    history: list[Message], answered: list[str]
) -> None:
    content = items_of(written(HELLO, *history)[2]["content"])
    results = [block for block in content if dig(block, "type") == "tool_result"]
    assert [dig(block, "tool_use_id") for block in results] == answered
    assert results[-1] == {
        "type": "tool_result",
        "tool_use_id": "x",
        "content": [text("There is no result of this call.")],
        "is_error": True,
    }


def test_results_without_a_call_and_second_ones_are_never_sent() -> None:
    assert written(HELLO, says(Role.TOOL, result(9))) == [
        {"role": "user", "content": [text("Hello.")]}
    ]
    twice = written(
        HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, result(1), result(1))
    )
    assert len(items_of(twice[2]["content"])) == 1


def test_a_failed_call_is_marked_and_never_empty() -> None:
    denied = ToolResult(CallId(1), ResultStatus.DENIED, (Text(" "),))
    (block,) = items_of(
        written(HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, denied))[2]["content"]
    )
    assert dig(block, "is_error") is True
    assert dig(block, "content") == [text("(denied, no output)")]


def test_a_receipt_is_shown_below_its_result() -> None:
    last = written(
        HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, result(1, receipt="r-1"))
    )[2]
    assert dig(last, "content", 0, "content") == [text("ok"), text("[receipt: r-1]")]


def test_a_picture_is_shown_within_its_result() -> None:
    gone = Media("image/png", "b" * 64, 3)
    last = written(
        HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, result(1, PICTURE, gone))
    )[2]
    source: JsonObject = {"type": "base64", "media_type": "image/png", "data": "YWJj"}
    assert dig(last, "content", 0, "content") == [
        {"type": "image", "source": source},
        text("[image/png left out: it cannot be shown here]"),
    ]


def test_kept_blocks_go_back_byte_for_byte_where_they_were() -> None:
    message = says(
        Role.ASSISTANT,
        kept(SIGNED),
        kept(HIDDEN, 3),
        kept(SIGNED, 3, 1),
        Text("abcdef"),
        call(1, "x"),
        call(2, "y"),
    )
    content = written(HELLO, message)[1]["content"]
    assert content == [SIGNED, text("abc"), HIDDEN, use("x", 1), SIGNED, text("def"), use("y", 2)]
    assert json.dumps(items_of(content)[0]) == json.dumps(SIGNED)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 4)), max_size=5),
    texts(20),
    st.integers(0, 3),
)
def test_wherever_kept_blocks_stood_no_word_or_call_is_lost(
    places: list[tuple[int, int]], words: str, count: int
) -> None:
    blocks = [kept(SEARCH, characters, calls) for characters, calls in places]
    calls = [call(number, f"x{number}") for number in range(count)]
    message = says(Role.ASSISTANT, Text("Well"), *blocks, Text(words), *calls)
    content = items_of(written(HELLO, message)[1]["content"])
    said = "".join(str(dig(b, "text")) for b in content if dig(b, "type") == "text")
    assert "".join(said.split()) == "Well" + "".join(words.split())
    assert [dig(b, "id") for b in content if dig(b, "type") == "tool_use"] == [
        f"x{number}" for number in range(count)
    ]
    assert [b for b in content if dig(b, "type") == "server_tool_use"] == [SEARCH] * len(blocks)


def test_thinking_that_broke_off_at_the_end_stays_out() -> None:
    message = says(Role.ASSISTANT, kept(SIGNED), kept(SIGNED, 3), Text("abc"))
    assert written(HELLO, message, HELLO)[1]["content"] == [SIGNED, text("abc")]
    alone = says(Role.ASSISTANT, kept(SIGNED), kept(HIDDEN))
    assert written(HELLO, alone) == [{"role": "user", "content": [text("Hello.")]}]


def test_data_of_another_provider_stays_at_home() -> None:
    foreign = kept(SIGNED, by="anthropic.work")
    mine = Reasoning("hm", OURS, {"reasoning_details": []})
    content = written(HELLO, says(Role.ASSISTANT, foreign, mine, Text("a"), call(1, "theirs")))
    assert content[1]["content"] == [text("a"), use("toolu_zc1", 1)]


def test_only_what_the_protocol_knows_of_a_call_goes_back() -> None:
    caller: JsonObject = {"type": "code_execution_20250825", "tool_id": "s"}
    content = written(HELLO, says(Role.ASSISTANT, call(1, "x", caller=caller, secret="s")))
    assert content[1]["content"] == [{**use("x", 1), "caller": caller}]


def test_after_its_own_words_a_model_is_asked_to_go_on() -> None:
    assert written(HELLO, says(Role.ASSISTANT, Text("Well")))[-1] == {
        "role": "user",
        "content": [text("Continue.")],
    }
    assert written() == [{"role": "user", "content": [text("Continue.")]}]


def test_a_pause_of_the_server_goes_back_as_it_is() -> None:
    paused = written(HELLO, says(Role.ASSISTANT, kept(SEARCH, 4), Text("Well")))
    assert paused[-1] == {"role": "assistant", "content": [text("Well"), SEARCH]}
    resumed = written(
        HELLO, says(Role.ASSISTANT, kept(SEARCH, 4), Text("Well")), says(Role.ASSISTANT, Text("So"))
    )
    assert [message["role"] for message in resumed] == ["user", "assistant", "user"]
    assert resumed[1]["content"] == [text("Well"), SEARCH, text("So")]


def test_an_assistant_never_speaks_first() -> None:
    assert written(says(Role.ASSISTANT, Text("Hi.")), HELLO)[0] == {
        "role": "user",
        "content": [text("(nothing)")],
    }


def test_blank_words_become_a_note_that_nothing_was_said() -> None:
    assert written(says(Role.USER, Text(" \n")))[0]["content"] == [text("(nothing)")]
