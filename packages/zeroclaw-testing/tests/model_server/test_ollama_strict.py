"""Tests of the judgement over a request for a chat with Ollama."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import ollama_problems

SYSTEM: JsonObject = {"role": "system", "content": "Be brief."}
HELLO: JsonObject = {"role": "user", "content": "Hello"}
HI: JsonObject = {"role": "assistant", "content": "Hi"}


def calls(*names: str, **more: Json) -> JsonObject:
    made: list[Json] = [
        {"id": f"id_{name}", "function": {"name": name, "arguments": {}}} for name in names
    ]
    return {"role": "assistant", "content": "", "tool_calls": made, **more}


def result(name: str, **more: Json) -> JsonObject:
    return {
        "role": "tool",
        "tool_name": name,
        "tool_call_id": f"id_{name}",
        "content": "ok",
        **more,
    }


def problems(*messages: Json, **more: Json) -> tuple[str, ...]:
    return ollama_problems({"model": "m", "messages": list(messages), **more})


def test_a_sound_conversation_has_no_problem() -> None:
    picture: JsonObject = {"role": "user", "content": "", "images": ["AA=="]}
    rounds = (calls("f", "g", thinking="hm"), result("f"), result("g"), picture)
    assert problems(SYSTEM, HELLO, HI, HELLO, *rounds) == ()


def test_sound_settings_have_no_problem() -> None:
    options: JsonObject = {"num_ctx": 10, "num_predict": -1, "temperature": 0.5, "top_k": 3}
    tool: JsonObject = {
        "type": "function",
        "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {}}}},
    }
    for think in (True, False, "low"):
        for keep in (-1, 2.5, "5m"):
            wishes: dict[str, Json] = {"think": think, "keep_alive": keep, "truncate": False}
            assert problems(HELLO, stream=True, options=options, tools=[tool], **wishes) == ()


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ((), "messages: expected at least one message"),
        ((HI,), "messages[0]: the first message must be a user's"),
        ((HELLO, HI), "messages[1]: the last message must be a user's or a tool's"),
        ((HELLO, HELLO), "messages[1]: two user messages in a row; roles must alternate"),
        ((HELLO, SYSTEM), "messages[1]: a system message is only allowed as the first one"),
        (({"role": "model", "content": "a"},), "messages[0]: invalid role 'model'"),
        (({"role": "user", "content": ""},), "messages[0]: the message says nothing"),
        (({"role": "user", "content": []},), "messages[0]: content must be a string"),
        (({**HELLO, "images": ["%"]},), "messages[0]: images must be base64"),
        (({**HELLO, "name": "x"},), "messages[0]: a message of role user has no name"),
        ((HELLO, {**HI, "thinking": 1}), "messages[1]: thinking must be a string"),
        ((HELLO, {**HI, "tool_calls": {}}), "messages[1]: tool_calls must be a list"),
        ((HELLO, calls("f g")), "messages[1]: 'f g' is no legal function name"),
        ((HELLO, calls("f")), "messages[1]: 1 tool calls have no tool message right after them"),
        ((HELLO, calls("f"), HELLO), "messages[1]: 1 tool calls have no tool message"),
        ((HELLO, result("f")), "messages[1]: the tool message answers no call before it"),
        (
            (HELLO, calls("f", "g"), result("g"), result("f")),
            "messages[2]: the tool message answers another call than 'f'",
        ),
        (
            (HELLO, calls("f"), result("f", tool_call_id="x")),
            "messages[2]: the tool message answers another call than 'f'",
        ),
    ],
)
def test_what_is_refused_in_a_conversation_is_named(
    messages: tuple[Json, ...], problem: str
) -> None:
    assert any(said.startswith(problem) for said in problems(*messages)), problems(*messages)


def test_arguments_that_are_text_are_refused() -> None:
    function: JsonObject = {"name": "f", "arguments": "{}"}
    message: JsonObject = {**HI, "tool_calls": [{"id": "id_f", "function": function}]}
    (problem,) = problems(HELLO, message, result("f"))
    assert problem == "messages[1]: the arguments of a tool call must be an object"


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ({"model": ""}, "model: model is required"),
        ({"tool_choice": "none"}, "tool_choice: unknown field"),
        ({"think": "minimal"}, "think: invalid think value 'minimal'"),
        ({"stream": "yes"}, "stream: expected true or false"),
        ({"options": []}, "options: expected an object"),
        ({"options": {"num_ctx": 1.5}}, "options: num_ctx must be of type integer"),
        ({"options": {"num_predict": True}}, "options: num_predict must be of type integer"),
        ({"options": {"temperature": "hot"}}, "options: temperature must be of type float32"),
        ({"keep_alive": "300"}, "keep_alive: invalid duration '300'"),
        ({"tools": {}}, "tools: expected a list"),
        ({"tools": [{"type": "custom"}]}, "tools: None is not of type function"),
        ({"tools": [{"function": {"name": "a b"}}]}, "tools: 'a b' is no legal function name"),
        ({"tools": [{"function": {}}]}, "tools: the parameters of None must be an object"),
        (
            {"tools": [{"function": {"parameters": {"type": "object", "properties": {"a": 1}}}}]},
            "tools: a property of None is not a schema",
        ),
    ],
)
def test_what_is_refused_in_the_settings_is_named(setting: dict[str, Json], problem: str) -> None:
    said = ollama_problems({"model": "m", "messages": [HELLO], **setting})
    assert problem in said
