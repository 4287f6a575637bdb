"""What every factory of an endpoint does alike, whatever protocol it is for."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from typing import TypeAlias, cast

import pytest
import trio
from attrs import field, frozen

from zeroclaw_api.factory import ModelSettings, ProviderFactory, ProviderServices
from zeroclaw_api.groups import PROVIDER_GROUP
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Item, Message, Role, Text
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.services import HttpRequest
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_providers.anthropic_messages.factory import anthropic
from zeroclaw_providers.bedrock.factory import bedrock
from zeroclaw_providers.errors import KeyMissing
from zeroclaw_providers.family_settings import FamilySettings
from zeroclaw_providers.gemini.factory import gemini
from zeroclaw_providers.ollama.factory import ollama
from zeroclaw_providers.openai_chat.factory import custom
from zeroclaw_providers.openai_responses.factory import openai
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets, InMemoryBlobs
from zeroclaw_testing.model_server import (
    AnthropicMessages,
    Bedrock,
    Completion,
    Dialect,
    Gemini,
    ModelCall,
    Ollama,
    OpenAIChat,
    OpenAIResponses,
)

KEY = "sk-zq81-4411-very-secret"
ELSEWHERE = "http://127.0.0.1:8080/v1"
Building: TypeAlias = ProviderFactory[FamilySettings]


@frozen
class Family:
    """A factory with what is its own: all that a new one has to add here.

    `room` is where its modules are. `header` has the key, after `before` it. `idle` is the time
    limit in seconds when the settings name none; `least` are keys that it cannot do without,
    `sight` those with which it sends pictures. `variable` is what has the key of the vendor whose
    own endpoint is below `root`; `signs` says that it has other ways than a key.
    """

    factory: Building
    room: str
    dialect: Dialect
    header: str = "Authorization"
    before: str = "Bearer "
    idle: float = 300
    least: dict[str, object] = field(factory=dict, hash=False)
    sight: dict[str, object] = field(factory=dict, hash=False)
    variable: str = ""
    root: str = ""
    signs: bool = False

    def __str__(self) -> str:
        return self.factory.name

    def settings(self, **changes: object) -> FamilySettings:
        model = self.factory.settings_model()
        return model.model_validate({"model": "small", "api_key": KEY, **self.least, **changes})

    def built(self, services: ProviderServices | None = None, **changes: object) -> Provider:
        given = services or ProviderServices(FakeHttp(), FixedSecrets())
        return self.factory.build(self.settings(**changes), given, "home")

    async def sent(
        self,
        item: Item = Text("hello"),
        secrets: FixedSecrets = FixedSecrets(),
        **changes: object,
    ) -> HttpRequest:
        """The one request that its provider makes for a word, or for a picture."""
        answer = Completion((TextDelta("hi"), Finish(FinishReason.STOP)))
        encoder = self.dialect.encoder(answer, ModelCall("m", stream=True, usage_wanted=True))
        events = (encoder.event(TextDelta("hi")), encoder.event(Finish(FinishReason.STOP)))
        body = (*events, encoder.end())
        http = FakeHttp(handler=lambda _request: FakeAnswer(chunks=body))
        blobs = InMemoryBlobs()
        await blobs.put(b"abc", "image/png", "cat.png")
        message = Message(MessageId(1), TurnId(1), Role.USER, (item,))
        request = ModelRequest("small", "", (), (message,), max_output_tokens=9)
        provider = self.built(ProviderServices(http, secrets, blobs=blobs), **changes)
        with trio.fail_after(5):
            async with provider.stream(request) as stream:
                async for _event in stream:
                    continue
        (sent,) = http.requests
        return sent


FAMILIES = (
    Family(
        cast("Building", anthropic),
        "anthropic_messages",
        AnthropicMessages(),
        header="x-api-key",
        before="",
        idle=90,
        variable="ANTHROPIC_API_KEY",
        root="https://api.anthropic.com/",
    ),
    Family(cast("Building", bedrock), "bedrock", Bedrock(), signs=True),
    Family(
        cast("Building", custom),
        "openai_chat",
        OpenAIChat(),
        least={"uri": ELSEWHERE},
        sight={"vision": True},
    ),
    Family(
        cast("Building", gemini),
        "gemini",
        Gemini(),
        header="x-goog-api-key",
        before="",
        variable="GEMINI_API_KEY",
        root="https://generativelanguage.googleapis.com/v1beta/",
    ),
    Family(cast("Building", ollama), "ollama", Ollama(), sight={"vision": True}),
    Family(
        cast("Building", openai),
        "openai_responses",
        OpenAIResponses(),
        variable="OPENAI_API_KEY",
        root="https://api.openai.com/v1/",
    ),
)
"""One row for each factory."""

every_family = pytest.mark.parametrize("family", FAMILIES, ids=str)


@every_family
def test_the_entry_point_leads_to_the_factory(family: Family) -> None:
    (entry,) = entry_points(group=PROVIDER_GROUP, name=family.factory.name)
    assert entry.load() is family.factory


@every_family
def test_importing_the_factory_loads_no_provider(family: Family) -> None:
    room = f"zeroclaw_providers.{family.room}"
    script = f"import sys, {room}.factory; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=20
    )
    loaded = set(done.stdout.split())
    assert f"{room}.factory" in loaded
    heavy = {"attrs", "trio", "zeroclaw_http", f"{room}.provider", f"{room}.settings"}
    assert not loaded & heavy


@every_family
def test_its_settings_say_what_the_wiring_reads(family: Family) -> None:
    read: ModelSettings = family.settings(max_tokens=9)
    assert (read.model, read.max_tokens, read.price) == ("small", 9, None)


@every_family
def test_the_alias_becomes_part_of_the_name(family: Family) -> None:
    assert family.built().name == f"{family.factory.name}.home"


@every_family
def test_an_endpoint_without_tools_is_said_to_have_none(family: Family) -> None:
    assert family.built().capabilities.native_tools
    without = family.built(native_tools=False).capabilities
    assert without == ProviderCapabilities(native_tools=False, vision=without.vision)


@every_family
def test_nothing_that_is_built_shows_the_key(family: Family) -> None:
    built = family.built(api_key=KEY)
    assert KEY not in f"{built!r} {built} {family.factory!r}"


@every_family
async def test_the_key_goes_into_the_header_only(family: Family) -> None:
    request = await family.sent(api_key=f" {KEY}\n")
    assert request.headers[family.header] == family.before + KEY
    assert KEY.encode() not in request.body
    others = {name: value for name, value in request.headers.items() if name != family.header}
    assert KEY not in f"{request.url} {others}"


@pytest.mark.parametrize("family", [each for each in FAMILIES if not each.signs], ids=str)
async def test_without_a_key_none_is_sent(family: Family) -> None:
    for none in (None, "", "  "):
        request = await family.sent(api_key=none, uri=ELSEWHERE)
        assert request.url.startswith(ELSEWHERE.removesuffix("/v1"))
        assert family.header not in request.headers


@pytest.mark.parametrize("family", [each for each in FAMILIES if each.variable], ids=str)
async def test_the_key_of_the_environment_goes_to_the_vendor_alone(family: Family) -> None:
    secrets = FixedSecrets({family.variable: f" {KEY}\n"})
    own = await family.sent(secrets=secrets, api_key=None)
    assert own.url.startswith(family.root)
    assert own.headers[family.header] == family.before + KEY
    other = await family.sent(secrets=secrets, api_key=None, uri=ELSEWHERE)
    assert KEY not in f"{other.url} {other.headers} {other.body!r}"
    with pytest.raises(KeyMissing, match=family.variable):
        family.built(api_key=None)


@every_family
async def test_the_time_limit_reaches_the_request(family: Family) -> None:
    assert (await family.sent(timeout_secs=7.5)).timeout == 7.5
    assert (await family.sent()).timeout == family.idle


@every_family
async def test_the_bytes_of_pictures_come_from_the_blobs_of_the_services(family: Family) -> None:
    picture = await InMemoryBlobs().put(b"abc", "image/png", "cat.png")
    assert b"YWJj" in (await family.sent(picture, FixedSecrets(), **family.sight)).body
