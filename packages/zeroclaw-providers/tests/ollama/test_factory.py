"""The factory of Ollama builds a provider that sends what its settings say."""

from __future__ import annotations

import subprocess
import sys
from typing import ClassVar

import trio

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_api.messages import Item, Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.ollama.factory import OllamaFactory, ollama
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_providers.ollama.settings import OllamaSettings
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets, InMemoryBlobs
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "key-zq81-4411-very-secret"
DONE = b'{"message":{"role":"assistant","content":"hi"},"done_reason":"stop","done":true}\n'


def settings(**changes: object) -> OllamaSettings:
    return OllamaSettings.model_validate({"model": "qwen3:8b", **changes})


def built(chosen: OllamaSettings, http: FakeHttp | None = None) -> OllamaProvider:
    return ollama.build(chosen, ProviderServices(http or FakeHttp(), FixedSecrets()), "home")


async def sent_by(chosen: OllamaSettings) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    await asked(built(chosen, http), Text("hello"))
    (sent,) = http.requests
    return sent


async def asked(provider: OllamaProvider, item: Item) -> None:
    message = Message(MessageId(1), TurnId(1), Role.USER, (item,))
    request = ModelRequest("m", "", (), (message,), max_output_tokens=9)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue


async def body_by(chosen: OllamaSettings) -> JsonObject:
    return parse_json_object((await sent_by(chosen)).body)


class TestOllama(FactoryConformance[OllamaSettings, ProviderServices, OllamaProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.ollama.factory"

    def make(self) -> OllamaFactory:
        return ollama

    def settings(self) -> OllamaSettings:
        return settings(api_key=KEY)

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[OllamaSettings] = ollama
    provider = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(provider, OllamaProvider)
    assert (factory.name, provider.name) == ("ollama", "ollama.home")


def test_its_settings_say_what_the_wiring_reads() -> None:
    read: ModelSettings = settings(max_tokens=9)
    assert (read.model, read.max_tokens, read.price) == ("qwen3:8b", 9, None)


def test_importing_the_factory_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.ollama.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.ollama.factory" in loaded
    assert not loaded & {
        "attrs",
        "trio",
        "zeroclaw_http",
        "zeroclaw_providers.ollama.provider",
        "zeroclaw_providers.ollama.settings",
    }


def test_what_the_model_can_do_is_what_the_settings_say() -> None:
    blind, mute = built(settings()), built(settings(native_tools=False, vision=True))
    assert blind.capabilities == ProviderCapabilities(native_tools=True, vision=False)
    assert mute.capabilities == ProviderCapabilities(native_tools=False, vision=True)


def test_nothing_that_is_built_shows_the_key() -> None:
    provider = built(settings(api_key=KEY))
    assert KEY not in f"{provider!r} {provider} {ollama!r}"


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.url == "http://127.0.0.1:11434/api/chat"
    assert request.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in request.body


async def test_without_a_key_none_is_sent() -> None:
    for none in (None, "", "  "):
        assert "Authorization" not in (await sent_by(settings(api_key=none))).headers


async def test_the_time_limit_reaches_the_request() -> None:
    assert (await sent_by(settings(timeout_secs=7.5))).timeout == 7.5
    assert (await sent_by(settings())).timeout == 300


async def test_the_bytes_of_pictures_come_from_the_blobs_of_the_services() -> None:
    blobs = InMemoryBlobs()
    picture = await blobs.put(b"abc", "image/png", "cat.png")
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    services = ProviderServices(http, FixedSecrets(), blobs=blobs)
    await asked(ollama.build(settings(vision=True), services, "home"), picture)
    assert b'"images":["YWJj"]' in http.requests[0].body


async def test_every_wish_reaches_the_body() -> None:
    wishes = settings(thinking="high", temperature=0.5, context_tokens=8192, keep_alive_secs=60)
    body = await body_by(wishes)
    assert body["options"] == {"num_predict": 9, "num_ctx": 8192, "temperature": 0.5}
    assert (body["think"], body["keep_alive"]) == (True, 60.0)


async def test_what_is_left_out_is_left_to_the_server() -> None:
    body = await body_by(settings())
    assert body["options"] == {"num_predict": 9}
    assert not {"think", "keep_alive"} & body.keys()
