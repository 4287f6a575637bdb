"""The bundled model sees the tools, sees what was called, can call one itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import TypeAlias

import pytest
import trio

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.processes import ResidentPrograms
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.stream import StreamEvent, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_api.usage import Usage
from zeroclaw_http import HttpClient
from zeroclaw_providers.local.bundled import BUNDLED_MODEL
from zeroclaw_providers.local.provider import LocalModel, LocalProvider

SECONDS = 60
READ = ToolSpec(
    "file_read",
    "Read a file of the workspace.",
    {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    Risk.LOW,
    frozenset({Effect.READ}),
    time_limit=timedelta(seconds=10),
)

OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[ResidentPrograms]]


def history() -> tuple[Message, ...]:
    """Three files were read by calls; a fourth is asked for."""
    said: list[Message] = []

    def add(role: Role, *items: Text | ToolCall | ToolResult) -> None:
        said.append(Message(MessageId(len(said) + 1), TurnId(1), role, items))

    for number, name in enumerate(("b.txt", "c.txt", "d.txt")):
        call = ToolCall(CallId(number), READ.name, {"path": name})
        add(Role.USER, Text(f"Read the file {name}"))
        add(Role.ASSISTANT, call)
        add(Role.TOOL, ToolResult(call.id, ResultStatus.SUCCESS, (Text("hello"),)))
        add(Role.ASSISTANT, Text("It says hello."))
    add(Role.USER, Text("Read the file e.txt"))
    return tuple(said)


async def answer(
    open_children: OpenChildren,
    messages: tuple[Message, ...],
    max_tokens: int,
    *,
    native_tools: bool,
) -> list[StreamEvent]:
    params: JsonObject = {"temperature": 0}
    asked = ModelRequest(
        BUNDLED_MODEL, "You call tools.", (READ,), messages, max_tokens, params=params
    )
    async with open_children() as children, HttpClient() as http:
        model = LocalModel(native_tools=native_tools)
        provider = LocalProvider(http, children, "local.home", model)
        async with provider.stream(asked) as events:
            return [event async for event in events]


def input_tokens(events: list[StreamEvent]) -> int:
    return max(e.input_tokens or 0 for e in events if isinstance(e, Usage))


@pytest.mark.usefixtures("real_model")
async def test_real_model_that_saw_calls_makes_one(open_children: OpenChildren) -> None:
    with trio.fail_after(SECONDS):
        events = await answer(open_children, history(), 60, native_tools=True)
    calls = [event for event in events if isinstance(event, ToolCallDelta)]
    assert "".join(call.name or "" for call in calls) == READ.name
    assert json.loads("".join(call.args_fragment for call in calls)) == {"path": "e.txt"}


@pytest.mark.usefixtures("real_model")
async def test_tools_are_part_of_the_prompt_when_asked(open_children: OpenChildren) -> None:
    hello = (history()[0],)
    with trio.fail_after(SECONDS):
        without = await answer(open_children, hello, 4, native_tools=False)
        with_tools = await answer(open_children, hello, 4, native_tools=True)
    assert input_tokens(with_tools) > input_tokens(without) + len(READ.description.split())
