"""The factory of Copilot builds a provider that asks as its settings say."""

from __future__ import annotations

import subprocess
import sys
from typing import ClassVar

import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.copilot.factory import CopilotFactory, copilot
from zeroclaw_providers.copilot.provider import CopilotProvider
from zeroclaw_providers.copilot.settings import CopilotSettings
from zeroclaw_providers.extra_headers import with_extra_headers
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_testing.logins import FixedLogins

KEY = "planted-gh-key-0123"
DONE = b'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\n'


def settings(**changes: object) -> CopilotSettings:
    return CopilotSettings.model_validate({"model": "gpt-4.1", **changes})


def answer(request: HttpRequest) -> FakeAnswer:
    if request.method == "GET":
        return FakeAnswer(chunks=(b'{"token":"short","refresh_in":1500}',))
    return FakeAnswer(chunks=(DONE, b"data: [DONE]\n\n"))


async def sent_by(chosen: CopilotSettings, logins: FixedLogins | None) -> list[HttpRequest]:
    """The requests that a provider of these settings makes for a word."""
    http = FakeHttp(handler=answer)
    services = with_extra_headers(ProviderServices(http, FixedSecrets(), logins=logins), chosen)
    provider = copilot.build(chosen, services, "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    with trio.fail_after(5):
        request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=9)
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    return http.requests


class TestCopilot(FactoryConformance[CopilotSettings, ProviderServices, CopilotProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.copilot.factory"

    def make(self) -> CopilotFactory:
        return copilot

    def settings(self) -> CopilotSettings:
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[CopilotSettings] = copilot
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert built.name == "copilot.home"
    read: ModelSettings = settings(max_tokens=9)
    assert (read.model, read.max_tokens) == ("gpt-4.1", 9)


async def test_login_is_exchanged_at_github_then_asked_at_copilot() -> None:
    exchange, chat = await sent_by(settings(), FixedLogins({"copilot": KEY}))
    assert exchange.url == "https://api.github.com/copilot_internal/v2/token"
    assert exchange.headers["Authorization"] == f"token {KEY}"
    assert chat.url == "https://api.githubcopilot.com/chat/completions"
    assert chat.headers["Authorization"] == "Bearer short"
    assert KEY.encode() not in chat.body


async def test_key_of_the_alias_goes_to_the_api_of_a_company() -> None:
    chosen = settings(api_key=f" {KEY}\n", uri="https://api.github.example.com/")
    exchange, _ = await sent_by(chosen, None)
    assert exchange.url == "https://api.github.example.com/copilot_internal/v2/token"
    assert exchange.headers["Authorization"] == f"token {KEY}"


async def test_extra_headers_are_not_shown_to_whoever_exchanges_the_key() -> None:
    exchange, chat = await sent_by(settings(api_key=KEY, extra_headers={"X-Team": "red"}), None)
    assert ("X-Team" in exchange.headers, chat.headers["X-Team"]) == (False, "red")


async def test_options_of_the_alias_reach_the_model() -> None:
    _, chat = await sent_by(settings(api_key=KEY, temperature=0.5), None)
    assert b'"temperature":0.5' in chat.body


def test_endpoint_without_tools_is_said_to_have_none() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    assert not copilot.build(settings(native_tools=False), services, "x").capabilities.native_tools


def test_nothing_that_is_built_shows_the_key() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    built = copilot.build(settings(api_key=KEY), services, "home")
    assert KEY not in f"{built!r} {built} {copilot!r}"


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.copilot.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.copilot.factory" in loaded
    assert not loaded & {"attrs", "trio", "zeroclaw_http", "zeroclaw_providers.copilot.provider"}
