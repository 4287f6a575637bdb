"""The models of an agent, each with what it needs around it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zeroclaw.wiring.chain import chain_of
from zeroclaw.wiring.hello import hello
from zeroclaw.wiring.routes import RouteBuilder
from zeroclaw_api.errors import ProviderError
from zeroclaw_api.factory import ModelSettings, ProviderServices
from zeroclaw_api.usage import Price
from zeroclaw_config.secrets.references import SecretPlace
from zeroclaw_providers import CustomSettings
from zeroclaw_runtime import ModelRoute
from zeroclaw_testing import FakeHttp, FixedSecrets

PRICES = {"input": 1, "output": 2}


class Counting:
    """Reads any reference as a key, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def read(self, reference: str, place: SecretPlace) -> str:
        self.asked.append(f"{place.key} {reference}")
        return "sk-read"


def entry(model: str, **more: object) -> CustomSettings:
    table = {"uri": "http://127.0.0.1:1/v1", "model": model, **more}
    return CustomSettings.model_validate(table)


async def built(
    models: dict[str, ModelSettings],
    reader: Counting | None = None,
    own_list: Path = Path("/nonexistent/models.json"),
    http: FakeHttp | None = None,
) -> tuple[ModelRoute, ...]:
    builder = RouteBuilder(
        ProviderServices(http or FakeHttp(), FixedSecrets({})),
        reader or Counting(),
        Path("config.toml"),
        own_list,
    )
    first = next(iter(models))
    return await builder.routes(chain_of(first, models[first], models))


async def test_every_link_of_the_chain_is_a_route_of_its_own() -> None:
    routes = await built(
        {
            "custom.a": entry(
                "big", fallback=["custom.b"], fallback_models=["mid"], prices=PRICES, max_tokens=99
            ),
            "custom.b": entry("small", native_tools=False),
        }
    )
    assert [(route.provider.name, route.model) for route in routes] == [
        ("custom.a", "big"),
        ("custom.a", "mid"),
        ("custom.b", "small"),
    ]
    assert [route.price for route in routes] == [Price(1000, 2000), None, None]
    assert [route.max_output_tokens for route in routes] == [99, 99, 8192]
    # Without native tools they are said in words, so that all of them can use them.
    assert all(route.provider.capabilities.native_tools for route in routes)


async def test_several_keys_are_one_provider_to_the_agent() -> None:
    (route,) = await built({"custom.a": entry("big", api_key="one", api_keys=["two", "three"])})
    assert route.provider.name == "custom.a"
    assert "3 keys" in repr(route.provider)
    (single,) = await built({"custom.a": entry("big", api_keys=["one"])})
    assert "keys" not in repr(single.provider)


async def test_a_reference_is_followed_once_for_all_models_of_its_entry() -> None:
    reader = Counting()
    models: dict[str, ModelSettings] = {
        "custom.a": entry("big", api_key="op://v/i/k", fallback_models=["mid", "small"])
    }
    assert len(await built(models, reader)) == 3
    assert reader.asked == ["providers.models.custom.a.api_key op://v/i/k"]


async def test_what_is_known_of_a_model_holds_where_its_section_says_nothing(
    tmp_path: Path,
) -> None:
    known = {"seer": {"vision": True, "tools": True}, "talker": {"vision": False, "tools": False}}
    document = {"date": "2099-01-01", "families": {"custom": known}}
    (tmp_path / "models.json").write_text(json.dumps(document))
    models: dict[str, ModelSettings] = {
        "custom.a": entry("seer", fallback=["custom.b", "custom.c"], api_key="op://v/i/k"),
        "custom.b": entry("seer", vision=False),
        "custom.c": entry("talker", text_tools=False),
    }
    routes = await built(models, own_list=tmp_path / "models.json")
    capable = [route.provider.capabilities for route in routes]
    assert [each.vision for each in capable] == [True, False, False]
    assert [each.native_tools for each in capable] == [True, True, False]


async def test_extra_settings_reach_each_model_of_their_entry_alone() -> None:
    extra = {"top_k": 5, "provider": {"order": ["one"]}}
    models: dict[str, ModelSettings] = {
        "custom.a": entry(
            "big",
            fallback=["custom.b"],
            fallback_models=["mid"],
            api_keys=["one", "two"],
            provider_extra=extra,
            extra_headers={"X-Team": "red", "X-Key": "op://v/i/k"},
        ),
        "custom.b": entry("small"),
    }
    http, reader = FakeHttp(), Counting()
    routes = await built(models, reader, http=http)
    assert [route.params for route in routes] == [extra, extra, {}]
    assert reader.asked == ["providers.models.custom.a.extra_headers.X-Key op://v/i/k"]
    for route in routes:
        with pytest.raises(ProviderError):
            async with route.provider.stream(hello(route.model)):
                raise AssertionError("nobody answers")
    sent = [(each.headers.get("X-Team"), each.headers.get("X-Key")) for each in http.requests]
    assert set(sent[:-1]) == {("red", "sk-read")}
    assert sent[-1] == (None, None)
