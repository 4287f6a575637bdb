"""Request bodies are such that a strict server takes them."""

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
from zeroclaw_providers.openai_responses.request import (
    ResponsesStyle,
    response_body,
    sent_pictures,
)
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import responses_problems

STYLE = ResponsesStyle("openai.home")
PICTURE = Media("image/png", "a" * 64, 3, "cat.png")
HELLO = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
TOOL = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
ASKED = ModelRequest("m", "Be brief.", (), (HELLO,), 100)
WITH_TOOL = evolve(ASKED, tools=(TOOL,))


def body_of(
    asked: ModelRequest, style: ResponsesStyle = STYLE, images: Mapping[str, bytes] | None = None
) -> JsonObject:
    body = parse_json_object(encoded(response_body(asked, style, images or {})))
    assert responses_problems(body) == ()
    return body


def asking(thinking: Thinking | None = None, temperature: float | None = None) -> ResponsesStyle:
    return evolve(STYLE, options=ModelOptions(thinking, temperature))


def test_a_plain_question_is_asked_for_a_stream_that_nobody_stores() -> None:
    body = body_of(ASKED)
    key = body["prompt_cache_key"]
    assert isinstance(key, str)
    assert body == {
        "model": "m",
        "instructions": "Be brief.",
        "input": [
            {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": "Hello."}],
            }
        ],
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": key,
        "max_output_tokens": 100,
        "store": False,
        "stream": True,
    }


def test_without_a_system_text_there_are_no_instructions() -> None:
    assert "instructions" not in body_of(evolve(ASKED, system=" \n"))


def test_tools_are_flat_with_a_choice_that_leaves_it_to_the_model() -> None:
    body = body_of(WITH_TOOL)
    name = dig(body, "tools", 0, "name")
    assert body["tools"] == [
        {
            "type": "function",
            "name": name,
            "description": "Tells the time.",
            "parameters": {"type": "object", "properties": {}},
            "strict": False,
        }
    ]
    assert (body["tool_choice"], body["parallel_tool_calls"]) == ("auto", True)


def test_tools_stay_where_no_call_is_wanted() -> None:
    body = body_of(evolve(WITH_TOOL, may_call_tools=False))
    assert body["tool_choice"] == "none"
    assert body["tools"]


def test_an_endpoint_without_tools_is_offered_none() -> None:
    body = body_of(WITH_TOOL, evolve(STYLE, native_tools=False))
    assert not {"tools", "tool_choice", "parallel_tool_calls"} & body.keys()


def test_an_answer_is_never_asked_to_be_shorter_than_the_vendor_takes() -> None:
    assert body_of(evolve(ASKED, max_output_tokens=1))["max_output_tokens"] == 16


def test_endpoint_that_takes_no_limit_is_told_none() -> None:
    body = body_of(evolve(ASKED, params={"max_output_tokens": 7}), evolve(STYLE, is_limited=False))
    assert "max_output_tokens" not in body


@pytest.mark.parametrize(
    ("thinking", "reasoning"),
    [
        (None, None),
        (Thinking.OFF, {"effort": "none"}),
        (Thinking.MINIMAL, {"effort": "minimal", "summary": "auto"}),
        (Thinking.LOW, {"effort": "low", "summary": "auto"}),
        (Thinking.MEDIUM, {"effort": "medium", "summary": "auto"}),
        (Thinking.HIGH, {"effort": "high", "summary": "auto"}),
    ],
)
def test_every_level_of_thinking_has_its_word(thinking: Thinking | None, reasoning: Json) -> None:
    assert body_of(ASKED, asking(thinking)).get("reasoning") == reasoning


def test_a_temperature_is_sent_only_when_it_was_asked_for() -> None:
    assert body_of(ASKED, asking(temperature=0.25))["temperature"] == 0.25
    assert "temperature" not in body_of(ASKED)


@pytest.mark.parametrize(
    ("model", "is_asked"),
    [
        ("gpt-5.2", True),
        ("o4-mini", True),
        ("openai/gpt-oss-120b", True),
        ("gpt-4o", False),
        ("openai/gpt-4.1-mini", False),
        ("gpt-5-chat-latest", False),
        ("chatgpt-4o-latest", False),
    ],
)
def test_only_models_that_reason_are_asked_for_their_reasoning(model: str, is_asked: bool) -> None:
    assert ("include" in body_of(evolve(ASKED, model=model))) is is_asked


def test_settings_of_the_request_win_over_ours() -> None:
    params: JsonObject = {
        "reasoning": {"effort": "xhigh"},
        "prompt_cache_key": "mine",
        "parallel_tool_calls": False,
        "tool_choice": "required",
        "max_output_tokens": 50,
        "service_tier": "flex",
        "stream": False,
        "model": "other",
    }
    body = body_of(evolve(WITH_TOOL, params=params), asking(Thinking.LOW))
    assert {**params, "stream": True, "model": "m"}.items() <= body.items()


def test_the_same_prefix_has_the_same_key_for_the_cache() -> None:
    key = body_of(WITH_TOOL)["prompt_cache_key"]
    again = evolve(WITH_TOOL, messages=(HELLO, HELLO), max_output_tokens=7)
    assert body_of(again)["prompt_cache_key"] == key
    others = [ASKED, evolve(WITH_TOOL, system="x"), evolve(WITH_TOOL, model="n")]
    assert key not in [body_of(other)["prompt_cache_key"] for other in others]


@given(st.text())
def test_any_system_text_has_a_key_for_the_cache(system: str) -> None:
    key = body_of(evolve(ASKED, system=system))["prompt_cache_key"]
    assert isinstance(key, str)
    assert len(key) == 32


def test_pictures_are_wanted_only_where_they_are_seen() -> None:
    asked = evolve(ASKED, messages=(evolve(HELLO, items=(PICTURE,)),))
    assert sent_pictures(asked, STYLE) == ()
    assert sent_pictures(asked, evolve(STYLE, vision=True)) == (PICTURE,)
    body = body_of(asked, images={PICTURE.sha256: b"abc"})
    assert dig(body, "input", 0, "content", 0, "type") == "input_image"
