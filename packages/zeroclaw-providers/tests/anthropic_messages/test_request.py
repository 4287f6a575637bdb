"""Request bodies are such that the vendor takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
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
from zeroclaw_providers.anthropic_messages.request import MessagesStyle, message_body, pictures
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import message_problems
from zeroclaw_testing.strategies import json_objects, session_messages, texts

OURS = "anthropic.home"
MARK: JsonObject = {"type": "ephemeral"}
STYLE = MessagesStyle(OURS)
CACHED = MessagesStyle(OURS, cache=MARK)
THINKS = MessagesStyle(OURS, options=ModelOptions(Thinking.LOW))
ADAPTS = MessagesStyle(OURS, options=ModelOptions(Thinking.HIGH), cache=MARK)
ADAPTIVE = "claude-opus-4-8"
SIGNED: JsonObject = {"type": "thinking", "thinking": "hm", "signature": "s"}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "x"}
SEARCH: JsonObject = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
SERVER_TOOL: JsonObject = {"type": "web_search_20250305", "name": "web_search"}


def tool(name: str = "time.now", parameters: JsonObject | None = None) -> ToolSpec:
    schema = {"type": "object"} if parameters is None else parameters
    return ToolSpec(name, "Tells the time.", schema, Risk.LOW, frozenset({Effect.READ}))


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


HELLO = says(Role.USER, Text("Hello."))
CALL = says(Role.ASSISTANT, ToolCall(CallId(1), "time.now", {}, "x"))
THOUGHT_CALL = says(
    Role.ASSISTANT,
    Reasoning("hm", OURS, KeptBlock(SIGNED).data()),
    ToolCall(CallId(1), "time.now", {}, "x"),
)
RESULT = says(Role.TOOL, ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("noon"),)))


def request(
    *messages: Message,
    tools: tuple[ToolSpec, ...] = (),
    may_call_tools: bool = True,
    most: int = 8192,
    system: str = "Be brief.",
    model: str = "m",
    **params: Json,
) -> ModelRequest:
    return ModelRequest(model, system, tools, messages, most, may_call_tools, params)


def body_of(
    asked: ModelRequest, style: MessagesStyle = STYLE, images: Mapping[str, bytes] | None = None
) -> dict[str, Json]:
    body = dict(parse_json_object(encoded(message_body(asked, style, images or {}))))
    assert message_problems(body) == ()
    return body


def test_a_plain_question_is_asked_for_a_stream() -> None:
    assert body_of(request(HELLO)) == {
        "model": "m",
        "max_tokens": 8192,
        "system": [{"type": "text", "text": "Be brief."}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello."}]}],
        "stream": True,
    }


def test_a_blank_system_text_is_left_out() -> None:
    assert "system" not in body_of(request(HELLO, system=" \n"), CACHED)


def test_tools_come_with_a_choice_that_leaves_it_to_the_model() -> None:
    body = body_of(request(HELLO, tools=(tool("look"),)))
    assert body["tools"] == [
        {
            "name": "look",
            "description": "Tells the time.",
            "input_schema": {"type": "object", "properties": {}},
        }
    ]
    assert body["tool_choice"] == {"type": "auto"}


@pytest.mark.parametrize("name", ["mcp.github/create issue", "a" * 129, "é", ""])
def test_names_that_the_protocol_forbids_are_spelled_otherwise(name: str) -> None:
    call = says(Role.ASSISTANT, ToolCall(CallId(1), name, {}, "x"))
    body = body_of(request(HELLO, call, RESULT, tools=(tool(name),)))
    assert dig(body, "messages", 1, "content", 0, "name") == dig(body, "tools", 0, "name")


def test_names_as_long_as_the_vendor_allows_stay() -> None:
    assert dig(body_of(request(HELLO, tools=(tool("a" * 128),))), "tools", 0, "name") == "a" * 128


def test_schemas_pass_through_the_cleaner_of_the_style() -> None:
    style = MessagesStyle(OURS, clean=lambda schema: {**schema, "cleaned": True})
    body = body_of(request(HELLO, tools=(tool(parameters={}),)), style)
    assert dig(body, "tools", 0, "input_schema") == {"type": "object", "cleaned": True}


def test_forbidden_calls_keep_the_tools_in_the_prefix() -> None:
    allowed = body_of(request(HELLO, tools=(tool(),)))
    forbidden = body_of(request(HELLO, tools=(tool(),), may_call_tools=False))
    assert forbidden == {**allowed, "tool_choice": {"type": "none"}}


def test_calls_in_the_history_need_tools_even_when_none_is_offered() -> None:
    for style in (STYLE, MessagesStyle(OURS, native_tools=False)):
        body = body_of(request(HELLO, CALL, RESULT, CALL, RESULT), style)
        assert len(items_of(body["tools"])) == 1
        assert body["tool_choice"] == {"type": "none"}
    assert "tools" not in body_of(request(HELLO, tools=(tool(),)), MessagesStyle(OURS, False))


def test_tools_of_the_server_come_before_ours() -> None:
    marked: JsonObject = {**SERVER_TOOL, "cache_control": MARK}
    body = body_of(request(HELLO, tools=(tool("look"),)), CACHED)
    assert dig(body, "tools", 0, "name") == "look"
    asked = ModelRequest("m", "", (tool("look"),), (HELLO,), 9, params={"tools": [marked]})
    tools = items_of(body_of(asked, CACHED)["tools"])
    assert tools[0] == SERVER_TOOL
    assert dig(tools[1], "cache_control") == MARK


def test_settings_pass_but_cannot_change_what_is_asked() -> None:
    params: JsonObject = {"temperature": 0.2, "stream": False, "model": "other", "messages": []}
    body = body_of(ModelRequest("m", "", (), (HELLO,), 9, params=params))
    assert (body["temperature"], body["stream"], body["model"]) == (0.2, True, "m")
    assert body["messages"]


def test_a_limit_among_the_settings_replaces_ours() -> None:
    assert body_of(request(HELLO, max_tokens=7))["max_tokens"] == 7


def marks(body: JsonObject) -> list[Json]:
    blocks = [*items_of(body.get("tools")), *items_of(body.get("system"))]
    for message in items_of(body["messages"]):
        blocks += items_of(dig(message, "content"))
    return [
        block["cache_control"]
        for block in blocks
        if isinstance(block, dict) and "cache_control" in block
    ]


def test_at_most_four_places_are_marked_for_the_cache() -> None:
    talk = (HELLO, says(Role.ASSISTANT, Text("Hi.")), HELLO, CALL, RESULT)
    body = body_of(request(*talk, tools=(tool(),)), CACHED)
    assert marks(body) == [MARK] * 4
    assert dig(body, "tools", 0, "cache_control") == MARK
    assert dig(body, "system", 0, "cache_control") == MARK
    assert dig(body, "messages", 1, "content", 0, "cache_control") == MARK
    assert dig(body, "messages", -1, "content", -1, "cache_control") == MARK


def test_a_mark_among_the_settings_replaces_ours() -> None:
    hour: JsonObject = {"type": "ephemeral", "ttl": "1h"}
    body = body_of(request(HELLO, cache_control=hour), CACHED)
    assert marks(body) == [hour] * 2
    assert "cache_control" not in body


def test_without_a_cache_nothing_is_marked() -> None:
    assert marks(body_of(request(HELLO, CALL, RESULT, tools=(tool(),)))) == []


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (16_384, {"type": "enabled", "budget_tokens": 4096}),
        (3000, {"type": "enabled", "budget_tokens": 1500}),
        (2000, None),
    ],
)
def test_thinking_gets_at_most_half_of_an_answer(most: int, expected: JsonObject | None) -> None:
    assert body_of(request(HELLO, most=most), THINKS).get("thinking") == expected


def test_thinking_allows_no_narrow_sampling_or_forced_call() -> None:
    choice: JsonObject = {"type": "any"}
    params: JsonObject = {"temperature": 0.2, "top_k": 3, "top_p": 0.5, "tool_choice": choice}
    asked = ModelRequest("m", "", (tool(),), (HELLO,), 8192, params=params)
    assert not {"temperature", "top_k", "top_p"} & body_of(asked, THINKS).keys()
    adapts = ModelRequest(ADAPTIVE, "", (tool(),), (HELLO,), 8192, params=params)
    assert body_of(adapts, ADAPTS)["tool_choice"] == {"type": "auto"}
    assert body_of(asked)["tool_choice"] == choice
    assert body_of(request(HELLO, top_p=0.97), THINKS)["top_p"] == 0.97


def test_a_model_that_adapts_is_asked_for_effort() -> None:
    body = body_of(request(HELLO, model=ADAPTIVE), ADAPTS)
    assert body["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert body["output_config"] == {"effort": "high"}
    assert body["max_tokens"] == 8192


def test_a_temperature_of_the_settings_gives_way_to_that_of_the_request() -> None:
    warm = MessagesStyle(OURS, options=ModelOptions(temperature=0.7))
    assert body_of(request(HELLO), warm)["temperature"] == 0.7
    assert body_of(request(HELLO, temperature=0.1), warm)["temperature"] == 0.1
    both = MessagesStyle(OURS, options=ModelOptions(Thinking.LOW, 0.7))
    assert "temperature" not in body_of(request(HELLO), both)


def test_thinking_among_the_settings_replaces_ours() -> None:
    off: JsonObject = {"type": "disabled"}
    body = body_of(request(HELLO, thinking=off, temperature=0.5), THINKS)
    assert (body["thinking"], body["temperature"]) == (off, 0.5)


def test_a_turn_that_began_without_thinking_goes_on_without() -> None:
    assert "thinking" not in body_of(request(HELLO, CALL, RESULT, tools=(tool(),)), THINKS)
    with_thought = body_of(request(HELLO, THOUGHT_CALL, RESULT, tools=(tool(),)), THINKS)
    assert dig(with_thought, "messages", 1, "content", 0) == SIGNED
    assert "thinking" in with_thought
    assert "thinking" in body_of(request(HELLO, CALL, RESULT, CALL, HELLO, model=ADAPTIVE), ADAPTS)
    talk = (HELLO, says(Role.ASSISTANT, Text("Hi.")), HELLO)
    assert "thinking" in body_of(request(*talk), THINKS)


def test_only_pictures_that_can_be_shown_are_wanted() -> None:
    fits = Media("image/png", "a" * 64, 3)
    others = (Media("image/png", "b" * 64, 6 * 2**20), Media("audio/wav", "c" * 64, 3))
    many = [Media("image/gif", f"{n:064}", 3) for n in range(25)]
    seen = says(Role.TOOL, ToolResult(CallId(1), ResultStatus.SUCCESS, (fits, *others)))
    sees = MessagesStyle(OURS, vision=True)
    assert pictures(request(says(Role.USER, fits, *others), seen), sees) == (fits,)
    assert pictures(request(says(Role.USER, *many)), sees) == tuple(many[-20:])
    assert pictures(request(says(Role.USER, fits)), STYLE) == ()


def test_a_longer_conversation_begins_with_the_bytes_of_the_shorter() -> None:
    shorter = [HELLO, THOUGHT_CALL, RESULT]
    before, after = (
        json.dumps(body_of(request(*shorter, *more, tools=(tool(),)), THINKS)["messages"])[:-1]
        for more in ([], [says(Role.ASSISTANT, Text("Hi.")), HELLO])
    )
    assert after.startswith(before)


def test_equal_requests_give_equal_bytes() -> None:
    asked = request(HELLO, THOUGHT_CALL, RESULT, tools=(tool(),))
    assert encoded(message_body(asked, CACHED, {})) == encoded(message_body(asked, CACHED, {}))


@st.composite
def own_reasoning(draw: st.DrawFn) -> Message:
    kept = KeptBlock(
        draw(st.sampled_from([SIGNED, HIDDEN, SEARCH])),
        draw(st.integers(0, 9)),
        draw(st.integers(0, 2)),
    )
    data = draw(st.just(kept.data()) | json_objects())
    message = draw(session_messages())
    return says(message.role, Reasoning("", OURS, data), *message.items)


@given(
    st.lists(session_messages() | own_reasoning(), max_size=6),
    st.sampled_from([STYLE, CACHED, THINKS, ADAPTS, MessagesStyle(OURS, vision=True)]),
    st.sampled_from(["m", ADAPTIVE]),
    st.booleans(),
    texts(),
)
def test_any_history_at_all_is_written_so_that_a_strict_server_takes_it(
    messages: list[Message], style: MessagesStyle, model: str, may_call: bool, system: str
) -> None:
    asked = ModelRequest(model, system, (tool(),), tuple(messages), 8192, may_call)
    images = {media.sha256: b"abc" for media in pictures(asked, style)}
    body = parse_json_object(encoded(message_body(asked, style, images)))
    assert message_problems(body) == ()
