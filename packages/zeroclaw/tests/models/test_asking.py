"""Endpoints of a config are asked for what they have."""

from __future__ import annotations

import trio
from pydantic import SecretStr

from zeroclaw.models.asking import Listing, ask_endpoints
from zeroclaw_providers import AnthropicSettings, CustomSettings
from zeroclaw_testing.model_server import serve_model

SECONDS = 30


async def test_endpoints_tell_what_they_have_side_by_side() -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(models=("small", "large")) as server:
            models = {
                "custom.gone": CustomSettings(uri="http://127.0.0.1:1/v1", model="x"),
                "custom.here": CustomSettings(uri=f"{server.url}/chat/completions", model="x"),
                "anthropic.work": AnthropicSettings(model="x"),
            }
            listings = await ask_endpoints(models, "config.toml", {})
    assert listings == (Listing("custom.gone"), Listing("custom.here", ("small", "large")))


async def test_key_that_cannot_be_fetched_is_told() -> None:
    settings = CustomSettings(
        uri="http://127.0.0.1:1/v1", model="x", api_key=SecretStr("op://no-such/vault/key")
    )
    with trio.fail_after(SECONDS):
        [listing] = await ask_endpoints({"custom.home": settings}, "config.toml", {"PATH": ""})
    assert listing.models == ()
    assert listing.problem is not None
    assert "providers.models.custom.home.api_key" in listing.problem
