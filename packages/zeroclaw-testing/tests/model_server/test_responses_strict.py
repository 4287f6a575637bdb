"""Tests of the judgement over requests for responses."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import responses_problems

HELLO: JsonObject = {"type": "message", "role": "user", "content": "hi"}
SAID: JsonObject = {"type": "message", "role": "assistant", "content": "Noon."}
CALL: JsonObject = {"type": "function_call", "call_id": "a", "name": "look", "arguments": "{}"}
OUTPUT: JsonObject = {"type": "function_call_output", "call_id": "a", "output": "done"}
THOUGHT: JsonObject = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "A"}
SCHEMA: JsonObject = {"type": "object"}
TOOL: JsonObject = {"type": "function", "name": "look", "parameters": SCHEMA, "strict": False}
TEXT: JsonObject = {"type": "input_text", "text": "hi"}
PICTURE: JsonObject = {"type": "input_image", "image_url": "data:image/png;base64,AA=="}


def body(*items: Json, **fields: Json) -> JsonObject:
    return {"model": "m", "input": list(items or (HELLO,)), "store": False, **fields}


def user(*parts: Json) -> JsonObject:
    return {"role": "user", "content": list(parts)}


@pytest.mark.parametrize(
    "fine",
    [
        body(),
        body(user(TEXT, PICTURE), instructions="Be brief.", stream=True),
        body(HELLO, CALL, OUTPUT),
        body(HELLO, THOUGHT, CALL, {**CALL, "call_id": "b"}, OUTPUT, {**OUTPUT, "call_id": "b"}),
        body(HELLO, THOUGHT, {**THOUGHT, "id": "rs2"}, {**SAID, "phase": "commentary"}, HELLO),
        body(HELLO, {**SAID, "content": [{"type": "output_text", "text": "Noon."}]}),
        body(tools=[TOOL], tool_choice="auto", parallel_tool_calls=True),
        body(reasoning={"effort": "none"}, temperature=0.5, max_output_tokens=16),
        body(include=["reasoning.encrypted_content"], prompt_cache_key="k"),
        body(HELLO, {**THOUGHT, "encrypted_content": None}, SAID, store=True),
        {"model": "m", "input": "hi"},
    ],
)
def test_what_the_vendor_takes_has_no_problem(fine: JsonObject) -> None:
    assert responses_problems(fine) == ()


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (body(model=""), "model"),
        (body(max_tokens=100), "max_tokens: unsupported"),
        (body(messages=[]), "messages: unsupported"),
        (body(max_output_tokens=15), "at least 16"),
        (body(instructions=None), "instructions"),
        (body(input=[]), "at least one item"),
        (body(input=""), "at least one item"),
        (body("hello"), "input[0]: an object"),
        (body({"type": "hologram"}), "unknown type"),
        (body({**HELLO, "name": "x"}), "unknown parameter: name"),
        (body({**HELLO, "role": "tool"}), "unknown role"),
        (body({**HELLO, "content": " "}), "not blank"),
        (body(user()), "at least one part"),
        (body(user("hi")), "must be an object"),
        (body(user({**TEXT, "text": ""})), "not blank"),
        (body(user({**TEXT, "type": "text"})), "cannot be here"),
        (body(user({**PICTURE, "image_url": "cat.png"})), "needs its address"),
        (body(HELLO, {**SAID, "content": [TEXT]}), "cannot be here"),
        (body({**HELLO, "phase": "commentary"}), "phase"),
        (body(HELLO, {**SAID, "phase": "odd"}), "phase"),
        (body(HELLO, CALL), "no tool output found for function call a"),
        (body(HELLO, CALL, HELLO), "without output"),
        (body(OUTPUT), "no tool call found"),
        (body(HELLO, CALL, OUTPUT, OUTPUT), "no tool call found"),
        (body(HELLO, CALL, OUTPUT, CALL, OUTPUT), "occurs twice"),
        (body(HELLO, {**CALL, "call_id": "x" * 65}), "at most 64"),
        (body(HELLO, {**CALL, "name": "a.b"}, OUTPUT), "should match"),
        (body(HELLO, {**CALL, "arguments": {}}, OUTPUT), "spelled as text"),
        (body(HELLO, {**CALL, "arguments": "[]"}, OUTPUT), "spelled as text"),
        (body(HELLO, CALL, {**OUTPUT, "output": None}), "text or a list"),
        (body(HELLO, THOUGHT), "required following item"),
        (body(HELLO, THOUGHT, HELLO), "required following item"),
        (body(HELLO, CALL, THOUGHT, OUTPUT), "required following item"),
        (body({**THOUGHT, "id": None}, SAID), "needs its id"),
        (body({**THOUGHT, "summary": None}, SAID), "though it be empty"),
        (body({**THOUGHT, "encrypted_content": None}, SAID), "nothing is stored"),
        (body(tools={}), "a list is needed"),
        (body(tool_choice="auto"), "only allowed when tools"),
        (body(tools=[TOOL, TOOL]), "unique"),
        (body(tools=[{"type": "function", "function": TOOL}]), "tools[0].name"),
        (body(tools=[{**TOOL, "type": "tool"}]), "tools[0].type"),
        (body(tools=[{**TOOL, "strict": None}]), "tools[0].strict"),
        (body(tools=[{**TOOL, "parameters": {}}]), "object's schema"),
        (body(tools=[{**TOOL, "parameters": {**SCHEMA, "anyOf": []}}]), "no union"),
        (body(reasoning={"effort": "off"}), "reasoning.effort"),
        (body(reasoning={"summary": "long"}), "reasoning.summary"),
        (body(temperature=3), "from 0 to 2"),
        (body(temperature=True), "a number is needed"),
        (body(stream_options={}), "stream_options"),
    ],
)
def test_what_the_vendor_refuses_is_a_problem_that_says_why(bad: JsonObject, said: str) -> None:
    assert said in "; ".join(responses_problems(bad))
