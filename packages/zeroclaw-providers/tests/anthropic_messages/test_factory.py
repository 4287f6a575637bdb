"""The factory of Anthropic endpoints builds a provider that sends what its settings say."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
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


def test_the_entry_point_leads_to_the_factory() -> None:
    (entry,) = entry_points(group=PROVIDER_GROUP, name="anthropic")
    assert entry.load() is anthropic
    assert entry.name == anthropic.name


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[AnthropicSettings] = anthropic
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, AnthropicProvider)


def test_its_settings_say_what_the_wiring_reads() -> None:
    read: ModelSettings = settings(max_tokens=9)
    assert (read.model, read.max_tokens, read.price) == ("small", 9, None)


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.anthropic_messages.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.anthropic_messages.factory" in loaded
    assert not loaded & {
        "attrs",
        "trio",
        "zeroclaw_http",
        "zeroclaw_providers.anthropic_messages.provider",
        "zeroclaw_providers.anthropic_messages.settings",
    }


def test_the_alias_becomes_part_of_the_name() -> None:
    built = anthropic.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert built.name == "anthropic.home"
    assert built.capabilities == ProviderCapabilities(native_tools=True, vision=False)


def test_an_endpoint_without_tools_is_said_to_have_none() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    built = anthropic.build(settings(native_tools=False), services, "home")
    assert not built.capabilities.native_tools


def test_nothing_that_is_built_shows_the_key() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    built = anthropic.build(settings(api_key=KEY), services, "home")
    assert KEY not in f"{built!r} {built} {anthropic!r}"


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


async def test_without_a_key_none_is_sent() -> None:
    for none in (None, "", "  "):
        headers = (await sent_by(settings(api_key=none))).headers
        assert not {"Authorization", "x-api-key"} & headers.keys()


async def test_the_time_limit_reaches_the_request() -> None:
    assert (await sent_by(settings(timeout_secs=7.5))).timeout == 7.5
    assert (await sent_by(settings())).timeout == 90


@pytest.mark.parametrize(
    ("changes", "sent", "absent"),
    [
        ({"thinking": "adaptive"}, b'"thinking":{"type":"adaptive"}', b"budget"),
        ({"thinking": 1024}, b'"thinking":{"type":"enabled","budget_tokens":1024}', b"adaptive"),
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
