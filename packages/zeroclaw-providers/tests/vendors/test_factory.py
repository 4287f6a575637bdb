"""Every vendor of the table is asked at its own place, in its own way."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import ClassVar, Final
from urllib.parse import urlsplit

import pytest
import trio
from attrs import evolve, field, frozen

from zeroclaw_api.errors import ProviderRejected
from zeroclaw_api.factory import ProviderFactory, ProviderServices
from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.services import Http, HttpRequest, HttpResponse
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolSpec
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.json_fields import items_of, object_of
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.openai_chat.quirks import PLAIN
from zeroclaw_providers.vendors.azure_settings import AzureSettings
from zeroclaw_providers.vendors.factory import AzureFactory, VendorFactory, families
from zeroclaw_providers.vendors.settings import VendorSettings
from zeroclaw_providers.vendors.table import VENDORS
from zeroclaw_providers.vendors.vendor import KeyForm, Vendor
from zeroclaw_testing import FakeHttp, FixedSecrets
from zeroclaw_testing.kits.factory import FactoryConformance
from zeroclaw_testing.model_server import (
    ModelServer,
    OpenAIChat,
    calling,
    cut_call,
    saying,
    serve_model,
)

KEY: Final = "key-id.secret-half"
LIMIT: Final = 10.0
NOW: Final = 1_900_000_000.25
ROWS: Final = sorted(set(VENDORS) - {"azure"})
TOOL: Final = ToolSpec(
    "time.now", "Tells the time.", {"type": "object"}, Risk.LOW, frozenset({Effect.READ})
)
HELLO: Final = Message(MessageId(1), TurnId(1), Role.USER, (Text("Hello."),))
CALLED: Final = (
    Message(
        MessageId(2), TurnId(1), Role.ASSISTANT, (ToolCall(CallId(1), "time.now", {}, "their_id"),)
    ),
    Message(
        MessageId(3),
        TurnId(1),
        Role.TOOL,
        (ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("noon"),)),),
    ),
)

Judge = Callable[[JsonObject], Iterator[str]]


def messages(body: JsonObject, role: str) -> list[JsonObject]:
    found = [object_of(message) for message in items_of(body.get("messages"))]
    return [message for message in found if message.get("role") == role]


def without_system(body: JsonObject) -> Iterator[str]:
    if messages(body, "system"):
        yield "messages: invalid role: system"


def with_names(body: JsonObject) -> Iterator[str]:
    if any(not message.get("name") for message in messages(body, "tool")):
        yield "messages: 'name' is required"


def with_nine_letters(body: JsonObject) -> Iterator[str]:
    ids = [str(message.get("tool_call_id")) for message in messages(body, "tool")]
    if any(not re.fullmatch(r"[A-Za-z0-9]{9}", wire_id) for wire_id in ids):
        yield "tool call id must be a-z, A-Z, 0-9, with a length of 9"
    if "stream_options" in body:
        yield "stream_options: extra inputs are not permitted"


def with_text(body: JsonObject) -> Iterator[str]:
    if any(message.get("content") is None for message in messages(body, "assistant")):
        yield "messages: content must be a string"


def with_thoughts(body: JsonObject) -> Iterator[str]:
    said = messages(body, "assistant")
    if any(message.get("tool_calls") and not message.get("reasoning_content") for message in said):
        yield "thinking is enabled but reasoning_content is missing"


def with_tool_stream(body: JsonObject) -> Iterator[str]:
    if body.get("tools") and body.get("tool_stream") is not True:
        yield "this judge wants arguments to stream"


def with_new_limit(body: JsonObject) -> Iterator[str]:
    if "max_tokens" in body:
        yield "max_tokens is not supported; use max_completion_tokens"


def with_marks(body: JsonObject) -> Iterator[str]:
    if any("cache_control" not in str(message) for message in messages(body, "system")):
        yield "this judge wants the system message in the cache"


PICKY: Final[dict[str, tuple[Judge, ...]]] = {
    "azure": (with_new_limit,),
    "cerebras": (with_new_limit,),
    "cloudflare": (with_text,),
    "deepseek": (with_thoughts,),
    "glm": (with_tool_stream,),
    "groq": (with_names, with_new_limit),
    "minimax": (without_system,),
    "mistral": (with_nine_letters,),
    "moonshot": (with_thoughts,),
    "openrouter": (with_marks,),
    "zai": (with_tool_stream,),
}
"""What these endpoints refuse, or would do without."""


def without_empty_text(body: JsonObject) -> JsonObject:
    """The body as other endpoints want it, which a judge of theirs is asked about."""
    given = [object_of(message) for message in items_of(body.get("messages"))]
    return {**body, "messages": [{**each, "content": each["content"] or None} for each in given]}


@frozen
class AnyPath(OpenAIChat):
    """The protocol below any root, with judges of its own."""

    judges: tuple[Judge, ...] = field(default=(), kw_only=True)

    def claims(self, method: str, path: str) -> bool:
        return method == "POST" and path.endswith("/chat/completions")

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        own = tuple(problem for judge in self.judges for problem in judge(body))
        usual = without_empty_text(body) if with_text in self.judges else body
        return super().problems(usual) + own


@frozen
class Detour:
    """An `Http` that sends all requests to one server; `asked` are the URLs that were meant."""

    http: Http
    origin: str
    asked: list[str] = field(factory=list)

    def send(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpResponse]:
        self.asked.append(request.url)
        parts = urlsplit(request.url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        return self.http.send(evolve(request, url=self.origin + path))


@frozen
class World:
    """A vendor behind loopback; `detour` is the way there."""

    server: ModelServer
    detour: Detour

    def services(self, **found: str) -> ProviderServices:
        return ProviderServices(self.detour, FixedSecrets(found))

    def header(self, name: str) -> str | None:
        return self.server.requests[-1].header(name)


@asynccontextmanager
async def world(*judges: Judge) -> AsyncIterator[World]:
    dialect = AnyPath(judges=judges)
    async with serve_model(dialects=(dialect,)) as server, HttpClient() as http:
        with trio.fail_after(LIMIT):
            yield World(server, Detour(http, server.origin))


def settings_for(family: str, **changes: object) -> VendorSettings:
    least: dict[str, object] = {"model": "some-model", "native_tools": True}
    if family == "azure":
        least["resource"] = "some"
    return families[family].settings_model().model_validate(least | changes)


def built(vendor: Vendor, settings: VendorSettings, services: ProviderServices) -> Provider:
    if isinstance(settings, AzureSettings):
        return AzureFactory().build(settings, services, "home")
    return VendorFactory(vendor, lambda: NOW).build(settings, services, "home")


async def read(provider: Provider, *more: Message) -> list[StreamEvent]:
    asked = ModelRequest("some-model", "Be brief.", (TOOL,), (HELLO, *more), 100)
    async with provider.stream(asked) as events:
        return [event async for event in events]


def decoded(part: str) -> Json:
    value: Json = json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return value


@pytest.mark.parametrize("family", ROWS)
async def test_a_vendor_takes_a_turn_with_a_tool_call_at_its_own_place(family: str) -> None:
    vendor = VENDORS[family]
    async with world(*PICKY.get(family, ())) as there:
        provider = built(vendor, settings_for(family), there.services(**{vendor.key: KEY}))
        there.server.answer(calling(*cut_call(0, "their_id", "f", "{}")), saying("Noon."))
        called = await read(provider)
        answered = await read(provider, *CALLED)
        assert ToolCallDelta(0, "their_id", "f", "{}") in called
        assert called[-1] == Finish(FinishReason.TOOL_USE, "tool_calls")
        assert answered == [TextDelta("Noon."), Finish(FinishReason.STOP, "stop")]
        assert set(there.detour.asked) == {f"{vendor.url}/chat/completions"}
        shown = there.header("authorization") or ""
        if vendor.key_form is KeyForm.ZHIPU_TOKEN:
            assert KEY not in shown
            assert decoded(shown.split(".")[1]) == {
                "api_key": "key-id",
                "exp": 1_900_000_210_250,
                "timestamp": 1_900_000_000_250,
            }
        else:
            assert shown == f"Bearer {KEY}"
        assert all(there.header(name) == value for name, value in vendor.headers.items())


@pytest.mark.parametrize("family", sorted(PICKY))
async def test_control_without_its_quirks_the_vendor_refuses(family: str) -> None:
    vendor = evolve(VENDORS[family], quirks=PLAIN, quirks_in={})
    async with world(*PICKY[family]) as there:
        services = there.services(**{vendor.key: KEY})
        provider = VendorFactory(vendor).build(settings_for(family), services, "home")
        there.server.answer(saying("Noon."))
        with pytest.raises(ProviderRejected, match="HTTP 400"):
            await read(provider, *CALLED)


async def test_azure_is_asked_at_its_deployment_with_the_key_in_its_header() -> None:
    async with world(*PICKY["azure"]) as there:
        settings = settings_for("azure", deployment="my gpt", api_version="2025-01-01")
        provider = built(VENDORS["azure"], settings, there.services(AZURE_OPENAI_API_KEY=KEY))
        there.server.answer(calling(*cut_call(0, "x", "f", "{}")), saying("Noon."))
        await read(provider)
        assert (await read(provider, *CALLED))[0] == TextDelta("Noon.")
        root = "https://some.openai.azure.com/openai/deployments/my%20gpt"
        assert set(there.detour.asked) == {f"{root}/chat/completions?api-version=2025-01-01"}
        assert there.header("api-key") == KEY
        assert there.header("authorization") is None


EXAMPLE: Final = Vendor("example", "Example", "https://api.example.com/v1", "EXAMPLE_API_KEY")
"""All that a new vendor needs: one row."""


async def test_a_new_vendor_is_one_row() -> None:
    factory: ProviderFactory[VendorSettings] = VendorFactory(EXAMPLE)
    settings = factory.settings_model()(model="some-model")
    async with world() as there:
        provider = factory.build(settings, there.services(EXAMPLE_API_KEY=KEY), "home")
        there.server.answer(saying("Hello."))
        assert await read(provider) == [TextDelta("Hello."), Finish(FinishReason.STOP, "stop")]
        assert there.detour.asked == ["https://api.example.com/v1/chat/completions"]
        assert there.header("authorization") == f"Bearer {KEY}"
        assert provider.name == "example.home"


class TestVendor(FactoryConformance[VendorSettings, ProviderServices, OpenAIChatProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.vendors.factory"

    def make(self) -> VendorFactory:
        return VendorFactory(EXAMPLE)

    def settings(self) -> VendorSettings:
        return VendorSettings(model="m")

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets({"EXAMPLE_API_KEY": KEY}))


class TestAzure(FactoryConformance[AzureSettings, ProviderServices, OpenAIChatProvider]):
    module: ClassVar[str | None] = "zeroclaw_providers.vendors.factory"

    def make(self) -> AzureFactory:
        return AzureFactory()

    def settings(self) -> AzureSettings:
        return AzureSettings(model="m", resource="some")

    def services(self) -> ProviderServices:
        return ProviderServices(FakeHttp(), FixedSecrets({"AZURE_OPENAI_API_KEY": KEY}))


def test_every_row_is_a_family_of_its_name() -> None:
    assert families.keys() == VENDORS.keys()
    assert all(factory.name == name for name, factory in families.items())


def test_importing_the_families_loads_no_provider() -> None:
    script = "import sys, zeroclaw_providers.vendors.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert "zeroclaw_providers.vendors.table" in loaded
    assert not loaded & {"pydantic", "trio", "httpx", "zeroclaw_providers.openai_chat.provider"}
