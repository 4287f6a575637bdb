"""The factories build a provider that sends what its settings say."""

from __future__ import annotations

import json
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.openai_responses.factory import ResponsesFactory, openai, responses
from zeroclaw_providers.openai_responses.provider import ResponsesProvider
from zeroclaw_providers.openai_responses.settings import (
    ResponsesServerSettings,
    ResponsesSettings,
)
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "sk-zq81-4411-very-secret"
DONE = b'data: {"type":"response.completed","response":{"status":"completed"}}\n\n'


def settings(**changes: object) -> ResponsesSettings:
    return ResponsesSettings.model_validate({"model": "small", "api_key": KEY, **changes})


def server_settings(**changes: object) -> ResponsesServerSettings:
    table = {"model": "small", "uri": "http://127.0.0.1:8080/v1", **changes}
    return ResponsesServerSettings.model_validate(table)


async def sent_by(chosen: ResponsesSettings, factory: ResponsesFactory = openai) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    provider = factory.build(chosen, ProviderServices(http, FixedSecrets()), "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=99)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    (sent,) = http.requests
    return sent


class TestOpenAI(FactoryConformance[ResponsesSettings, ProviderServices, ResponsesProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.openai_responses.factory"

    def make(self) -> ResponsesFactory:
        return openai

    def settings(self) -> ResponsesSettings:
        return settings()

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


class TestResponses(TestOpenAI):
    def make(self) -> ResponsesFactory:
        return responses

    def settings(self) -> ResponsesSettings:
        return server_settings()


def test_both_are_what_the_wiring_calls_a_provider_factory() -> None:
    factories: list[ProviderFactory[ResponsesSettings]] = [openai, responses]
    assert [factory.name for factory in factories] == ["openai", "responses"]


@pytest.mark.parametrize(
    ("factory", "chosen", "sees"),
    [
        (openai, settings(), True),
        (openai, settings(vision=False), False),
        (responses, server_settings(), False),
        (responses, server_settings(vision=True), True),
    ],
)
def test_the_vendor_is_sent_pictures_unless_told_otherwise(
    factory: ResponsesFactory, chosen: ResponsesSettings, sees: bool
) -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    assert factory.build(chosen, services, "home").capabilities.vision is sees


async def test_a_vendor_is_asked_at_its_address_unless_another_is_given() -> None:
    vendor = ResponsesFactory("some", "https://api.example.com/v1")
    assert (await sent_by(settings(), vendor)).url == "https://api.example.com/v1/responses"
    other = settings(uri="http://127.0.0.1:8080/v1")
    assert (await sent_by(other, vendor)).url == "http://127.0.0.1:8080/v1/responses"
    assert (await sent_by(settings())).url.endswith("openai.com/v1/responses")


@pytest.mark.parametrize(
    ("table", "field", "expected"),
    [
        ({"thinking": "high"}, "reasoning", {"effort": "high", "summary": "auto"}),
        ({"thinking": "off"}, "reasoning", {"effort": "none"}),
        ({}, "reasoning", None),
        ({"temperature": 0.5}, "temperature", 0.5),
        ({}, "temperature", None),
    ],
)
async def test_what_is_asked_of_the_model_reaches_the_request(
    table: dict[str, object], field: str, expected: object
) -> None:
    assert json.loads((await sent_by(settings(**table))).body).get(field) == expected
