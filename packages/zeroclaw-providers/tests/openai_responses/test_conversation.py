"""Messages become input items that a strict server takes."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
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
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.openai_responses.conversation import InputItems
from zeroclaw_testing.model_server import responses_problems
from zeroclaw_testing.strategies import session_messages

NAME = "openai.home"
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
THOUGHT: JsonObject = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "A="}
SECOND: JsonObject = {**THOUGHT, "id": "rs_2"}
HELLO: JsonObject = {
    "type": "message",
    "role": "user",
    "content": [{"type": "input_text", "text": "Hello."}],
}


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


ASKED = says(Role.USER, Text("Hello."))


def written(*messages: Message, images: Iterable[str] = ()) -> list[JsonObject]:
    conversation = InputItems(NAME, dict.fromkeys(images, b"abc"))
    for message in messages:
        conversation.add(message)
    items = conversation.close()
    inputs: list[Json] = list(items)
    assert responses_problems({"model": "m", "input": inputs, "store": False}) == ()
    return items


def call(number: int, wire_id: str | None = None, name: str = "f") -> ToolCall:
    return ToolCall(CallId(number), name, {"a": number}, wire_id)


def answer(number: int, *content: Text | Media) -> Message:
    said = content or (Text("ok"),)
    return says(Role.TOOL, ToolResult(CallId(number), ResultStatus.SUCCESS, said))


def kept(block: JsonObject, characters: int = 0, calls: int = 0, by: str = NAME) -> Reasoning:
    return Reasoning("", by, KeptBlock(block, characters, calls).data())


def kinds(items: list[JsonObject]) -> list[Json]:
    return [item["type"] for item in items]


def test_a_call_with_its_result_is_two_items_with_one_id() -> None:
    items = written(ASKED, says(Role.ASSISTANT, Text("Let me see."), call(1, "call_9")), answer(1))
    assert items == [
        HELLO,
        {"type": "message", "role": "assistant", "content": "Let me see."},
        {"type": "function_call", "call_id": "call_9", "name": "f", "arguments": '{"a":1}'},
        {"type": "function_call_output", "call_id": "call_9", "output": "ok"},
    ]


def test_an_id_that_a_server_uses_again_is_replaced_by_one_of_ours() -> None:
    items = written(
        ASKED,
        says(Role.ASSISTANT, call(1, "call_1")),
        answer(1),
        says(Role.ASSISTANT, call(2, "call_1")),
        answer(2),
    )
    ids = [item["call_id"] for item in items if "call_id" in item]
    assert ids == ["call_1", "call_1", "c00000002", "c00000002"]


def test_reasoning_goes_back_as_it_was_before_what_it_led_to() -> None:
    turn = says(
        Role.ASSISTANT,
        kept(SECOND, 4, 1),
        kept(THOUGHT),
        Text("Hm. Now."),
        call(1, "x"),
        call(2, "y"),
    )
    items = written(ASKED, turn, answer(1), answer(2))
    assert kinds(items[1:8]) == [
        "reasoning",
        "message",
        "function_call",
        "reasoning",
        "message",
        "function_call",
        "function_call_output",
    ]
    assert items[1] == THOUGHT
    assert items[4] == SECOND
    assert (items[2]["content"], items[5]["content"]) == ("Hm. ", "Now.")


def test_reasoning_with_nothing_after_it_is_left_out() -> None:
    items = written(ASKED, says(Role.ASSISTANT, kept(THOUGHT), Text(" ")), ASKED)
    assert kinds(items) == ["message"]


def test_reasoning_of_another_provider_stays_here() -> None:
    turn = says(Role.ASSISTANT, kept(THOUGHT, by="openai.work"), Text("Hm."), call(1, "toolu_1"))
    items = written(ASKED, turn, answer(1))
    assert kinds(items) == ["message", "message", "function_call", "function_call_output"]
    assert items[2]["call_id"] == "c00000001"


def test_a_message_is_told_which_part_of_an_answer_it_was() -> None:
    comment: JsonObject = {"type": "phase", "phase": "commentary"}
    final: JsonObject = {"type": "phase", "phase": "final_answer"}
    turn = says(Role.ASSISTANT, kept(comment, 3), kept(final, 7), Text("Hm.Noon."))
    items = written(ASKED, turn, ASKED)
    assert [(item.get("phase"), item["content"]) for item in items[1:4]] == [
        ("commentary", "Hm."),
        ("final_answer", "Noon"),
        (None, "."),
    ]


def test_a_result_that_is_missing_is_stood_in_for() -> None:
    items = written(ASKED, says(Role.ASSISTANT, call(1), call(2)), answer(2), ASKED)
    assert [item.get("output") for item in items[3:5]] == ["ok", "There is no result of this call."]


def test_a_result_without_its_call_is_left_out() -> None:
    assert written(answer(7), ASKED) == [HELLO]


def test_a_model_is_never_asked_to_go_on_by_itself() -> None:
    for turn in ((), (ASKED, says(Role.ASSISTANT, Text("Noon.")))):
        assert written(*turn)[-1]["role"] == "user"
    first = written(says(Role.ASSISTANT, Text("Noon.")), ASKED)[0]
    assert first["role"] == "user"


def test_messages_of_a_user_in_a_row_are_one() -> None:
    (item,) = written(ASKED, says(Role.USER, Text(" ")), ASKED)
    assert item["content"] == [
        {"type": "input_text", "text": "Hello."},
        {"type": "input_text", "text": "(nothing)"},
        {"type": "input_text", "text": "Hello."},
    ]


def test_a_picture_is_sent_where_its_bytes_are_known() -> None:
    shown = {
        "type": "input_image",
        "image_url": "data:image/png;base64,YWJj",
        "detail": "auto",
    }
    (item,) = written(says(Role.USER, PICTURE), images=[PICTURE.sha256])
    assert item["content"] == [shown]
    (item,) = written(says(Role.USER, PICTURE))
    assert "left out" in str(item["content"])
    turn = (ASKED, says(Role.ASSISTANT, call(1)), answer(1, PICTURE))
    *_, result, after = written(*turn, images=[PICTURE.sha256])
    assert result["output"] == "(image/png follows)"
    assert after["content"] == [shown]


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    """Any messages, in which reasoning may be of this provider, of any place."""
    numbers = st.integers(0, 9)
    own = st.builds(kept, st.sampled_from([THOUGHT, SECOND]), numbers, numbers)
    return [
        evolve(
            message,
            items=tuple(
                draw(own | st.just(item)) if isinstance(item, Reasoning) else item
                for item in message.items
            ),
        )
        for message in draw(st.lists(session_messages(), max_size=6))
    ]


@given(histories())
def test_any_history_is_one_that_a_strict_server_takes(history: list[Message]) -> None:
    assert written(*history)
