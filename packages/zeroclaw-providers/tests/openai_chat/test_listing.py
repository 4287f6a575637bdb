"""Endpoints that speak OpenAI's protocols tell which models they have."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.json import Json
from zeroclaw_api.provider import ListedModels, ListsModels
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.openai_chat.listing import list_url, openai_names
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.openai_responses.provider import ResponsesProvider
from zeroclaw_testing.model_server import serve_model

LIMIT = 10


@pytest.mark.parametrize(
    "body",
    [{"data": [{"id": "a"}, {"id": "b"}]}, [{"id": "a"}, {"id": "b"}]],
)
def test_list_may_be_wrapped_or_bare(body: Json) -> None:
    assert openai_names(body) == ("a", "b")


def test_body_without_a_list_names_nothing() -> None:
    assert openai_names({"data": 3}) == openai_names(None) == ()


def test_list_is_beside_the_path_that_answers() -> None:
    url = "https://api.example.com/v1/chat/completions?version=3"
    assert list_url(url, "/chat/completions") == "https://api.example.com/v1/models?version=3"


@pytest.mark.parametrize("path", ["", "/", "/chat/completions"])
async def test_chat_provider_asks_with_its_key(path: str) -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(models=("small", "large")) as server, HttpClient() as http:
            provider = OpenAIChatProvider(http, server.url + path, "k", "custom.home")
            assert isinstance(provider, ListsModels)
            listed = await provider.models()
    assert listed == ListedModels(("small", "large"))
    assert server.requests[0].header("authorization") == "Bearer k"


async def test_open_list_is_told_as_one() -> None:
    with trio.fail_after(LIMIT):
        async with serve_model() as server, HttpClient() as http:
            provider = OpenAIChatProvider(http, server.url, None, "v.home", lists_openly=True)
            assert (await provider.models()).is_open


@pytest.mark.parametrize("path", ["", "/responses"])
async def test_responses_provider_asks_with_its_key(path: str) -> None:
    with trio.fail_after(LIMIT):
        async with serve_model(models=("small",)) as server, HttpClient() as http:
            provider = ResponsesProvider(http, server.url + path, "k", "openai.home")
            assert isinstance(provider, ListsModels)
            assert (await provider.models()).names == ("small",)
    assert server.requests[0].header("authorization") == "Bearer k"
