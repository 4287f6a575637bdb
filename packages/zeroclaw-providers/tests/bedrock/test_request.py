"""Every history becomes a request that AWS takes, the same one each time."""

from __future__ import annotations

import botocore.session  # type: ignore[import-untyped]
import pytest
from botocore.validate import ParamValidator  # type: ignore[import-untyped]
from hypothesis import given, settings
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
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.bedrock.request import ConverseStyle, converse_body, images_wanted
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.tool_names import legal_name
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.model_server import converse_problems

STYLE = ConverseStyle("bedrock.home", vision=True)
SPEC = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
SIGNED: JsonObject = {
    "reasoningContent": {"reasoningText": {"text": "hm, é\u2028", "signature": "c2ln/+=="}}
}
HIDDEN: JsonObject = {"reasoningContent": {"redactedContent": "AAEC//=="}}
CAT = Media("image/png", "c" * 64, 3, "cat.png")

INPUT = (
    botocore.session.get_session()
    .get_service_model("bedrock-runtime")
    .operation_model("ConverseStream")
    .input_shape
)


def official_complaints(written: JsonObject) -> str:
    """What the official client would say of these parameters before it sent them."""
    report = ParamValidator().validate({"modelId": "m", **written}, INPUT)
    return str(report.generate_report())


def message(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


def user(text: str) -> Message:
    return message(Role.USER, Text(text))


def call(number: int, wire_id: str | None = None) -> ToolCall:
    return ToolCall(CallId(number), "time.now", {"zone": "é"}, wire_id)


def result(number: int, text: str = "noon", status: ResultStatus = ResultStatus.SUCCESS) -> Message:
    return message(Role.TOOL, ToolResult(CallId(number), status, (Text(text),)))


def request(
    *messages: Message, tools: tuple[ToolSpec, ...] = (SPEC,), system: str = ""
) -> ModelRequest:
    return ModelRequest("anthropic.claude-sonnet-4-5-v1:0", system, tools, messages, 100)


def body(*messages: Message, style: ConverseStyle = STYLE, system: str = "") -> JsonObject:
    written = converse_body(request(*messages, system=system), style, {CAT.sha256: b"abc"})
    assert converse_problems(written) == ()
    return written


def contents(*messages: Message, style: ConverseStyle = STYLE) -> list[tuple[Json, Json]]:
    written = body(*messages, style=style)["messages"]
    assert isinstance(written, list)
    return [(dig(each, "role"), dig(each, "content")) for each in written]


def test_a_plain_request_has_what_it_needs_and_no_more() -> None:
    assert body(user("Hello."), system="Be brief.") == {
        "messages": [{"role": "user", "content": [{"text": "Hello."}]}],
        "inferenceConfig": {"maxTokens": 100},
        "system": [{"text": "Be brief."}],
        "toolConfig": {
            "tools": [
                {
                    "toolSpec": {
                        "name": legal_name("time.now"),
                        "description": "Tells the time.",
                        "inputSchema": {"json": {"type": "object", "properties": {}}},
                    }
                }
            ]
        },
    }


def test_settings_of_the_request_are_passed_on() -> None:
    params: JsonObject = {
        "inferenceConfig": {"temperature": 0.5},
        "additionalModelRequestFields": {"top_k": 9},
        "toolConfig": {"toolChoice": {"any": {}}},
    }
    asked = ModelRequest("m", "", (SPEC,), (user("Hi."),), 100, params=params)
    written = converse_body(asked, STYLE, {})
    assert written["inferenceConfig"] == {"maxTokens": 100, "temperature": 0.5}
    assert written["additionalModelRequestFields"] == params["additionalModelRequestFields"]
    assert dig(written, "toolConfig", "toolChoice") == {"any": {}}
    assert "toolConfig" not in converse_body(
        ModelRequest("m", "", (), (user("Hi."),), 100, params=params), STYLE, {}
    )


def test_a_call_is_answered_first_thing_in_the_next_message() -> None:
    assistant = message(Role.ASSISTANT, Text("Let me see."), call(1, "tooluse_1"))
    assert contents(user("When?"), assistant, result(1), user("Well?")) == [
        ("user", [{"text": "When?"}]),
        (
            "assistant",
            [
                {"text": "Let me see."},
                {
                    "toolUse": {
                        "toolUseId": "tooluse_1",
                        "name": legal_name("time.now"),
                        "input": {"zone": "é"},
                    }
                },
            ],
        ),
        (
            "user",
            [
                {
                    "toolResult": {
                        "toolUseId": "tooluse_1",
                        "content": [{"text": "noon"}],
                        "status": "success",
                    }
                },
                {"text": "Well?"},
            ],
        ),
    ]


@pytest.mark.parametrize("status", list(ResultStatus))
def test_only_a_success_is_said_to_be_one(status: ResultStatus) -> None:
    written = contents(user("a"), message(Role.ASSISTANT, call(1)), result(1, "", status))
    expected = "success" if status is ResultStatus.SUCCESS else "error"
    assert dig(written[2][1], 0, "toolResult", "status") == expected
    assert status.value in str(dig(written[2][1], 0, "toolResult", "content", 0, "text"))


def test_missing_results_are_stood_in_for_and_stray_ones_left_out() -> None:
    written = contents(
        user("a"),
        message(Role.ASSISTANT, call(1, "x"), call(2, "y")),
        result(2),
        result(9),
        user("b"),
    )
    answers = written[2][1]
    assert dig(answers, 0, "toolResult", "toolUseId") == "y"
    assert dig(answers, 1, "toolResult", "content", 0, "text") == "There is no result of this call."
    assert dig(answers, 2, "text") == "b"


def test_adjacent_messages_of_one_role_are_joined() -> None:
    assert contents(user("a"), user("b"), message(Role.ASSISTANT, Text("c"))) == [
        ("user", [{"text": "a"}, {"text": "b"}]),
        ("assistant", [{"text": "c"}]),
        ("user", [{"text": "Continue."}]),
    ]


def test_own_reasoning_goes_back_byte_for_byte_in_its_place() -> None:
    thinking = (
        Reasoning("hm", "bedrock.home", SIGNED),
        Reasoning("", "bedrock.home", HIDDEN),
        Text("So."),
        call(1, "x"),
    )
    written = contents(user("a"), message(Role.ASSISTANT, *thinking), result(1))
    said = written[1][1]
    assert [dig(said, 0), dig(said, 1), dig(said, 2)] == [SIGNED, HIDDEN, {"text": "So."}]


def test_reasoning_of_another_provider_is_left_out_with_its_ids() -> None:
    thinking = Reasoning("hm", "openrouter.x", SIGNED)
    written = contents(user("a"), message(Role.ASSISTANT, thinking, call(1, "x")), result(1))
    assert dig(written[1][1], 0, "toolUse", "toolUseId") == "c00000001"


def test_reasoning_alone_is_no_message() -> None:
    alone = message(Role.ASSISTANT, Reasoning("hm", "bedrock.home", SIGNED))
    assert [role for role, _ in contents(user("a"), alone, user("b"))] == ["user"]


def test_an_image_is_sent_where_the_model_can_see() -> None:
    seen = message(Role.USER, Text("What is it?"), CAT)
    shown = {"image": {"format": "png", "source": {"bytes": "YWJj"}}}
    assert contents(seen) == [("user", [{"text": "What is it?"}, shown])]
    by_tool = message(Role.TOOL, ToolResult(CallId(1), ResultStatus.SUCCESS, (CAT,), receipt="r1"))
    answer = contents(user("a"), message(Role.ASSISTANT, call(1)), by_tool)[2][1]
    assert dig(answer, 0, "toolResult", "content") == [shown, {"text": "[receipt: r1]"}]
    blind = converse_body(request(seen), STYLE, {})
    assert "image/png cat.png left out" in encoded(blind).decode()


def test_only_images_that_fit_are_wanted() -> None:
    huge = Media("image/png", "d" * 64, 4_000_000)
    sound = Media("audio/wav", "e" * 64, 3)
    small = [Media("image/gif", str(number) * 64, 3) for number in range(6)]
    asked = request(message(Role.USER, huge, sound, *small))
    assert images_wanted(asked, STYLE) == tuple(small[-4:])
    assert images_wanted(asked, ConverseStyle("p")) == ()


def test_earlier_calls_keep_their_tools_when_none_is_offered() -> None:
    messages = (user("a"), message(Role.ASSISTANT, call(1)), result(1))
    written = converse_body(request(*messages, tools=()), STYLE, {})
    assert dig(written, "toolConfig", "tools", 0, "toolSpec", "name") == legal_name("time.now")
    assert converse_problems(written) == ()
    assert "toolConfig" not in converse_body(request(user("a"), tools=()), STYLE, {})


def test_a_model_without_tools_is_sent_neither_tools_nor_calls() -> None:
    style = ConverseStyle("bedrock.home", native_tools=False)
    messages = (user("a"), message(Role.ASSISTANT, Text("b"), call(1)), result(1), user("c"))
    written = converse_body(request(*messages), style, {})
    assert converse_problems(written) == ()
    assert "tool" not in encoded(written).decode()


def test_schemas_pass_through_the_cleaner() -> None:
    style = ConverseStyle("p", clean=lambda schema: {**schema, "cleaned": True})
    schema = dig(body(user("a"), style=style), "toolConfig", "tools", 0, "toolSpec", "inputSchema")
    assert schema == {"json": {"type": "object", "cleaned": True}}


@pytest.mark.parametrize(
    ("model", "does_cache"),
    [
        ("anthropic.claude-sonnet-4-5-20250929-v1:0", True),
        ("eu.anthropic.claude-3-7-sonnet-20250219-v1:0", True),
        ("us.amazon.nova-pro-v1:0", True),
        ("amazon.nova-2-lite-v1:0", False),
        ("anthropic.claude-3-haiku-20240307-v1:0", False),
        ("anthropic.claude-v2:1", False),
        ("meta.llama3-70b-instruct-v1:0", False),
    ],
)
def test_long_prefixes_are_cached_where_the_model_can(model: str, does_cache: bool) -> None:
    talk = (user("a"), message(Role.ASSISTANT, Text("b"))) * 2
    asked = ModelRequest(model, "s" * 3072, (), (*talk, user("c")), 100)
    written = converse_body(asked, STYLE, {})
    assert converse_problems(written) == ()
    assert encoded(written).count(b"cachePoint") == (2 if does_cache else 0)
    short = ModelRequest(model, "s" * 3071, (), (user("c"),), 100)
    assert b"cachePoint" not in encoded(converse_body(short, STYLE, {}))


ITEMS = st.one_of(
    st.sampled_from(["", " ", "a", "é\u2028", "\ud800"]).map(Text),
    st.just(CAT),
    st.sampled_from(["bedrock.home", "other"]).flatmap(
        lambda name: st.sampled_from([SIGNED, HIDDEN, None]).map(
            lambda data: Reasoning("hm", name, data)
        )
    ),
    st.integers(1, 4).map(lambda number: call(number, None)),
    st.sampled_from(["x", "y", "not legal!", "z" * 65]).map(lambda wire_id: call(5, wire_id)),
)
RESULTS = st.integers(1, 5).flatmap(
    lambda number: st.sampled_from(ResultStatus).map(
        lambda status: ToolResult(CallId(number), status, (Text(""),))
    )
)
MESSAGES = st.one_of(
    st.lists(ITEMS, max_size=4).map(lambda items: message(Role.USER, *items)),
    st.lists(ITEMS, max_size=4).map(lambda items: message(Role.ASSISTANT, *items)),
    st.lists(RESULTS, max_size=3).map(lambda items: message(Role.TOOL, *items)),
)


@settings(max_examples=300)
@given(st.lists(MESSAGES, max_size=8), st.booleans(), st.booleans(), st.text(max_size=3))
def test_any_history_becomes_one_that_aws_takes(
    messages: list[Message], native_tools: bool, has_tools: bool, system: str
) -> None:
    style = ConverseStyle("bedrock.home", native_tools, vision=True)
    asked = request(*messages, tools=(SPEC,) if has_tools else (), system=system)
    written = converse_body(asked, style, {CAT.sha256: b"abc"})
    assert converse_problems(written) == ()
    assert official_complaints(written) == ""
    assert encoded(written) == encoded(converse_body(asked, style, {CAT.sha256: b"abc"}))


async def test_control_the_official_client_complains_of_what_it_does_not_know() -> None:
    async def judge() -> None:
        assert official_complaints({**body(user("a")), "stream": True}) == ""

    await require_caught(judge)


async def test_control_the_judge_sees_a_result_that_is_missing() -> None:
    async def judge() -> None:
        written = dict(body(user("a"), message(Role.ASSISTANT, call(1)), result(1)))
        messages = written["messages"]
        assert isinstance(messages, list)
        written["messages"] = [*messages[:2], {"role": "user", "content": [{"text": "b"}]}]
        assert converse_problems(written) == ()

    await require_caught(judge)


def test_a_model_that_thinks_is_never_made_to_call() -> None:
    style = ConverseStyle("p", options=ModelOptions(Thinking.LOW))
    params: JsonObject = {"toolConfig": {"toolChoice": {"any": {}}}}
    model = "anthropic.claude-sonnet-4-5-v1:0"
    for most, choice in ((8192, "auto"), (100, "any")):
        asked = ModelRequest(model, "", (SPEC,), (user("Hi."),), most, params=params)
        written = converse_body(asked, style, {})
        assert converse_problems(written) == ()
        assert dig(written, "toolConfig", "toolChoice") == {choice: {}}
        assert official_complaints(written) == ""
