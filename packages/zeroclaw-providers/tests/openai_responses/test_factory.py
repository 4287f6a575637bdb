"""The factories build a provider that sends what its settings say."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
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
    return ResponsesSettings.model_validate({"model": "small", **changes})


def built(chosen: ResponsesSettings) -> ResponsesProvider:
    return openai.build(chosen, ProviderServices(FakeHttp(), FixedSecrets()), "home")


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
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


class TestResponses(TestOpenAI):
    def make(self) -> ResponsesFactory:
        return responses

    def settings(self) -> ResponsesSettings:
        table = {"model": "small", "uri": "http://127.0.0.1:8080/v1"}
        return ResponsesServerSettings.model_validate(table)


def test_both_are_what_the_wiring_calls_a_provider_factory() -> None:
    factories: list[ProviderFactory[ResponsesSettings]] = [openai, responses]
    assert [factory.name for factory in factories] == ["openai", "responses"]


def test_their_settings_say_what_the_wiring_reads() -> None:
    read: ModelSettings = settings(max_tokens=9)
    assert (read.model, read.max_tokens, read.price) == ("small", 9, None)


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.openai_responses.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.openai_responses.factory" in loaded
    assert not loaded & {"attrs", "trio", "zeroclaw_providers.openai_responses.provider"}


def test_the_alias_becomes_part_of_the_name() -> None:
    assert built(settings()).name == "openai.home"
    assert built(settings()).capabilities == ProviderCapabilities(native_tools=True, vision=False)
    assert not built(settings(native_tools=False)).capabilities.native_tools


def test_nothing_that_is_built_shows_the_key() -> None:
    provider = built(settings(api_key=KEY))
    assert KEY not in f"{provider!r} {provider} {openai!r}"


async def test_a_vendor_is_asked_at_its_address_unless_another_is_given() -> None:
    vendor = ResponsesFactory("some", "https://api.example.com/v1")
    assert (await sent_by(settings(), vendor)).url == "https://api.example.com/v1/responses"
    other = settings(uri="http://127.0.0.1:8080/v1")
    assert (await sent_by(other, vendor)).url == "http://127.0.0.1:8080/v1/responses"
    assert (await sent_by(settings())).url.endswith("openai.com/v1/responses")


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in request.body
    assert "Authorization" not in (await sent_by(settings())).headers


async def test_the_time_limit_reaches_the_request() -> None:
    assert (await sent_by(settings(timeout_secs=7.5))).timeout == 7.5
    assert (await sent_by(settings())).timeout == 300


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
