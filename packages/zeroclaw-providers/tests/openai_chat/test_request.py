"""Request bodies are such that a strict server takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject, parse_json_object
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
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.openai_chat.quirks import (
    NINE_LETTERS,
    PLAIN,
    Quirks,
    ReasoningEcho,
    ThinkingForm,
)
from zeroclaw_providers.openai_chat.request import (
    RequestStyle,
    request_body,
    wanted_images,
)
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import request_problems
from zeroclaw_testing.strategies import session_messages, texts

STYLE = RequestStyle("custom.home")
SEES = RequestStyle("custom.home", vision=True)
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


def request(
    *messages: Message,
    tools: tuple[ToolSpec, ...] = (),
    may_call_tools: bool = True,
    params: JsonObject | None = None,
) -> ModelRequest:
    return ModelRequest(
        model="m",
        system="Be brief.",
        tools=tools,
        messages=messages,
        max_output_tokens=100,
        may_call_tools=may_call_tools,
        params=params or {},
    )


def body_of(
    asked: ModelRequest, style: RequestStyle = STYLE, images: Mapping[str, bytes] | None = None
) -> dict[str, Json]:
    body = dict(parse_json_object(encoded(request_body(asked, style, images or {}))))
    assert request_problems(body) == ()
    return body


def messages_of(*messages: Message, style: RequestStyle = STYLE) -> list[Json]:
    body = body_of(request(*messages), style)
    written = body["messages"]
    assert isinstance(written, list)
    assert written[0] == {"role": "system", "content": "Be brief."}
    return written[1:]


HELLO = says(Role.USER, Text("Hello."))


def call(number: int, wire_id: str | None = None, name: str = "f", **extra: Json) -> ToolCall:
    return ToolCall(CallId(number), name, {"a": number}, wire_id, extra or None)


def result(number: int, text: str = "ok", **facts: str) -> ToolResult:
    return ToolResult(CallId(number), ResultStatus.SUCCESS, (Text(text),), **facts)


def test_a_plain_question_is_asked_for_a_stream_with_usage() -> None:
    assert body_of(request(HELLO)) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello."},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 100,
    }


def test_tools_come_with_a_choice_that_leaves_it_to_the_model() -> None:
    body = body_of(request(HELLO, tools=(TOOL,)))
    assert body["tool_choice"] == "auto"
    assert dig(body, "tools", 0, "function", "description") == "Tells the time."


def test_the_schema_of_a_tool_is_one_that_the_endpoint_takes() -> None:
    listing: JsonObject = {
        "type": "object",
        "properties": {"paths": {"type": "array"}, "more": {"$ref": "#/$defs/more"}},
        "anyOf": [{"required": ["paths"]}, {"required": ["more"]}],
        "$defs": {"more": {"type": "boolean"}},
    }
    body = body_of(request(HELLO, tools=(TOOL, evolve(TOOL, parameters=listing))))
    assert dig(body, "tools", 0, "function", "parameters") == {"type": "object", "properties": {}}
    assert dig(body, "tools", 1, "function", "parameters") == {
        "type": "object",
        "properties": {"paths": {"type": "array", "items": {}}, "more": {"type": "boolean"}},
    }


def test_forbidden_calls_keep_the_tools_in_the_prefix() -> None:
    allowed = body_of(request(HELLO, tools=(TOOL,)))
    forbidden = body_of(request(HELLO, tools=(TOOL,), may_call_tools=False))
    assert forbidden == {**allowed, "tool_choice": "none"}


def test_an_endpoint_without_tools_is_sent_none() -> None:
    body = body_of(request(HELLO, tools=(TOOL,)), RequestStyle("p", native_tools=False))
    assert not {"tools", "tool_choice"} & body.keys()


def test_settings_pass_but_cannot_change_what_is_asked() -> None:
    params: JsonObject = {"temperature": 0.2, "stream": False, "model": "other"}
    body = body_of(request(HELLO, params=params))
    assert (body["temperature"], body["stream"], body["model"]) == (0.2, True, "m")


def test_a_limit_among_the_settings_replaces_ours() -> None:
    body = body_of(request(HELLO, params={"max_completion_tokens": 7}))
    assert body["max_completion_tokens"] == 7
    assert "max_tokens" not in body


def test_adjacent_messages_of_one_role_are_joined() -> None:
    assert messages_of(HELLO, says(Role.USER, Text("Are"), Text("you there?"))) == [
        {"role": "user", "content": "Hello.\n\nAre\n\nyou there?"}
    ]


def test_calls_and_results_keep_the_ids_of_the_provider() -> None:
    assert messages_of(
        HELLO,
        says(Role.ASSISTANT, call(1, "x"), call(2, "y")),
        says(Role.TOOL, result(1, "one"), result(2, "two")),
    )[1:] == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": wire_id,
                    "type": "function",
                    "function": {"name": "f", "arguments": f'{{"a":{number}}}'},
                }
                for number, wire_id in ((1, "x"), (2, "y"))
            ],
        },
        {"role": "tool", "tool_call_id": "x", "content": "one"},
        {"role": "tool", "tool_call_id": "y", "content": "two"},
    ]


def ids_and_answers(*messages: Message) -> tuple[list[Json], list[Json]]:
    written = [m for m in messages_of(*messages) if isinstance(m, dict)]
    calls = [c for m in written for c in items_of(m.get("tool_calls"))]
    ids = [c["id"] for c in calls if isinstance(c, dict)]
    return ids, [m["tool_call_id"] for m in written if m["role"] == "tool"]


def test_missing_and_illegal_ids_are_made_up_alike_on_both_sides() -> None:
    ids, answered = ids_and_answers(
        HELLO,
        says(Role.ASSISTANT, call(1), call(2, "a b"), call(3, "x" * 100), call(4, "ok")),
        says(Role.TOOL, *map(result, (1, 2, 3, 4))),
    )
    assert ids == answered == ["c00000001", "c00000002", "c00000003", "ok"]


def test_ids_and_data_of_another_provider_stay_at_home() -> None:
    foreign = Reasoning("hm", "other.one", {"text_field": "reasoning_content"})
    written = messages_of(
        HELLO,
        says(Role.ASSISTANT, foreign, call(1, "theirs", secret=1)),
        says(Role.TOOL, result(1)),
    )
    assert "theirs" not in str(written)
    assert "secret" not in str(written)
    assert "reasoning_content" not in str(written)


def test_data_of_this_provider_goes_back_to_it() -> None:
    details: Json = [{"type": "reasoning.encrypted", "data": "x"}]
    own = Reasoning(
        "hm", "custom.home", {"reasoning_details": details, "text_field": "reasoning_content"}
    )
    signed = call(1, "x", extra_content={"google": {"thought_signature": "s"}})
    _, written, _ = messages_of(
        HELLO, says(Role.ASSISTANT, own, signed), says(Role.TOOL, result(1))
    )
    assert isinstance(written, dict)
    assert written["reasoning_details"] == details
    assert written["reasoning_content"] == "hm"
    assert '"thought_signature": "s"' in json.dumps(written)


def test_thinking_before_plain_words_does_not_go_back() -> None:
    own = Reasoning("hm", "custom.home", {"text_field": "reasoning_content"})
    written = messages_of(HELLO, says(Role.ASSISTANT, own, Text("Hi.")), HELLO)
    assert written[1] == {"role": "assistant", "content": "Hi."}


def test_a_receipt_is_shown_below_its_result() -> None:
    written = messages_of(
        HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, result(1, "ok", receipt="r-1"))
    )
    assert written[2] == {"role": "tool", "tool_call_id": "x", "content": "ok\n\n[receipt: r-1]"}


def test_a_call_without_a_result_gets_one_that_says_so() -> None:
    written = messages_of(HELLO, says(Role.ASSISTANT, call(1, "x")), HELLO)
    assert written[2] == {
        "role": "tool",
        "tool_call_id": "x",
        "content": "There is no result of this call.",
    }


def test_an_orphan_result_is_never_sent() -> None:
    assert messages_of(HELLO, says(Role.TOOL, result(9))) == [{"role": "user", "content": "Hello."}]


def test_after_its_own_words_a_model_is_asked_to_go_on() -> None:
    assert messages_of(HELLO, says(Role.ASSISTANT, Text("Well")))[-1] == {
        "role": "user",
        "content": "Continue.",
    }


def test_a_picture_goes_along_where_it_can_be_seen() -> None:
    asked = request(says(Role.USER, Text("See:"), PICTURE))
    assert wanted_images(asked, SEES) == (PICTURE,)
    body = body_of(asked, SEES, {PICTURE.sha256: b"abc"})
    assert dig(body, "messages", 1, "content") == [
        {"type": "text", "text": "See:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,YWJj"}},
    ]


def test_a_picture_nobody_can_see_becomes_a_note() -> None:
    asked = request(says(Role.USER, PICTURE))
    assert wanted_images(asked, STYLE) == ()
    assert "[image/png cat.png left out" in encoded(request_body(asked, STYLE, {})).decode()


def test_a_picture_in_a_result_follows_in_a_message_of_the_user() -> None:
    shot = ToolResult(CallId(1), ResultStatus.SUCCESS, (PICTURE,))
    asked = request(HELLO, says(Role.ASSISTANT, call(1, "x")), says(Role.TOOL, shot))
    assert wanted_images(asked, SEES) == (PICTURE,)
    body = body_of(asked, SEES, {PICTURE.sha256: b"abc"})
    assert dig(body, "messages", -2, "content") == "(image/png follows)"
    assert dig(body, "messages", -1, "content", 0, "type") == "image_url"


def test_pictures_beyond_what_servers_take_are_left_out() -> None:
    many = [Media("image/png", str(number) * 64, 3) for number in range(6)]
    large = Media("image/png", "f" * 64, 50 * 1024 * 1024)
    sound = Media("audio/wav", "e" * 64, 3)
    asked = request(says(Role.USER, *many, large, sound))
    assert wanted_images(asked, SEES) == tuple(many[-4:])


def quirky(quirks: Quirks) -> RequestStyle:
    return RequestStyle("custom.home", quirks=quirks)


ROUND = (HELLO, says(Role.ASSISTANT, call(1, "their_id")), says(Role.TOOL, result(1)))


def test_without_a_system_message_its_text_begins_that_of_the_user() -> None:
    body = body_of(request(*ROUND), quirky(Quirks(merge_system=True)))
    assert dig(body, "messages", 0) == {"role": "user", "content": "Be brief.\n\nHello."}
    assert "system" not in str(body["messages"])


def test_a_conversation_without_words_still_begins_with_the_system_text() -> None:
    body = body_of(request(), quirky(Quirks(merge_system=True)))
    assert dig(body, "messages", 0, "content") == "Be brief."


def test_results_bear_the_name_of_their_tool_where_that_is_wanted() -> None:
    asked = request(HELLO, says(Role.ASSISTANT, call(1, name="time.now")), says(Role.TOOL))
    body = body_of(asked, quirky(Quirks(named_results=True)))
    called = dig(body, "messages", 2, "tool_calls", 0, "function", "name")
    assert dig(body, "messages", 3, "name") == called
    assert "name" not in str(dig(body_of(asked), "messages", 3))


def test_ids_are_those_that_the_strictest_endpoint_takes() -> None:
    style = quirky(Quirks(ids=NINE_LETTERS))
    body = body_of(request(*ROUND), style)
    assert dig(body, "messages", 2, "tool_calls", 0, "id") == "c00000001"
    assert dig(body, "messages", 3, "tool_call_id") == "c00000001"
    kept = says(Role.ASSISTANT, call(1, "aB3456789"))
    body = body_of(request(HELLO, kept, says(Role.TOOL, result(1))), style)
    assert dig(body, "messages", 2, "tool_calls", 0, "id") == "aB3456789"


def test_a_call_without_words_has_an_empty_text_where_null_is_refused() -> None:
    body = request_body(request(*ROUND), quirky(Quirks(text_in_calls=True)), {})
    assert dig(body, "messages", 2, "content") == ""


def test_arguments_are_asked_to_stream_only_with_tools() -> None:
    style = quirky(Quirks(tool_stream=True))
    assert body_of(request(HELLO, tools=(TOOL,)), style)["tool_stream"] is True
    assert "tool_stream" not in body_of(request(HELLO), style)
    assert "tool_stream" not in body_of(request(HELLO, tools=(TOOL,)))


def test_usage_is_not_asked_for_where_the_question_is_refused() -> None:
    body = body_of(request(HELLO), quirky(Quirks(asks_for_usage=False)))
    assert "stream_options" not in body


def test_the_system_message_is_marked_for_the_cache() -> None:
    body = body_of(request(HELLO), quirky(Quirks(marks_cache=True)))
    assert dig(body, "messages", 0, "content") == [
        {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
    ]


def test_the_limit_of_an_answer_has_the_endpoint_s_own_name() -> None:
    body = body_of(request(HELLO), quirky(Quirks(max_tokens_key="max_completion_tokens")))
    assert body["max_completion_tokens"] == 100
    assert "max_tokens" not in body


THOUGHT = (
    HELLO,
    says(
        Role.ASSISTANT,
        Reasoning("hm", "custom.home", {"text_field": "reasoning_content"}),
        call(1),
    ),
    says(Role.TOOL, result(1)),
)


def test_thinking_never_goes_back_where_it_is_refused() -> None:
    assert '"reasoning_content": "hm"' in json.dumps(body_of(request(*THOUGHT)))
    body = body_of(request(*THOUGHT), quirky(Quirks(echo=ReasoningEcho.NEVER)))
    assert "reasoning" not in json.dumps(body)


def test_a_call_of_another_provider_gets_thinking_where_it_must_have_some() -> None:
    body = body_of(request(*ROUND), quirky(Quirks(echo=ReasoningEcho.ALWAYS)))
    assert dig(body, "messages", 2, "reasoning_content") == " "
    assert "reasoning_content" not in str(body_of(request(*ROUND)))


def test_thinking_that_was_kept_goes_before_what_stands_for_it() -> None:
    body = body_of(request(*THOUGHT), quirky(Quirks(echo=ReasoningEcho.ALWAYS)))
    assert dig(body, "messages", 2, "reasoning_content") == "hm"


def test_options_are_said_in_the_form_of_the_endpoint() -> None:
    options = ModelOptions(Thinking.LOW, 0.5)
    style = RequestStyle("p", options=options, quirks=Quirks(thinking=ThinkingForm.TYPE))
    body = body_of(request(HELLO), style)
    assert (body["temperature"], body["thinking"]) == (0.5, {"type": "enabled"})
    plain = body_of(request(HELLO))
    assert not {"temperature", "thinking", "reasoning_effort"} & plain.keys()


def test_the_settings_of_a_request_go_before_those_of_the_section() -> None:
    style = RequestStyle("p", options=ModelOptions(temperature=0.5))
    assert body_of(request(HELLO, params={"temperature": 1}), style)["temperature"] == 1


@given(
    st.lists(session_messages(), max_size=6),
    st.builds(
        Quirks,
        merge_system=st.booleans(),
        named_results=st.booleans(),
        tool_stream=st.booleans(),
        asks_for_usage=st.booleans(),
        marks_cache=st.booleans(),
        ids=st.sampled_from([PLAIN.ids, NINE_LETTERS]),
        echo=st.sampled_from(ReasoningEcho),
    ),
    texts(),
)
def test_any_history_with_any_quirks_is_one_that_a_strict_server_takes(
    messages: list[Message], quirks: Quirks, system: str
) -> None:
    asked = ModelRequest("m", system, (TOOL,), tuple(messages), 100)
    body = parse_json_object(encoded(request_body(asked, quirky(quirks), {})))
    assert request_problems(body) == ()


def test_a_longer_conversation_begins_with_the_bytes_of_the_shorter() -> None:
    shorter = [HELLO, says(Role.ASSISTANT, call(1)), says(Role.TOOL, result(1))]
    before, after = (
        json.dumps(messages_of(*shorter, *more))[:-1]
        for more in ([], [says(Role.ASSISTANT, Text("Hi.")), HELLO])
    )
    assert after.startswith(before)


@given(
    st.lists(session_messages(), max_size=6),
    st.booleans(),
    st.booleans(),
    texts(),
)
def test_any_history_at_all_is_written_so_that_a_strict_server_takes_it(
    messages: list[Message], vision: bool, may_call: bool, system: str
) -> None:
    asked = ModelRequest("m", system, (TOOL,), tuple(messages), 100, may_call)
    style = RequestStyle("custom.home", vision=vision)
    images = {media.sha256: b"abc" for media in wanted_images(asked, style)}
    body = parse_json_object(encoded(request_body(asked, style, images)))
    assert request_problems(body) == ()


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
    written = body_of(request(*messages))["messages"]
    assert isinstance(written, list)
    sent = [m for m in written if isinstance(m, dict) and m["role"] == "tool"]
    assert len(sent) == sum(len(m.tool_results) for m in messages)
    assert "no result of this call" not in str(sent)
