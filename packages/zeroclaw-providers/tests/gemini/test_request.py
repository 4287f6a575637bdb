"""Request bodies are such that Google takes them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject, canonical_json, parse_json_object
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
from zeroclaw_providers.gemini.request import GeminiStyle, request_body, wanted_images
from zeroclaw_providers.gemini.signatures import mark_of
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.json_fields import items_of
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import gemini_problems
from zeroclaw_testing.strategies import session_messages, texts

STYLE = GeminiStyle("gemini.home")
SEES = GeminiStyle("gemini.home", vision=True)
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
SCHEMA: JsonObject = {"type": "object", "properties": {"zone": {"type": "string"}}}
TOOL = ToolSpec("time.now", "Tells the time.", SCHEMA, Risk.LOW, frozenset({Effect.READ}))


def says(role: Role, *items: Item) -> Message:
    return Message(MessageId(1), TurnId(1), role, items)


def request(
    *messages: Message,
    model: str = "gemini-2.5-flash",
    tools: tuple[ToolSpec, ...] = (),
    may_call_tools: bool = True,
    params: JsonObject | None = None,
) -> ModelRequest:
    return ModelRequest(
        model=model,
        system="Be brief.",
        tools=tools,
        messages=messages,
        max_output_tokens=100,
        may_call_tools=may_call_tools,
        params=params or {},
    )


def body_of(
    asked: ModelRequest,
    style: GeminiStyle = STYLE,
    images: Mapping[str, bytes] | None = None,
    *,
    signed: bool = False,
) -> dict[str, Json]:
    body = dict(parse_json_object(encoded(request_body(asked, style, images or {}))))
    assert gemini_problems(body, signed=signed) == ()
    return body


def contents_of(*messages: Message, model: str = "gemini-2.5-flash") -> list[Json]:
    written = body_of(request(*messages, model=model))["contents"]
    assert isinstance(written, list)
    return written


HELLO = says(Role.USER, Text("Hello."))


def call(number: int, wire_id: str | None = None, name: str = "f", **extra: Json) -> ToolCall:
    return ToolCall(CallId(number), name, {"a": number}, wire_id, extra or None)


def result(number: int, text: str = "ok", **facts: str) -> ToolResult:
    return ToolResult(CallId(number), ResultStatus.SUCCESS, (Text(text),), **facts)


def test_a_plain_question_is_asked_plainly() -> None:
    assert body_of(request(HELLO)) == {
        "contents": [{"role": "user", "parts": [{"text": "Hello."}]}],
        "generationConfig": {"maxOutputTokens": 100},
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
    }


def test_tools_are_declared_with_a_choice_that_leaves_it_to_the_model() -> None:
    body = body_of(request(HELLO, tools=(TOOL,)))
    assert dig(body, "tools", 0, "functionDeclarations") == [
        {"name": "time.now", "description": "Tells the time.", "parameters": SCHEMA}
    ]
    assert dig(body, "toolConfig", "functionCallingConfig") == {"mode": "AUTO"}


def test_forbidden_calls_keep_the_tools_in_the_prefix() -> None:
    allowed = body_of(request(HELLO, tools=(TOOL,)))
    forbidden = body_of(request(HELLO, tools=(TOOL,), may_call_tools=False))
    assert forbidden == {**allowed, "toolConfig": {"functionCallingConfig": {"mode": "NONE"}}}


def test_an_endpoint_without_tools_is_sent_none() -> None:
    style = GeminiStyle("p", native_tools=False)
    assert not {"tools", "toolConfig"} & body_of(request(HELLO, tools=(TOOL,)), style).keys()


def test_schemas_pass_through_the_cleaner_that_is_given() -> None:
    def clean(schema: JsonObject) -> JsonObject:
        return {**schema, "title": "cleaned"}

    body = request_body(request(HELLO, tools=(TOOL,)), evolve(STYLE, clean=clean), {})
    declared = dig(body, "tools", 0, "functionDeclarations", 0, "parameters")
    assert declared == {**SCHEMA, "title": "cleaned"}


def test_control_a_schema_that_nobody_cleaned_is_refused() -> None:
    raw: JsonObject = {**SCHEMA, "additionalProperties": False}
    tool = ToolSpec("now", "Tells.", raw, Risk.LOW, frozenset({Effect.READ}))
    style = evolve(STYLE, clean=lambda schema: schema)
    (problem,) = gemini_problems(request_body(request(HELLO, tools=(tool,)), style, {}))
    assert "additionalProperties" in problem


@pytest.mark.parametrize("schema", [{"type": "object"}, {"type": "object", "properties": {}}])
def test_a_tool_without_parameters_declares_none(schema: JsonObject) -> None:
    tool = ToolSpec("now", "Tells.", schema, Risk.LOW, frozenset({Effect.READ}))
    body = body_of(request(HELLO, tools=(tool,)))
    declared = dig(body, "tools", 0, "functionDeclarations", 0)
    assert declared == {"name": "now", "description": "Tells."}


def test_settings_pass_but_cannot_change_what_is_asked() -> None:
    config: JsonObject = {"temperature": 0.2, "thinkingConfig": {"thinkingLevel": "low"}}
    params: JsonObject = {"generationConfig": config, "safetySettings": [], "contents": []}
    body = body_of(request(HELLO, params=params))
    assert body["generationConfig"] == {"maxOutputTokens": 100, **config}
    assert body["safetySettings"] == []
    assert dig(body, "contents", 0, "parts", 0, "text") == "Hello."


def test_thinking_is_asked_for_where_it_is_wanted() -> None:
    style = GeminiStyle("p", thoughts=True)
    params: JsonObject = {"generationConfig": {"thinkingConfig": {"thinkingBudget": 9}}}
    assert dig(body_of(request(HELLO), style), "generationConfig", "thinkingConfig") == {
        "includeThoughts": True
    }
    both = body_of(request(HELLO, params=params), style)
    assert dig(both, "generationConfig", "thinkingConfig") == {
        "includeThoughts": True,
        "thinkingBudget": 9,
    }


def test_the_options_are_asked_for_unless_the_request_has_its_own() -> None:
    style = GeminiStyle("p", options=ModelOptions(Thinking.LOW, 0.7))
    assert body_of(request(HELLO), style)["generationConfig"] == {
        "maxOutputTokens": 100,
        "temperature": 0.7,
        "thinkingConfig": {"includeThoughts": True, "thinkingBudget": 50},
    }
    own: JsonObject = {"temperature": 0, "thinkingConfig": {"thinkingLevel": "high"}}
    params: JsonObject = {"generationConfig": own}
    assert body_of(request(HELLO, params=params), style)["generationConfig"] == {
        "maxOutputTokens": 100,
        **own,
    }


def test_adjacent_messages_of_one_role_are_joined() -> None:
    assert contents_of(HELLO, says(Role.USER, Text("Are"), Text("you there?"))) == [
        {"role": "user", "parts": [{"text": "Hello."}, {"text": "Are"}, {"text": "you there?"}]}
    ]


def test_results_come_first_in_the_order_of_their_calls() -> None:
    written = contents_of(
        HELLO,
        says(Role.ASSISTANT, Text("Wait."), call(1, "x"), call(2, "y", "g")),
        says(Role.TOOL, result(2, "two"), result(1, "one")),
        says(Role.USER, Text("And?")),
    )
    assert written[1:] == [
        {
            "role": "model",
            "parts": [
                {"text": "Wait."},
                {"functionCall": {"id": "x", "name": "f", "args": {"a": 1}}},
                {"functionCall": {"id": "y", "name": "g", "args": {"a": 2}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"id": "x", "name": "f", "response": {"output": "one"}}},
                {"functionResponse": {"id": "y", "name": "g", "response": {"output": "two"}}},
                {"text": "And?"},
            ],
        },
    ]


def test_missing_and_illegal_ids_are_made_up_alike_on_both_sides() -> None:
    written = contents_of(
        HELLO,
        says(Role.ASSISTANT, call(1), call(2, "a b"), call(3, "x" * 100), call(4, "ok")),
        says(Role.TOOL, *map(result, (1, 2, 3, 4))),
    )
    made = ["c00000001", "c00000002", "c00000003", "ok"]
    answered = [dig(written[2], "parts", n, "functionResponse", "id") for n in range(4)]
    called = [dig(written[1], "parts", n, "functionCall", "id") for n in range(4)]
    assert called == answered == made


@pytest.mark.parametrize("status", [ResultStatus.ERROR, ResultStatus.DENIED])
def test_a_result_that_is_no_success_is_an_error(status: ResultStatus) -> None:
    failed = ToolResult(CallId(1), status, (Text("no"),))
    written = contents_of(HELLO, says(Role.ASSISTANT, call(1)), says(Role.TOOL, failed))
    assert dig(written[2], "parts", 0, "functionResponse", "response") == {"error": "no"}


def test_a_receipt_is_shown_below_its_result() -> None:
    receipt = says(Role.TOOL, result(1, "ok", receipt="r-1"))
    written = contents_of(HELLO, says(Role.ASSISTANT, call(1)), receipt)
    response = dig(written[2], "parts", 0, "functionResponse", "response")
    assert response == {"output": "ok\n\n[receipt: r-1]"}


def test_a_call_without_a_result_gets_one_that_says_so() -> None:
    written = contents_of(HELLO, says(Role.ASSISTANT, call(1)), HELLO)
    response = dig(written[2], "parts", 0, "functionResponse", "response")
    assert response == {"error": "There is no result of this call."}


def test_an_orphan_result_is_never_sent() -> None:
    assert contents_of(HELLO, says(Role.TOOL, result(9))) == [
        {"role": "user", "parts": [{"text": "Hello."}]}
    ]


def test_after_its_own_words_a_model_is_asked_to_go_on() -> None:
    assert contents_of(HELLO, says(Role.ASSISTANT, Text("Well")))[-1] == {
        "role": "user",
        "parts": [{"text": "Continue."}],
    }


def own(text: str, signature: str, *, start: int = 0, calls_before: int = 0) -> Reasoning:
    data = mark_of(signature, text, start=start, calls_before=calls_before, is_thought=False)
    return Reasoning("hm", "gemini.home", data)


def test_signatures_go_back_on_the_parts_they_came_with() -> None:
    step = says(
        Role.ASSISTANT,
        own("", "text-sig", start=5, calls_before=2),
        Text("Wait."),
        call(1, thoughtSignature="call-sig"),
        call(2),
    )
    written = contents_of(HELLO, step, says(Role.TOOL, result(1), result(2)))
    parts = items_of(dig(written[1], "parts"))
    assert [dig(parts[1], "thoughtSignature"), dig(parts[3], "thoughtSignature")] == [
        "call-sig",
        "text-sig",
    ]
    assert parts[0] == {"text": "Wait."}
    assert parts[3] == {"text": "", "thoughtSignature": "text-sig"}
    assert "thoughtSignature" not in str(parts[2])
    assert "hm" not in canonical_json(written)


def test_ids_and_data_of_another_provider_stay_at_home() -> None:
    foreign = Reasoning("hm", "gemini.other", own("Hi.", "theirs").data)
    step = says(Role.ASSISTANT, foreign, Text("Hi."), call(1, "theirs", thoughtSignature="theirs"))
    written = contents_of(HELLO, step, says(Role.TOOL, result(1)))
    assert "theirs" not in str(written)
    assert "thoughtSignature" not in str(written)


@pytest.mark.parametrize("model", ["gemini-3-pro-preview", "models/gemini-3.5-flash"])
def test_a_model_that_insists_gets_a_signature_for_the_calls_of_others(model: str) -> None:
    asked = request(
        HELLO,
        says(Role.ASSISTANT, Reasoning("hm", "other.one"), call(1), call(2)),
        says(Role.TOOL, result(1), result(2)),
        model=model,
    )
    body = body_of(asked, signed=True)
    first, second = items_of(dig(body, "contents", 1, "parts"))
    assert dig(first, "thoughtSignature") == "skip_thought_signature_validator"
    assert second == {"functionCall": {"id": "c00000002", "name": "f", "args": {"a": 2}}}


def test_control_without_a_signature_a_strict_server_refuses_the_call() -> None:
    asked = request(HELLO, says(Role.ASSISTANT, call(1)), says(Role.TOOL, result(1)))
    (problem,) = gemini_problems(request_body(asked, STYLE, {}), signed=True)
    assert "missing its thoughtSignature" in problem


def test_a_picture_goes_along_where_it_can_be_seen() -> None:
    asked = request(says(Role.USER, Text("See:"), PICTURE))
    assert wanted_images(asked, SEES) == (PICTURE,)
    body = body_of(asked, SEES, {PICTURE.sha256: b"abc"})
    assert dig(body, "contents", 0, "parts") == [
        {"text": "See:"},
        {"inlineData": {"mimeType": "image/png", "data": "YWJj"}},
    ]


def test_a_picture_nobody_can_see_becomes_a_note() -> None:
    asked = request(says(Role.USER, PICTURE))
    assert wanted_images(asked, STYLE) == ()
    note = dig(body_of(asked), "contents", 0, "parts", 0, "text")
    assert note == "[image/png cat.png left out: it cannot be shown here]"


def test_a_picture_in_a_result_follows_all_the_results() -> None:
    shot = ToolResult(CallId(1), ResultStatus.SUCCESS, (PICTURE,))
    calls = says(Role.ASSISTANT, call(1), call(2))
    asked = request(HELLO, calls, says(Role.TOOL, shot, result(2)))
    assert wanted_images(asked, SEES) == (PICTURE,)
    body = body_of(asked, SEES, {PICTURE.sha256: b"abc"})
    first, _, picture = items_of(dig(body, "contents", 2, "parts"))
    assert dig(first, "functionResponse", "response", "output") == "(image/png follows)"
    assert dig(picture, "inlineData", "data") == "YWJj"


def test_pictures_beyond_what_servers_take_are_left_out() -> None:
    many = [Media("image/png", str(number) * 64, 3) for number in range(6)]
    large = Media("image/png", "f" * 64, 50 * 1024 * 1024)
    moving = Media("image/gif", "e" * 64, 3)
    asked = request(says(Role.USER, *many, large, moving))
    assert wanted_images(asked, SEES) == tuple(many[-4:])


def test_a_longer_conversation_begins_with_the_contents_of_the_shorter() -> None:
    shorter = [HELLO, says(Role.ASSISTANT, call(1)), says(Role.TOOL, result(1))]
    before = contents_of(*shorter)
    after = contents_of(*shorter, says(Role.ASSISTANT, Text("Hi.")), HELLO)
    assert after[: len(before)] == before


@given(st.lists(session_messages(), max_size=6), st.booleans(), st.booleans(), texts())
def test_any_history_at_all_is_written_so_that_a_strict_server_takes_it(
    messages: list[Message], vision: bool, may_call: bool, system: str
) -> None:
    asked = ModelRequest("gemini-3-pro", system, (TOOL,), tuple(messages), 100, may_call)
    style = GeminiStyle("gemini.home", vision=vision)
    images = {media.sha256: b"abc" for media in wanted_images(asked, style)}
    body = parse_json_object(encoded(request_body(asked, style, images)))
    assert gemini_problems(body, signed=True) == ()


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
    written = canonical_json(contents_of(*messages))
    assert written.count('"functionResponse"') == sum(len(m.tool_results) for m in messages)
    assert "no result of this call" not in written
