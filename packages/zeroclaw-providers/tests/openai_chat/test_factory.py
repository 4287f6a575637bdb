"""The factory of custom endpoints builds a provider that sends what its settings say."""

from __future__ import annotations

import json
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Media, Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers import CustomSettings, OpenAIChatProvider
from zeroclaw_providers.openai_chat.factory import CustomFactory, custom
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets, InMemoryBlobs
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "sk-zq81-4411-very-secret"
DONE = b'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


def settings(**changes: object) -> CustomSettings:
    least: dict[str, object] = {"uri": "http://127.0.0.1:8080/v1", "model": "small"}
    return CustomSettings.model_validate(least | changes)


async def sent_by(
    chosen: CustomSettings, *more: Media, blobs: InMemoryBlobs | None = None
) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    services = ProviderServices(http, FixedSecrets(), blobs=blobs)
    provider = custom.build(chosen, services, "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"), *more))
    request = ModelRequest(chosen.model, "Be brief.", (), (message,), max_output_tokens=9)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    (sent,) = http.requests
    return sent


class TestCustom(FactoryConformance[CustomSettings, ProviderServices, OpenAIChatProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.openai_chat.factory"

    def make(self) -> CustomFactory:
        return custom

    def settings(self) -> CustomSettings:
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[CustomSettings] = custom
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, OpenAIChatProvider)


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.url == "http://127.0.0.1:8080/v1/chat/completions"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in request.body


async def test_what_the_section_asks_of_the_model_is_sent() -> None:
    body = json.loads((await sent_by(settings(thinking="high", temperature=0.25))).body)
    assert (body["reasoning_effort"], body["temperature"]) == ("high", 0.25)
    plain = json.loads((await sent_by(settings())).body)
    assert not {"reasoning_effort", "temperature"} & plain.keys()


async def test_instructions_go_where_the_section_says() -> None:
    for merged, roles in ((True, ["user"]), (False, ["system", "user"])):
        request = await sent_by(settings(merge_system_into_user=merged))
        assert [each["role"] for each in json.loads(request.body)["messages"]] == roles


@pytest.mark.parametrize("vision", [True, False])
async def test_a_picture_is_sent_when_the_section_says_that_it_is_seen(vision: bool) -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png")
    request = await sent_by(settings(vision=vision), picture, blobs=blobs)
    assert (b"data:image/png;base64,YWJj" in request.body) is vision
