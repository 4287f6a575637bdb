"""The factory of Codex builds a provider that asks as its settings say."""

from __future__ import annotations

import subprocess
import sys
from typing import ClassVar

import pytest
import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.codex.factory import CodexFactory, codex
from zeroclaw_providers.codex.provider import CodexProvider
from zeroclaw_providers.codex.settings import CodexSettings
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_testing.logins import FixedLogins

KEY = "planted-access-0123"
DONE = b'data: {"type":"response.completed","response":{"status":"completed","output":[]}}\n\n'


def settings(**changes: object) -> CodexSettings:
    return CodexSettings.model_validate({"model": "gpt-5", **changes})


async def sent_by(chosen: CodexSettings, logins: FixedLogins | None) -> list[HttpRequest]:
    """The requests that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _: FakeAnswer(chunks=(DONE,)))
    services = ProviderServices(http, FixedSecrets(), logins=logins)
    provider = codex.build(chosen, services, "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    with trio.fail_after(5):
        request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=9)
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    return http.requests


class TestCodex(FactoryConformance[CodexSettings, ProviderServices, CodexProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.codex.factory"

    def make(self) -> CodexFactory:
        return codex

    def settings(self) -> CodexSettings:
        return settings()

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets(), logins=FixedLogins({"openai": KEY}))


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[CodexSettings] = codex
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert built.name == "codex.home"
    read: ModelSettings = settings()
    assert read.model == "gpt-5"
    assert "ChatGPT" in codex.card.title


async def test_login_is_asked_with_at_the_public_service() -> None:
    [sent] = await sent_by(settings(), FixedLogins({"openai": KEY}))
    assert sent.url == "https://chatgpt.com/backend-api/codex/responses"
    assert sent.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in sent.body


async def test_service_elsewhere_is_asked_where_it_is() -> None:
    chosen = settings(uri="https://gateway.example.com/codex/")
    [sent] = await sent_by(chosen, FixedLogins({"openai": KEY}))
    assert sent.url == "https://gateway.example.com/codex/responses"


async def test_thinking_of_the_alias_reaches_the_model() -> None:
    [sent] = await sent_by(settings(thinking="high"), FixedLogins({"openai": KEY}))
    assert b'"effort":"high"' in sent.body


async def test_without_logins_the_error_says_how_to_log_in() -> None:
    with pytest.raises(CredentialsMissing, match="zeroclaw auth login openai"):
        await sent_by(settings(), None)


def test_endpoint_without_tools_is_said_to_have_none() -> None:
    services = ProviderServices(FakeHttp(), FixedSecrets())
    assert not codex.build(settings(native_tools=False), services, "x").capabilities.native_tools


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.codex.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.codex.factory" in loaded
    assert not loaded & {"attrs", "trio", "zeroclaw_http", "zeroclaw_providers.codex.provider"}
