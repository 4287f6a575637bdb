"""Request bodies ask for what the settings say, in fields that the server knows."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject, parse_json_object
from zeroclaw_api.messages import Media, Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_providers.json_body import encoded
from zeroclaw_providers.model_options import ModelOptions, Thinking
from zeroclaw_providers.ollama.request import OllamaStyle, request_body, wanted_images
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import ollama_problems
from zeroclaw_testing.strategies import session_messages, texts

STYLE = OllamaStyle("ollama.home")
SEES = OllamaStyle("ollama.home", vision=True)
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))


def request(
    *messages: Message,
    tools: tuple[ToolSpec, ...] = (),
    model: str = "m",
    may_call_tools: bool = True,
    params: JsonObject | None = None,
) -> ModelRequest:
    return ModelRequest(
        model, "Be brief.", tools, messages or (HELLO,), 100, may_call_tools, params or {}
    )


def body_of(
    asked: ModelRequest, style: OllamaStyle = STYLE, images: Mapping[str, bytes] | None = None
) -> dict[str, Json]:
    body = dict(parse_json_object(encoded(request_body(asked, style, images or {}))))
    assert ollama_problems(body) == ()
    return body


def test_a_plain_question_leaves_everything_else_to_the_server() -> None:
    assert body_of(request()) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello."},
        ],
        "stream": True,
        "options": {"num_predict": 100},
        "truncate": False,
    }


def test_what_is_asked_of_the_model_goes_into_its_options() -> None:
    style = evolve(STYLE, options=ModelOptions(temperature=0.5), context_tokens=8192)
    assert body_of(request(), style)["options"] == {
        "num_predict": 100,
        "num_ctx": 8192,
        "temperature": 0.5,
    }


def test_how_long_the_model_stays_in_memory_is_said_in_seconds() -> None:
    assert body_of(request(), evolve(STYLE, keep_alive_seconds=-1.0))["keep_alive"] == -1.0


@pytest.mark.parametrize(
    ("model", "level", "think"),
    [
        ("qwen3:8b", Thinking.OFF, False),
        ("qwen3:8b", Thinking.MINIMAL, True),
        ("qwen3:8b", Thinking.HIGH, True),
        ("gpt-oss:20b", Thinking.OFF, "low"),
        ("gpt-oss:20b", Thinking.MINIMAL, "low"),
        ("hf/someone/GPT-OSS-20b", Thinking.LOW, "low"),
        ("gpt-oss:120b-cloud", Thinking.MEDIUM, "medium"),
        ("gpt-oss:20b", Thinking.HIGH, "high"),
    ],
)
def test_thinking_is_a_level_only_for_models_that_take_one(
    model: str, level: Thinking, think: Json
) -> None:
    style = evolve(STYLE, options=ModelOptions(thinking=level))
    assert body_of(request(model=model), style)["think"] == think


def test_settings_of_a_request_pass_but_cannot_change_what_is_asked() -> None:
    params: JsonObject = {
        "stream": False,
        "model": "other",
        "think": True,
        "truncate": True,
        "options": {"top_k": 3, "num_predict": 7},
    }
    style = evolve(STYLE, options=ModelOptions(thinking=Thinking.OFF))
    body = body_of(request(params=params), style)
    assert (body["stream"], body["model"]) == (True, "m")
    assert (body["think"], body["truncate"]) == (True, True)
    assert body["options"] == {"num_predict": 7, "top_k": 3}


def test_tools_come_with_schemas_that_every_template_can_show() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {
            "zone": {"type": ["string", "null"]},
            "more": {"$ref": "#/$defs/more"},
            "any": True,
        },
        "required": ["zone"],
        "$defs": {"more": {"type": "boolean"}},
    }
    body = body_of(request(tools=(TOOL, evolve(TOOL, name="other", parameters=schema))))
    assert dig(body, "tools", 0, "function", "description") == "Tells the time."
    parameters = dig(body, "tools", 1, "function", "parameters")
    assert dig(parameters, "properties", "zone", "type") == "string"
    assert dig(parameters, "properties", "more", "type") == "boolean"
    assert dig(parameters, "required") == ["zone"]


def test_forbidden_calls_keep_the_tools_in_the_prefix() -> None:
    forbidden = body_of(request(tools=(TOOL,), may_call_tools=False))
    assert forbidden == body_of(request(tools=(TOOL,)))


def test_an_endpoint_without_tools_is_sent_none() -> None:
    assert "tools" not in body_of(request(tools=(TOOL,)), evolve(STYLE, native_tools=False))


def test_a_picture_goes_along_where_it_can_be_seen() -> None:
    asked = request(Message(MessageId(1), TurnId(1), Role.USER, (Text("See:"), PICTURE)))
    assert wanted_images(asked, SEES) == (PICTURE,)
    body = body_of(asked, SEES, {PICTURE.sha256: b"abc"})
    assert dig(body, "messages", 1, "images") == ["YWJj"]
    assert wanted_images(asked, STYLE) == ()


def test_pictures_beyond_what_servers_take_are_left_out() -> None:
    many = [Media("image/png", str(number) * 64, 3) for number in range(6)]
    large = Media("image/png", "f" * 64, 50 * 1024 * 1024)
    other = Media("image/webp", "e" * 64, 3)
    asked = request(Message(MessageId(1), TurnId(1), Role.USER, (*many, large, other)))
    assert wanted_images(asked, SEES) == tuple(many[-4:])


@given(st.lists(session_messages(), max_size=6), st.booleans(), st.booleans(), texts())
def test_any_history_at_all_is_written_so_that_the_server_takes_it(
    messages: list[Message], vision: bool, may_call: bool, system: str
) -> None:
    asked = ModelRequest("m", system, (TOOL,), tuple(messages), 100, may_call)
    style = OllamaStyle("ollama.home", vision=vision)
    body_of(asked, style, {media.sha256: b"abc" for media in wanted_images(asked, style)})
