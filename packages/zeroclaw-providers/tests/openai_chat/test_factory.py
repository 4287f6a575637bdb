"""The factory of custom endpoints builds a provider that sends what its settings say."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import ClassVar

import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers import CustomSettings, OpenAIChatProvider
from zeroclaw_providers.openai_chat.factory import CustomFactory, custom
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "sk-zq81-4411-very-secret"
DONE = b'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


def settings(**changes: object) -> CustomSettings:
    least: dict[str, object] = {"uri": "http://127.0.0.1:8080/v1", "model": "small"}
    return CustomSettings.model_validate(least | changes)


async def sent_by(chosen: CustomSettings) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    provider = custom.build(chosen, ProviderServices(http, FixedSecrets()), "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=9)
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


def test_the_entry_point_leads_to_the_factory() -> None:
    (entry,) = entry_points(group=PROVIDER_GROUP, name="custom")
    assert entry.load() is custom
    assert entry.name == custom.name


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[CustomSettings] = custom
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, OpenAIChatProvider)


def test_its_settings_say_what_the_wiring_reads() -> None:
    read: ModelSettings = settings(max_tokens=9)
    assert (read.model, read.max_tokens, read.price) == ("small", 9, None)


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.openai_chat.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.openai_chat.factory" in loaded
    assert not loaded & {
        "attrs",
        "trio",
        "zeroclaw_http",
        "zeroclaw_providers.openai_chat.provider",
        "zeroclaw_providers.openai_chat.settings",
    }


def test_the_alias_becomes_part_of_the_name() -> None:
    built = custom.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert built.name == "custom.home"
    assert built.capabilities == ProviderCapabilities(native_tools=True, vision=False)


def test_an_endpoint_without_tools_is_said_to_have_none() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    built = custom.build(settings(native_tools=False), services, "home")
    assert not built.capabilities.native_tools


def test_nothing_that_is_built_shows_the_key() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    built = custom.build(settings(api_key=KEY), services, "home")
    assert KEY not in f"{built!r} {built} {custom!r}"


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.url == "http://127.0.0.1:8080/v1/chat/completions"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in request.body


async def test_without_a_key_none_is_sent() -> None:
    for none in (None, "", "  "):
        assert "Authorization" not in (await sent_by(settings(api_key=none))).headers


async def test_the_time_limit_reaches_the_request() -> None:
    assert (await sent_by(settings(timeout_secs=7.5))).timeout == 7.5
    assert (await sent_by(settings())).timeout == 300
