"""A provider of an endpoint is told by its name, whatever protocol it speaks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from attrs import frozen

from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent
from zeroclaw_providers.endpoint_provider import EndpointProvider


@frozen
class Plain:
    """A style that takes tools, no pictures."""

    provider: str
    native_tools: bool = True
    vision: bool = False


class Brief(EndpointProvider[Plain]):
    """A protocol whose every answer is over at once."""

    @asynccontextmanager
    async def _open(self, _request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async def events() -> AsyncIterator[StreamEvent]:
            yield Finish(FinishReason.STOP)

        yield events()


async def test_protocol_has_only_to_open_an_answer() -> None:
    provider: Provider = Brief(Plain("custom.home"), None)
    hello = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
    with trio.fail_after(5):
        async with provider.stream(ModelRequest("m", "", (), (hello,), 1)) as events:
            assert [event async for event in events] == [Finish(FinishReason.STOP)]
        await provider.aclose()


def test_provider_says_what_its_style_takes() -> None:
    provider = Brief(Plain("custom.home"), None)
    assert (provider.name, repr(provider)) == ("custom.home", "Brief('custom.home')")
    assert provider.capabilities == ProviderCapabilities(native_tools=True, vision=False)
