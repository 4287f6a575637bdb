"""The judge of Converse requests refuses what AWS refuses, nothing else."""

from __future__ import annotations

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_testing.model_server import converse_problems

USE: JsonObject = {"toolUse": {"toolUseId": "x", "name": "f", "input": {}}}
RESULT: JsonObject = {
    "toolResult": {"toolUseId": "x", "content": [{"text": "1"}], "status": "success"}
}
TOOL: JsonObject = {"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}
TOOLS: JsonObject = {"tools": [TOOL]}


def said(role: str, *content: Json) -> JsonObject:
    return {"role": role, "content": list(content)}


def text(words: str) -> JsonObject:
    return {"text": words}


def body(*messages: Json, **more: Json) -> JsonObject:
    return {"messages": list(messages), **more}


GOOD = body(
    said("user", text("a")),
    said("assistant", {"reasoningContent": {"redactedContent": "AA=="}}, text("b"), USE),
    said("user", RESULT, text("c"), {"cachePoint": {"type": "default"}}),
    toolConfig=TOOLS,
    system=[text("Be brief."), {"cachePoint": {"type": "default"}}],
    inferenceConfig={"maxTokens": 9},
)
ASKED = said("user", text("a"))
CALLED = said("assistant", USE)


def test_a_good_request_has_no_problems() -> None:
    assert converse_problems(GOOD) == ()


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (body(), "at least one message"),
        (body(ASKED, stream=True), "stream: unknown name"),
        (body(ASKED, system=[text(" ")]), "system: the text in a block is blank"),
        (body(said("user", text(""))), "blank"),
        (body(said("user")), "at least one block"),
        (body(said("system", text("a"))), "unknown role"),
        (body(ASKED, ASKED), "roles must alternate"),
        (body(said("assistant", text("a")), ASKED), "the first must be a user's"),
        (body(ASKED, said("assistant", text("b"))), "the last message must be a user's"),
        (body(said("user", USE)), "a block must be one of"),
        (body(said("user", {"text": "a", "cache": 1})), "a block must be one of"),
        (body(said("user", {"image": {"format": "bmp"}})), "format of an image"),
        (body(ASKED, CALLED, said("user", RESULT)), "toolConfig must be defined"),
        (body(ASKED, CALLED, ASKED, toolConfig=TOOLS), "calls without a result: x"),
        (body(ASKED, CALLED, said("user", RESULT, RESULT), toolConfig=TOOLS), "of no call"),
        (body(ASKED, CALLED, said("user", text("a"), RESULT), toolConfig=TOOLS), "come first"),
        (body(said("user", RESULT)), "of no call: 'x'"),
        (body(ASKED, toolConfig={"tools": []}), "at least one tool"),
        (body(ASKED, toolConfig={"tools": [{"toolSpec": {"name": "a.b"}}]}), "no name of a tool"),
        (body(ASKED, toolConfig={"tools": [TOOL, TOOL]}), "two tools have the name"),
    ],
)
def test_each_wrong_request_is_refused_with_its_reason(wrong: JsonObject, problem: str) -> None:
    assert any(problem in each for each in converse_problems(wrong)), converse_problems(wrong)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"toolUseId": "a b"}, "no id of a call"),
        ({"input": "{}"}, "must be an object"),
    ],
)
def test_a_call_must_be_well_formed(changes: JsonObject, problem: str) -> None:
    use: JsonObject = {"toolUseId": "x", "name": "f", "input": {}, **changes}
    wrong = body(ASKED, said("assistant", {"toolUse": use}), said("user", RESULT), toolConfig=TOOLS)
    assert any(problem in each for each in converse_problems(wrong))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"status": "denied"}, "success or error"),
        ({"content": [text("")]}, "in a result: the text in a block is blank"),
        ({"content": [USE]}, "in a result: a block must be one of"),
    ],
)
def test_a_result_must_be_well_formed(changes: JsonObject, problem: str) -> None:
    result: JsonObject = {"toolUseId": "x", "content": [text("1")], **changes}
    wrong = body(ASKED, CALLED, said("user", {"toolResult": result}), toolConfig=TOOLS)
    assert any(problem in each for each in converse_problems(wrong))
