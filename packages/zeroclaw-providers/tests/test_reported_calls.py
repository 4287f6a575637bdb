"""What users reported of tool calls in other programs happens with no protocol here.

As `test_user_reports.py` does, each test names the report, then tests the kind.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pytest
from attrs import evolve
from conversing import ROUNDS, asking, calls_in, inside, message, result_of, texts
from every_wire import (
    HELLO,
    REQUEST,
    WIRES,
    Wire,
    every_wire,
    read,
    served,
)

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Role, ToolCall
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    StreamEvent,
    ToolCallDelta,
)
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_testing import tool_spec
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Frame,
    RecordedRequest,
    Shape,
    calling,
    cut_call,
    interleave,
    saying,
)

USE: Final = Finish(FinishReason.TOOL_USE)


# goose 9287, litellm 5063: a tool without parameters.


def openai_frames(**function: Json) -> list[JsonObject]:
    call: JsonObject = {"index": 0, "id": "x", "type": "function", "function": function}
    choice: JsonObject = {"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}
    return [{"choices": [choice]}]


def anthropic_piece(delta: JsonObject) -> JsonObject:
    return {"type": "content_block_delta", "index": 0, "delta": delta}


def anthropic_frames(*deltas: JsonObject, **block: Json) -> list[JsonObject]:
    started: JsonObject = {"type": "tool_use", "id": "x", "name": "f", **block}
    return [
        {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": {}}},
        {"type": "content_block_start", "index": 0, "content_block": started},
        *map(anthropic_piece, deltas),
        {"type": "content_block_stop", "index": 0},
    ]


def gemini_frames(**call: Json) -> list[JsonObject]:
    part: JsonObject = {"functionCall": {"name": "f", **call}}
    return [{"candidates": [{"content": {"role": "model", "parts": [part]}}]}]


def ollama_frames(**call: Json) -> list[JsonObject]:
    written: JsonObject = {"role": "assistant", "tool_calls": [{"function": {"name": "f", **call}}]}
    return [{"message": written, "done": False}]


WITHOUT_ARGUMENTS: Final[Mapping[str, Sequence[list[JsonObject]]]] = {
    "openai_chat": (
        openai_frames(name="f"),
        openai_frames(name="f", arguments=None),
        openai_frames(name="f", arguments=""),
        openai_frames(name="f", arguments={}),
    ),
    "anthropic_messages": (
        anthropic_frames(),
        anthropic_frames(input=None),
        anthropic_frames({"type": "input_json_delta", "partial_json": ""}, input={}),
    ),
    "gemini": (gemini_frames(), gemini_frames(args=None), gemini_frames(args={})),
    "ollama": (
        ollama_frames(arguments={}),
        ollama_frames(arguments=None),
        ollama_frames(arguments=""),
        ollama_frames(arguments="{}"),
    ),
}


def wired(name: str) -> Wire:
    (wire,) = [each for each in WIRES if each.name == name]
    return wire


@pytest.mark.parametrize(
    ("wire", "frames"),
    [(wired(name), frames) for name, each in WITHOUT_ARGUMENTS.items() for frames in each],
    ids=str,
)
async def test_call_without_arguments_has_none_however_it_is_written(
    wire: Wire, frames: list[JsonObject]
) -> None:
    """Reports goose 9287, litellm 5063: nothing, null, an empty text are an empty object."""
    answer = Completion((*map(Frame, frames), USE))
    async with served(wire, answer) as (provider, _):
        assert calls_in(await read(provider, asking(wire, "f"))) == [("f", {})]


@every_wire
@pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
@pytest.mark.parametrize("text", ["", "{}"])
async def test_call_without_arguments_is_empty_both_ways(
    wire: Wire, shape: Shape, text: str
) -> None:
    """Reports goose 9287, litellm 5063: it comes as an empty object, it goes back as one."""
    answer = evolve(calling(*cut_call(0, "call_1", "f", text)), shape=shape)
    call = ToolCall(CallId(1), "f", {}, "call_1")
    rounds = (HELLO, message(2, Role.ASSISTANT, call), message(3, Role.TOOL, result_of(call)))
    async with served(wire, answer, saying("Yes.")) as (provider, server):
        assert calls_in(await read(provider, asking(wire, "f"))) == [("f", {})]
        assert texts(await read(provider, asking(wire, "f", history=rounds))) == "Yes."
        sent = server.requests[-1].json
    keys = ("arguments", "args", "input")
    (written,) = [
        each[key] for each in inside(sent) if "name" in each for key in keys if key in each
    ]
    assert written in ({}, "{}")


@every_wire
@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "object", "properties": {}}])
async def test_tool_without_parameters_can_be_offered(wire: Wire, schema: JsonObject) -> None:
    """Report goose 9287: no server refuses the list of tools for one that takes nothing."""
    request = evolve(REQUEST, tools=(tool_spec("f", parameters=schema), tool_spec("g")))
    async with served(wire, saying("Yes.")) as (provider, _):
        assert texts(await read(provider, request)) == "Yes."


# pydantic-ai 6759: calls at the same time, cross-wired.

PARALLEL: Final = {
    "f": '{"path":"a","text":"one"}',
    "g": '{"path":"b","text":"two"}',
    "h": '{"path":"c","text":"three"}',
}


def mixed(seed: int) -> list[ToolCallDelta]:
    """The pieces of all calls in an order of chance; those of one call stay in theirs."""
    chance = random.Random(seed)
    calls = [
        list(
            cut_call(
                index, f"call_{index}", name, arguments, sorted(chance.sample(range(1, 20), 3))
            )
        )
        for index, (name, arguments) in enumerate(PARALLEL.items())
    ]
    order = [index for index, pieces in enumerate(calls) for _ in pieces]
    chance.shuffle(order)
    # Calls begin in their order: protocols count them as they come.
    return [*(pieces.pop(0) for pieces in calls), *_by(order, calls)]


def _by(order: list[int], calls: list[list[ToolCallDelta]]) -> Iterator[ToolCallDelta]:
    for index in order:
        if calls[index]:
            yield calls[index].pop(0)


@every_wire
@pytest.mark.parametrize("seed", range(6))
async def test_calls_in_mixed_pieces_keep_their_own_names_and_arguments(
    wire: Wire, seed: int
) -> None:
    """Report pydantic-ai 6759: a piece belongs to the call that it names, not to the last one."""
    async with served(wire, calling(*mixed(seed))) as (provider, _):
        events = await read(provider, asking(wire, *PARALLEL))
    expected = {name: json.loads(arguments) for name, arguments in PARALLEL.items()}
    assert dict(calls_in(events)) == expected


@every_wire
async def test_calls_in_turns_of_pieces_keep_their_order(wire: Wire) -> None:
    """Report pydantic-ai 6759: one piece of each in turn, the way the report has it."""
    pieces = [
        cut_call(index, f"call_{index}", name, arguments, (9, 12))
        for index, (name, arguments) in enumerate(PARALLEL.items())
    ]
    async with served(wire, calling(*interleave(*pieces))) as (provider, _):
        events = await read(provider, asking(wire, *PARALLEL))
    assert [name for name, _ in calls_in(events)] == list(PARALLEL)


@every_wire
async def test_ids_that_a_server_gives_again_are_told_apart(wire: Wire) -> None:
    """Report pydantic-ai 6759: Mantle calls the first call of each answer the same."""
    request = asking(wire, "f", "g", history=ROUNDS)
    async with served(wire, saying("Yes.")) as (provider, server):
        assert texts(await read(provider, request)) == "Yes."
        sent = server.requests[-1].json
    ids = Counter(
        value
        for each in inside(sent)
        for key in ("id", "call_id", "toolUseId", "tool_call_id", "tool_use_id")
        if isinstance(value := each.get(key), str)
    )
    assert list(ids.values()) == [2, 2, 2]


# litellm 12543, openai/codex 8174: names that servers refuse.

NAMES: Final = (
    "mcp.github.create_issue",
    "mcp/github/create_issue",
    "mcp_github_create_issue",
    "files:read",
    "7zip",
    "über prüfen",
    "n" * 64,
    "n" * 65,
    "n" * 150,
    "n" * 149 + ".",
)


def names_offered(request: RecordedRequest) -> list[str]:
    """The names in the list of tools, in its order."""
    body = request.json or {}
    tools = body.get("tools") or body.get("toolConfig")
    found = [each for each in inside(tools) if "name" in each and "description" in each]
    return [str(each["name"]) for each in found]


@every_wire
async def test_name_that_a_server_refuses_goes_there_and_back(wire: Wire) -> None:
    """Reports litellm 12543, openai/codex 8174: every tool can be offered, called, answered."""

    def call_all(request: RecordedRequest) -> Completion:
        names = names_offered(request)
        pieces = [cut_call(n, f"call_{n}", name, "{}")[0] for n, name in enumerate(names)]
        return calling(*pieces)

    calls = [ToolCall(CallId(n), name, {}, f"call_{n}") for n, name in enumerate(NAMES)]
    results = (result_of(call) for call in calls)
    rounds = (HELLO, message(2, Role.ASSISTANT, *calls), message(3, Role.TOOL, *results))
    request = asking(wire, *NAMES)
    async with served(wire, respond=call_all) as (provider, server):
        events = await read(provider, request)
        assert tuple(name for name, _ in calls_in(events)) == NAMES
        await read(provider, asking(wire, *NAMES, history=rounds))
        offered, sent = names_offered(server.requests[-1]), server.requests[-1].json
    assert len(set(offered)) == len(NAMES)
    written = Counter(str(each["name"]) for each in inside(sent) if "name" in each)
    assert all(written[name] >= 2 for name in offered)


# 1155, openclaw 102933, nanobot 5185, opensquilla 985: calls printed as text.

ARGUMENTS: Final[JsonObject] = {"path": "a b", "days": 3}
PARAMETERS: Final[JsonObject] = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "days": {"type": "integer"}},
}


def dsml(bar: str, word: str, *, parts: int = 4) -> str:
    tag = f"{bar}DSML{bar}"
    lines = (
        f'<{tag}{word}>\n<{tag}invoke name="f">\n',
        f'<{tag}parameter name="path" string="true">a b</{tag}parameter>\n',
        f'<{tag}parameter name="days" string="false">3</{tag}parameter>\n',
        f"</{tag}invoke>\n</{tag}{word}>",
    )
    return "".join(lines[:parts])


PRINTED: Final[Mapping[str, tuple[str, str, JsonObject]]] = {
    "minimax": (
        "MiniMax-M2.5",
        (
            '<minimax:tool_call>\n<invoke name="f">\n<parameter name="path">a b</parameter>\n'
            '<parameter name="days">3</parameter>\n</invoke>\n</minimax:tool_call>'
        ),
        ARGUMENTS,
    ),
    "gemma": ("gemma-3-27b", '```tool_code\nprint(f(path="a b", days=3))\n```', ARGUMENTS),
    "llama": ("Llama-3.3-70B", "<function=f></function>", {}),
    "qwen": ("qwen3-coder", "<tool_call>\n<function=f>\n</function>\n</tool_call>", {}),
    **{
        f"dsml {bar} {word}": ("deepseek-v3.2", dsml(bar, word), ARGUMENTS)
        for bar in ("｜", "｜｜", "‖")
        for word in ("tool_calls", "function_calls")
    },
}


def printing(text: str, size: int) -> Completion:
    """An answer of plain text that looks finished, in pieces of so many characters."""
    return saying("I look.\n", *(text[at : at + size] for at in range(0, len(text), size)))


async def read_as_text(
    wire: Wire, model: str, answers: Sequence[Answer]
) -> list[list[StreamEvent]]:
    """What a model that writes its calls as text turns out to say, answer by answer."""
    request = evolve(REQUEST, model=model, tools=(tool_spec("f", parameters=PARAMETERS),))
    async with served(wire, *answers) as (inner, _):
        provider = DialectProvider(inner, teaches=model.startswith("gemma"))
        return [await read(provider, request) for _ in answers]


@every_wire
@pytest.mark.parametrize("printed", PRINTED)
async def test_printed_call_is_a_call_through_every_protocol(wire: Wire, printed: str) -> None:
    """Reports 1155, openclaw 102933, nanobot 5185, opensquilla 985: in whatever pieces it comes."""
    model, text, arguments = PRINTED[printed]
    answers = [printing(text, size) for size in (1, 5, len(text))]
    for events in await read_as_text(wire, model, answers):
        assert texts(events).strip() == "I look."
        assert calls_in(events) == [("f", arguments)]


@every_wire
async def test_printed_call_that_breaks_off_is_neither_shown_nor_run(wire: Wire) -> None:
    """Report opensquilla 985: what looks finished and is not has to be asked for again."""
    broken = [dsml("｜｜", "tool_calls", parts=parts) for parts in (1, 2, 3)]
    answers = [printing(text, 4) for text in broken]
    for events in await read_as_text(wire, "deepseek-v3.2", answers):
        assert texts(events).strip() == "I look."
        with pytest.raises(InvalidJson):
            calls_in(events)
