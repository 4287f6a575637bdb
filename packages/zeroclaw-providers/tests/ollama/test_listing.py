"""An Ollama server tells which models it has."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.provider import ListsModels
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.ollama.listing import ollama_models
from zeroclaw_providers.ollama.provider import OllamaProvider
from zeroclaw_testing.model_server import Ollama, serve_model

LIMIT = 10


def test_latest_edition_is_found_without_that_word() -> None:
    listed = ollama_models({"models": [{"name": "llama:latest"}, {"name": "qwen:4b"}]})
    assert listed.names == ("llama:latest", "qwen:4b")
    assert listed.has("llama")
    assert not listed.has("qwen")
    assert ollama_models(None).names == ()


@pytest.mark.parametrize("path", ["", "/v1", "/api/chat"])
async def test_provider_asks_for_the_tags_of_its_server(path: str) -> None:
    with trio.fail_after(LIMIT):
        async with (
            serve_model(models=("small",), dialects=(Ollama(),)) as server,
            HttpClient() as http,
        ):
            provider = OllamaProvider(http, server.origin + path, "k", "ollama.home")
            assert isinstance(provider, ListsModels)
            assert (await provider.models()).names == ("small",)
    assert server.requests[0].path == "/api/tags"
    assert server.requests[0].header("authorization") == "Bearer k"
