"""Endpoints of a config are asked for what they have."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
import trio
from pydantic import SecretStr

from zeroclaw.models.asking import Listing, ask_endpoints
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers import AnthropicSettings, CustomSettings
from zeroclaw_providers.local.settings import LocalSettings
from zeroclaw_testing.model_server import AnthropicMessages, OpenAIChat, serve_model

SECONDS: Final = 30


@pytest.fixture
def config(tmp_path: Path) -> str:
    return str(tmp_path / "config.toml")


async def test_endpoints_tell_what_they_have_side_by_side(config: str) -> None:
    with trio.fail_after(SECONDS):
        async with (
            serve_model(models=("small", "large")) as server,
            serve_model(models=("c",), dialects=(AnthropicMessages(), OpenAIChat())) as other,
        ):
            models: dict[str, ModelSettings] = {
                "custom.here": CustomSettings(uri=f"{server.url}/chat/completions", model="x"),
                "local.bundled": LocalSettings(),
                "anthropic.work": AnthropicSettings(uri=other.origin, model="x"),
            }
            listings = await ask_endpoints(models, config, {})
    assert listings == (
        Listing("custom.here", ("small", "large")),
        Listing("anthropic.work", ("c",)),
    )


async def test_endpoint_that_is_down_is_told_as_such(config: str) -> None:
    models = {"custom.gone": CustomSettings(uri="http://127.0.0.1:1/v1", model="x")}
    with trio.fail_after(SECONDS):
        [listing] = await ask_endpoints(models, config, {})
    assert listing.problem is not None
    assert "connection refused" in listing.problem


async def test_endpoint_that_says_nothing_lists_nothing(config: str) -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listeners[0]:
        port = listeners[0].socket.getsockname()[1]
        models = {"custom.mute": CustomSettings(uri=f"http://127.0.0.1:{port}/v1", model="x")}
        with trio.fail_after(SECONDS):
            listings = await ask_endpoints(models, config, {}, 0.2)
    assert listings == (Listing("custom.mute"),)


async def test_key_that_cannot_be_fetched_is_told(config: str) -> None:
    settings = CustomSettings(
        uri="http://127.0.0.1:1/v1", model="x", api_key=SecretStr("op://no-such/vault/key")
    )
    with trio.fail_after(SECONDS):
        [listing] = await ask_endpoints({"custom.home": settings}, config, {"PATH": ""})
    assert listing.models == ()
    assert listing.problem is not None
    assert "providers.models.custom.home.api_key" in listing.problem


async def test_extra_headers_are_sent_for_the_list_as_well(config: str) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(models=("small",)) as server:
            table = {"uri": server.url, "model": "x", "extra_headers": {"X-Team": "red"}}
            models = {"custom.here": CustomSettings.model_validate(table)}
            listings = await ask_endpoints(models, config, {})
            assert [request.header("x-team") for request in server.requests] == ["red"]
    assert listings == (Listing("custom.here", ("small",)),)
