"""The Gemini API tells which models it has."""

from __future__ import annotations

import trio

from zeroclaw_api.json import Json
from zeroclaw_api.provider import ListsModels
from zeroclaw_http.client import HttpClient
from zeroclaw_providers.gemini.listing import gemini_names
from zeroclaw_providers.gemini.provider import GeminiProvider
from zeroclaw_testing.model_server import Gemini, serve_model

LIMIT = 10


def test_models_that_only_embed_are_left_out() -> None:
    body: Json = {
        "models": [
            {"name": "models/a", "supportedGenerationMethods": ["generateContent"]},
            {"name": "models/b", "supportedGenerationMethods": ["embedContent"]},
            {"name": "models/c"},
            {"name": 3},
        ]
    }
    assert gemini_names(body) == ("a", "c")
    assert gemini_names(None) == ()


async def test_provider_asks_with_its_key_in_the_header() -> None:
    with trio.fail_after(LIMIT):
        async with (
            serve_model(models=("small", "large"), dialects=(Gemini(),)) as server,
            HttpClient() as http,
        ):
            provider = GeminiProvider(http, f"{server.origin}/v1beta", "k", "gemini.home")
            assert isinstance(provider, ListsModels)
            listed = await provider.models()
    assert listed.names == ("small", "large")
    assert listed.has("models/small")
    assert not listed.has("models/other")
    assert server.requests[0].header("x-goog-api-key") == "k"
    assert "k" not in server.requests[0].path.partition("?")[2].split("=")
