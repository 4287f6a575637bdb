"""Tests of the judgement over requests for messages."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import message_problems

TEXT: JsonObject = {"type": "text", "text": "hi"}
CALL: JsonObject = {"type": "tool_use", "id": "a", "name": "look", "input": {}}
RESULT: JsonObject = {"type": "tool_result", "tool_use_id": "a", "content": "done"}
THOUGHT: JsonObject = {"type": "thinking", "thinking": "hm", "signature": "s"}
HIDDEN: JsonObject = {"type": "redacted_thinking", "data": "x"}
SEARCH: JsonObject = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
TOOL: JsonObject = {"name": "look", "description": "Looks.", "input_schema": {"type": "object"}}
ENABLED: JsonObject = {"type": "enabled", "budget_tokens": 1024}
MARK: JsonObject = {"type": "ephemeral"}


def user(*blocks: Json) -> JsonObject:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Json) -> JsonObject:
    return {"role": "assistant", "content": list(blocks)}


HELLO = user(TEXT)


def body(*messages: Json, **fields: Json) -> JsonObject:
    return {"model": "m", "max_tokens": 4096, "messages": list(messages or (HELLO,)), **fields}


@pytest.mark.parametrize(
    "fine",
    [
        body(),
        body({"role": "user", "content": "hi"}, system="Be brief.", stream=True),
        body(HELLO, assistant(TEXT, CALL), user(RESULT, TEXT), tools=[TOOL]),
        body(HELLO, assistant(THOUGHT, HIDDEN, CALL), user(RESULT), tools=[TOOL], thinking=ENABLED),
        body(HELLO, assistant(THOUGHT, TEXT), HELLO, thinking=ENABLED, top_p=0.97),
        body(HELLO, assistant(TEXT), HELLO, thinking=ENABLED, temperature=1),
        body(HELLO, assistant(TEXT, SEARCH)),
        body(HELLO, assistant(SEARCH, TEXT)),
        body(tools=[{"type": "web_search_20250305", "name": "web_search"}]),
        body(tools=[TOOL], tool_choice={"type": "any"}),
        body(tools=[{**TOOL, "cache_control": MARK}], system=[{**TEXT, "cache_control": MARK}]),
        body(
            HELLO,
            assistant({**CALL, "input": {"cache_control": MARK}}),
            user({**RESULT, "content": [TEXT], "is_error": True}),
            tools=[TOOL],
        ),
    ],
)
def test_what_the_vendor_takes_has_no_problem(fine: JsonObject) -> None:
    assert message_problems(fine) == ()


MARKED = {**TEXT, "cache_control": MARK}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (body(model=""), "model"),
        (body(max_tokens=0), "max_tokens"),
        (body(max_tokens=None), "max_tokens"),
        (body(stream="yes"), "stream"),
        (body(system=[{"type": "text", "text": " "}]), "system"),
        (body(messages=[]), "at least one message"),
        (body("hello"), "messages.0.role"),
        (body({"role": "system", "content": "x"}), "should be user or assistant"),
        (body(assistant(TEXT), HELLO), "roles must alternate"),
        (body(HELLO, HELLO), "messages.1.role: roles must alternate"),
        (body(HELLO, assistant(TEXT)), "must end with a user message"),
        (body(HELLO, assistant(CALL), tools=[TOOL]), "without tool_result"),
        (body(user()), "at least one block"),
        (body(user("hello")), "must be an object"),
        (body(user({"type": "text", "text": " \n"})), "must not be blank"),
        (body(user({"type": "hologram"})), "unknown type"),
        (body(user({"type": "image", "source": {}})), "no source"),
        (body(user(CALL)), "neither thoughts nor calls"),
        (body(HELLO, assistant(CALL), HELLO, tools=[TOOL]), "without tool_result"),
        (body(HELLO, assistant(CALL), user(TEXT, RESULT), tools=[TOOL]), "must come first"),
        (body(HELLO, assistant(CALL), user(RESULT, RESULT), tools=[TOOL]), "has id 'a'"),
        (body(user(RESULT), tools=[TOOL]), "has id 'a'"),
        (body(HELLO, assistant(CALL, CALL), user(RESULT), tools=[TOOL]), "must be unique"),
        (body(HELLO, assistant(CALL), user(RESULT)), "must define tools"),
        (body(HELLO, assistant({**CALL, "id": "a:1"}), tools=[TOOL]), "id should match"),
        (body(HELLO, assistant({**CALL, "name": "a.b"}), tools=[TOOL]), "name should match"),
        (body(HELLO, assistant({**CALL, "input": None}), tools=[TOOL]), "input should be"),
        (body(HELLO, assistant({**CALL, "index": 1}), tools=[TOOL]), "extra inputs"),
        (body(HELLO, assistant(RESULT), HELLO, tools=[TOOL]), "belong to a user"),
        (body(HELLO, assistant(TEXT, THOUGHT), HELLO), "cannot be thinking"),
        (body(HELLO, assistant({**THOUGHT, "signature": None}, TEXT), HELLO), "signature"),
        (body(HELLO, assistant({**HIDDEN, "data": 1}, TEXT), HELLO), "data is needed"),
        (body(HELLO, assistant({**THOUGHT, "cache_control": MARK}, TEXT), HELLO), "cannot be set"),
        (
            body(HELLO, assistant(CALL), user({**RESULT, "content": [{"type": "text"}]})),
            "not blank",
        ),
        (
            body(HELLO, assistant(CALL), user({**RESULT, "content": "", "is_error": True})),
            "when is_error",
        ),
        (body(user(*[MARKED] * 5)), "5 blocks have it"),
        (body(tools={}), "a list is needed"),
        (body(tools=[TOOL, TOOL]), "names must be unique"),
        (body(tools=[{**TOOL, "name": "a.b"}]), "tools.0.name"),
        (body(tools=[{**TOOL, "input_schema": {}}]), "input_schema.type"),
        (body(tools=[{**TOOL, "input_schema": {"type": "object", "anyOf": []}}]), "no union"),
        (body(tool_choice={"type": "auto"}), "only be given with tools"),
        (body(thinking={"type": "enabled", "budget_tokens": 9}), "at least 1024"),
        (body(thinking=ENABLED, max_tokens=1024), "greater than"),
        (body(thinking=ENABLED, temperature=0.5), "temperature"),
        (body(thinking={"type": "adaptive"}, top_k=3), "top_k"),
        (body(thinking=ENABLED, top_p=0.5), "top_p"),
        (body(thinking=ENABLED, tools=[TOOL], tool_choice={"type": "any"}), "forces tool use"),
        (
            body(HELLO, assistant(CALL), user(RESULT), tools=[TOOL], thinking=ENABLED),
            "expected thinking",
        ),
    ],
)
def test_what_the_vendor_refuses_is_a_problem_that_says_why(bad: JsonObject, said: str) -> None:
    assert said in "; ".join(message_problems(bad))
