"""Places are asked for their models, none of which holds anybody up."""

from __future__ import annotations

from typing import Final

import pytest
import trio

from zeroclaw.quickstart.listing import (
    PROBE_SECONDS,
    answering_servers,
    models_at,
    usual_servers,
)
from zeroclaw.quickstart.offers import Offer, endpoint_offer
from zeroclaw.wiring.cards import family_cards
from zeroclaw.wiring.families import installed_families
from zeroclaw_api.factory import ProviderServices
from zeroclaw_api.family import FamilyCard
from zeroclaw_http import HttpClient
from zeroclaw_testing import FakeAnswer, FakeHttp, FixedSecrets
from zeroclaw_testing.model_server import AnthropicMessages, Gemini, Ollama, serve_model

URI: Final = "http://127.0.0.1:1/v1"
SECONDS: Final = 30
FAMILIES: Final = installed_families()
KEY: Final = {"SOME_KEY": "sk-planted"}


def services(http: FakeHttp | HttpClient) -> ProviderServices:
    return ProviderServices(http, FixedSecrets())


def at(family: str, uri: str, key_env: str | None = None) -> Offer:
    return Offer(family, "main", "Some", key_env, (("uri", uri),))


@pytest.mark.parametrize(
    ("family", "path"), [("anthropic", ""), ("gemini", "/v1beta"), ("ollama", "")]
)
async def test_each_family_is_asked_in_its_own_protocol(family: str, path: str) -> None:
    dialects = (AnthropicMessages(), Gemini(), Ollama())
    with trio.fail_after(SECONDS):
        async with (
            serve_model(models=("small", "large"), dialects=dialects) as server,
            HttpClient() as http,
        ):
            offer = at(family, server.origin + path, "SOME_KEY")
            assert await models_at(offer, KEY, FAMILIES, services(http)) == ("small", "large")


@pytest.mark.parametrize(
    "offer",
    [
        endpoint_offer(URI),
        endpoint_offer("no url at all"),
        Offer("groq", "main", "Groq"),
        Offer("azure", "main", "Azure OpenAI"),
        Offer("kilocli", "main", "Kilo CLI", program="kilo"),
    ],
)
async def test_place_that_tells_nothing_has_no_models(offer: Offer) -> None:
    assert await models_at(offer, {}, FAMILIES, services(FakeHttp())) == ()


async def test_key_is_sent_in_the_header_alone() -> None:
    http = FakeHttp({f"GET {URI}/models": FakeAnswer(200, {}, (b'{"data": [{"id": "a"}]}',))})
    offer = endpoint_offer(URI, None, "SOME_KEY")
    assert await models_at(offer, KEY, FAMILIES, services(http)) == ("a",)
    (request,) = http.requests
    assert request.headers["Authorization"] == "Bearer sk-planted"
    assert "sk-planted" not in request.url


async def test_silent_servers_are_left_side_by_side(
    autojump_clock: trio.testing.MockClock,
) -> None:
    http = FakeHttp(handler=lambda _: FakeAnswer(stalls=True))
    servers = [endpoint_offer(f"http://127.0.0.1:{n}/v1") for n in range(1, 9)]
    began = trio.current_time()
    assert await answering_servers(servers, {}, FAMILIES, services(http)) == ()
    assert trio.current_time() - began == pytest.approx(PROBE_SECONDS)


async def test_running_server_is_found_among_closed_ports() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(models=("small", "large")) as server, HttpClient() as http:
            places = [at("vllm", URI), at("llamacpp", server.url)]
            (found,) = await answering_servers(places, {}, FAMILIES, services(http))
    assert (found.family, found.models) == ("llamacpp", ("small", "large"))


def test_servers_that_share_a_port_are_asked_once() -> None:
    cards = {
        "a": FamilyCard("A", address="http://localhost:1337/v1"),
        "b": FamilyCard("B", address="http://127.0.0.1:1337/v1"),
        "c": FamilyCard("C", address="http://127.0.0.1:1338/v1"),
        "far": FamilyCard("Far"),
    }
    assert [server.family for server in usual_servers(cards, {})] == ["a", "c"]


def test_servers_of_installed_families_are_known() -> None:
    names = {server.family for server in usual_servers(family_cards(), {})}
    assert {"ollama", "llamacpp", "lmstudio", "vllm"} <= names
