"""The factory of Gemini builds a provider that sends what its settings say."""

from __future__ import annotations

from typing import ClassVar

import trio

from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import HttpRequest
from zeroclaw_providers.gemini.factory import GeminiFactory, gemini
from zeroclaw_providers.gemini.provider import GeminiProvider
from zeroclaw_providers.gemini.settings import GeminiSettings
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.kits.factory import FactoryConformance

KEY = "AIza-zq81-4411-very-secret"
DONE = (
    b'data: {"candidates": [{"content": {"parts": [{"text": "hi"}],"role": "model"},'
    b'"finishReason": "STOP","index": 0}]}\r\n\r\n'
)


def settings(**changes: object) -> GeminiSettings:
    least: dict[str, object] = {"model": "gemini-2.5-flash", "api_key": KEY}
    return GeminiSettings.model_validate(least | changes)


async def sent_by(chosen: GeminiSettings) -> HttpRequest:
    """The one request that a provider of these settings makes for a word."""
    http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=(DONE,)))
    provider = gemini.build(chosen, ProviderServices(http, FixedSecrets()), "home")
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text("hello"),))
    request = ModelRequest(chosen.model, "", (), (message,), max_output_tokens=9)
    with trio.fail_after(5):
        async with provider.stream(request) as events:
            async for _event in events:
                continue
    (sent,) = http.requests
    return sent


class TestGemini(FactoryConformance[GeminiSettings, ProviderServices, GeminiProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.gemini.factory"

    def make(self) -> GeminiFactory:
        return gemini

    def settings(self) -> GeminiSettings:
        return settings()

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets())


def test_it_is_what_the_wiring_calls_a_provider_factory() -> None:
    factory: ProviderFactory[GeminiSettings] = gemini
    built = factory.build(settings(), ProviderServices(FakeHttp(), FixedSecrets()), "home")
    assert isinstance(built, GeminiProvider)
    assert built.name == "gemini.home"


async def test_the_key_goes_into_the_header_only() -> None:
    request = await sent_by(settings(api_key=f" {KEY}\n"))
    assert request.url == (
        "https://generativelanguage.googleapis.com/v1beta"
        "/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
    )
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY.encode() not in request.body


async def test_thinking_is_asked_for_only_when_it_is_to_be_shown() -> None:
    shown = parse_json_object((await sent_by(settings(show_thinking=True))).body)
    assert dig(shown, "generationConfig", "thinkingConfig", "includeThoughts") is True
    assert b"thinkingConfig" not in (await sent_by(settings())).body


async def test_the_options_reach_the_request() -> None:
    body = (await sent_by(settings(thinking="off", temperature=0.5))).body
    assert b'"temperature":0.5' in body
    assert b'"thinkingConfig":{"thinkingBudget":0}' in body
