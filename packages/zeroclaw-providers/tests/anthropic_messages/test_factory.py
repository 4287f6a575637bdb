"""The factory of Anthropic endpoints builds a provider that sends what its settings say."""

from __future__ import annotations

from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.anthropic_messages.factory import AnthropicFactory, anthropic
from zeroclaw_providers.anthropic_messages.provider import AnthropicProvider
from zeroclaw_providers.anthropic_messages.settings import AnthropicSettings
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "sk-ant-zq81-4411-very-secret"
BODY = (
    b'data: {"type":"message_start","message":{}}\n\n'
    b'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}\n\n'
    b'data: {"type":"message_stop"}\n\n'
)


def settings(**changes: object) -> AnthropicSettings:
    least: dict[str, object] = {"uri": "http://127.0.0.1:8080", "model": "small"}
    return AnthropicSettings.model_validate(least | changes)


async def sent_by(chosen: AnthropicSettings) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(BODY,)))
    provider = anthropic.build(chosen, ProviderServices(http, FixedSecrets()), "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=4096)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    (sent,) = http.requests
    return sent


class TestCustom(FactoryConformance[AnthropicSettings, ProviderServices, AnthropicProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.anthropic_messages.factory"

    def make(self) -> AnthropicFactory:
        return anthropic

    def settings(self) -> AnthropicSettings:
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[AnthropicSettings] = anthropic
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, AnthropicProvider)


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.url == "http://127.0.0.1:8080/v1/messages"
    assert request.headers["x-api-key"] == KEY
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert not {"Authorization", "anthropic-beta"} & request.headers.keys()
    assert KEY.encode() not in request.body


async def test_a_token_of_a_person_is_no_key() -> None:
    token = "sk-ant-oat01-secret"
    headers = (await sent_by(settings(api_key=token))).headers
    assert headers["Authorization"] == f"Bearer {token}"
    assert headers["anthropic-beta"] == "oauth-2025-04-20"
    assert "x-api-key" not in headers


@pytest.mark.parametrize(
    ("changes", "sent", "absent"),
    [
        ({"thinking": "low", "model": "claude-opus-4-7"}, b'"effort":"low"', b"budget"),
        ({"thinking": "low"}, b'"thinking":{"type":"enabled","budget_tokens":2048}', b"adaptive"),
        ({"thinking": "off"}, b'"thinking":{"type":"disabled"}', b"budget"),
        ({"temperature": 0.5}, b'"temperature":0.5', b"thinking"),
        ({}, b'"cache_control":{"type":"ephemeral"}', b'"thinking"'),
        ({"prompt_cache": "1h"}, b'"cache_control":{"type":"ephemeral","ttl":"1h"}', b'"5m"'),
        ({"prompt_cache": "off"}, b'"stream":true', b"cache_control"),
    ],
)
async def test_each_setting_shapes_the_request(
    changes: dict[str, object], sent: bytes, absent: bytes
) -> None:
    body = (await sent_by(settings(**changes))).body
    assert sent in body
    assert absent not in body
