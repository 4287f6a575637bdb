"""Endpoints that speak Anthropic's protocol tell which models they have."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.json import Json
from zeroclaw_api.provider import ListsModels
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.anthropic_messages.listing import anthropic_names, list_url
from zeroclaw_providers.anthropic_messages.provider import AnthropicProvider
from zeroclaw_testing.model_server import AnthropicMessages, serve_model

LIMIT = 10


def test_names_are_read_in_their_own_order() -> None:
    body: Json = {"data": [{"id": "b"}, {"id": "a"}], "has_more": False}
    assert anthropic_names(body) == ("b", "a")
    assert anthropic_names([]) == ()


def test_query_of_the_endpoint_is_kept() -> None:
    url = "https://api.example.com/v1/messages?beta=true"
    assert list_url(url, "/messages") == "https://api.example.com/v1/models?beta=true&limit=1000"


@pytest.mark.parametrize(
    ("key", "header", "value"),
    [("k", "x-api-key", "k"), ("sk-ant-oat-k", "authorization", "Bearer sk-ant-oat-k")],
)
async def test_provider_asks_as_it_asks_for_answers(key: str, header: str, value: str) -> None:
    with trio.fail_after(LIMIT):
        async with (
            serve_model(models=("small", "large"), dialects=(AnthropicMessages(),)) as server,
            HttpClient() as http,
        ):
            provider = AnthropicProvider(http, server.origin, key, "anthropic.home")
            assert isinstance(provider, ListsModels)
            listed = await provider.models()
    assert listed.names == ("small", "large")
    request = server.requests[0]
    assert request.path == "/v1/models?limit=1000"
    assert request.header(header) == value
    assert request.header("anthropic-version") == "2023-06-01"
