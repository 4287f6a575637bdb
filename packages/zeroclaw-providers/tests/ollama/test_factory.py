"""The factory of Ollama builds a provider that sends what its settings say."""

from __future__ import annotations

from typing import ClassVar

import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.ollama.factory import OllamaFactory, ollama
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_providers.ollama.settings import OllamaSettings
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
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
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest("m", "", (), (message,), max_output_tokens=9)
    with trio.fail_after(5):
        async with built(chosen, http).stream(request) as events:
            async for _event in events:
                continue
    (sent,) = http.requests
    return sent


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


def test_what_the_model_can_do_is_what_the_settings_say() -> None:
    blind, mute = built(settings()), built(settings(native_tools=False, vision=True))
    assert blind.capabilities == ProviderCapabilities(native_tools=True, vision=False)
    assert mute.capabilities == ProviderCapabilities(native_tools=False, vision=True)


async def test_a_server_on_this_machine_is_asked_when_none_is_named() -> None:
    assert (await sent_by(settings())).url == "http://127.0.0.1:11434/api/chat"


async def test_every_wish_reaches_the_body() -> None:
    wishes = settings(thinking="high", temperature=0.5, context_tokens=8192, keep_alive_secs=60)
    body = await body_by(wishes)
    assert body["options"] == {"num_predict": 9, "num_ctx": 8192, "temperature": 0.5}
    assert (body["think"], body["keep_alive"]) == (True, 60.0)


async def test_what_is_left_out_is_left_to_the_server() -> None:
    body = await body_by(settings())
    assert body["options"] == {"num_predict": 9}
    assert not {"think", "keep_alive"} & body.keys()
