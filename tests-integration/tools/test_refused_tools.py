"""A tool runs in a real turn though the server of the model refuses tools."""

from __future__ import annotations

from typing import Final

import trio
from attrs import frozen

from zeroclaw_api.events import Done, Event, EventBody, Outcome, ToolFinished
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import Provider
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.dialects.wrapping import with_text_tools
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_runtime import ModelRoute, assemble, open_processes, open_session
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import HttpAnswer, Ollama, saying, serve_model
from zeroclaw_tools import Calculator

SECONDS: Final = 30
MODEL: Final = "scripted-model"
REFUSAL: Final = HttpAnswer(
    400, message=f"registry.ollama.ai/library/{MODEL} does not support tools"
)
CALL: Final = (
    '<tool_call>\n{"name": "calculator", "arguments": {"expression": "12 * 34"}}\n</tool_call>'
)


@frozen
class Settings:
    text_tools: bool


async def turn(provider: Provider) -> list[EventBody]:
    agent = assemble("a", [ModelRoute(provider, MODEL)], system="Be brief.", tools=(Calculator(),))
    bodies: list[EventBody] = []
    async with (
        open_processes() as processes,
        open_session(agent, "s", processes=processes) as session,
        session.subscribe(SubscriberRole.DRIVER) as reader,
    ):
        await session.process(ProcessMessage("12 * 34?", LOCAL_USER, TurnOrigin.INTERACTIVE))
        async for event in reader:
            assert isinstance(event, Event)
            bodies.append(event.body)
            if isinstance(event.body, Done):
                break
    return bodies


async def test_tool_runs_though_the_server_refuses_tools() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(Ollama(),)) as server, HttpClient() as http:
            inner = OllamaProvider(http, server.origin, None, "ollama.home")
            provider = with_text_tools(inner, Settings(text_tools=True))
            server.answer(REFUSAL, saying("I calculate.\n", CALL), saying("It is 408."))
            bodies = await turn(provider)
            requests = [sent.json for sent in server.requests]
    (result,) = [body.outcome for body in bodies if isinstance(body, ToolFinished)]
    assert isinstance(result, ToolResult)
    assert result.status is ResultStatus.SUCCESS
    assert "408" in result.text
    done = bodies[-1]
    assert isinstance(done, Done)
    assert done.outcome is Outcome.ANSWERED
    assert done.final_text.endswith("It is 408.")
    assert [isinstance(body, dict) and "tools" in body for body in requests] == [True, False, False]
    last = requests[-1]
    assert isinstance(last, dict)
    assert isinstance(last["messages"], list)
    told = str(dig(last, "messages", len(last["messages"]) - 1, "content"))
    assert f'<tool_result name="calculator">\n{result.text}' in told


async def test_control_the_turn_fails_where_text_does_not_count() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(Ollama(),)) as server, HttpClient() as http:
            inner = OllamaProvider(http, server.origin, None, "ollama.home")
            server.answer(REFUSAL)
            bodies = await turn(with_text_tools(inner, Settings(text_tools=False)))
    assert isinstance(bodies[-1], Done)
    assert bodies[-1].outcome is Outcome.FAILED
