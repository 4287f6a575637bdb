"""Every key that an installed family of models declares makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Final, cast

import pytest
from pydantic import BaseModel, ValidationError

from zeroclaw.wiring.families import installed_families, provider_factory, table_factories
from zeroclaw_api.factory import (
    ExtendedSettings,
    FallbackSettings,
    KeyedSettings,
    ModelSettings,
    ProviderServices,
)
from zeroclaw_config.schema.keys import describe
from zeroclaw_providers.dialects.wrapping import with_text_tools
from zeroclaw_providers.extra_headers import with_extra_headers
from zeroclaw_testing import FakeHttp, FixedSecrets

Observed = Callable[[ModelSettings], object]

PRICED: Final[dict[str, object]] = {"model": "qwen3-coder", "prices": {"input": 1, "output": 1}}
LEAST: Final[dict[str, dict[str, object]]] = {
    "anthropic": PRICED,
    "azure": {**PRICED, "api_key": "some-key", "resource": "some"},
    "bedrock": PRICED,
    "codex": PRICED,
    "copilot": PRICED,
    "custom": {**PRICED, "uri": "http://127.0.0.1:1/v1"},
    "gemini": PRICED,
    "gemini_cli": PRICED,
    "grok_cli": PRICED,
    "kilocli": PRICED,
    "local": {},
    "ollama": PRICED,
    "openai": PRICED,
    "responses": {**PRICED, "uri": "http://127.0.0.1:1/v1"},
}
"""Tables that load, with every table in them."""
LEAST_OF_OTHERS: Final[dict[str, object]] = {**PRICED, "api_key": "some-key"}
"""Of a family that is a row in somebody's table."""
FOUND: Final = {
    "ANTHROPIC_API_KEY": "some-key",
    "AWS_ACCESS_KEY_ID": "some-id",
    "AWS_SECRET_ACCESS_KEY": "some-key",
    "GEMINI_API_KEY": "some-key",
    "OPENAI_API_KEY": "some-key",
}
"""What the environment has, for families that are lost without."""
CANDIDATES: Final = (
    *(True, False, 1000, 2000, "http://127.0.0.1:2/v1", "http://[::1]/v1"),
    *("/one", "/two", "5m", "off", "low", "adaptive", "us-east-1", "eu-west-1"),
    *("cn", "intl", "global", 0.25, 0.5, ["one"], ["two"]),
    *({"X-Team": "one"}, {"X-Team": "two"}),
)
"""At least two of them fit any key."""


def declared(family: str, settings: type[ModelSettings]) -> list[tuple[str, ...]]:
    """The keys of a family, without those of tables that have keys of their own."""
    prefix = f"providers.models.{family}.<alias>."
    paths = [key.path for key in describe({family: lambda: settings})]
    own = [path.removeprefix(prefix) for path in paths if path.startswith(prefix)]
    tables = {path.rpartition(".")[0] for path in own}
    return [tuple(path.split(".")) for path in own if path not in tables]


def state(value: object, depth: int = 0) -> object:
    """What an object of ours holds, as far in as it makes sense."""
    assert depth < 10
    if not type(value).__module__.startswith("zeroclaw_") or isinstance(value, FakeHttp):
        return repr(value)
    names = [*getattr(value, "__dict__", {})]
    for kind in type(value).__mro__:
        names += [name for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    return {name: state(getattr(value, name), depth + 1) for name in names if name != "__weakref__"}


def built(family: str) -> Observed:
    """What the wiring reads of the settings itself, with what the factory makes of them."""
    http = FakeHttp()

    def observed(settings: ModelSettings) -> object:
        plain = ProviderServices(http, FixedSecrets(FOUND))
        services = with_extra_headers(plain, settings)
        factory = provider_factory(family)
        keyed = settings.for_each_key() if isinstance(settings, KeyedSettings) else (settings,)
        made = [with_text_tools(factory.build(each, services, "x"), each) for each in keyed]
        others = (
            (tuple(settings.fallback), tuple(settings.fallback_models))
            if isinstance(settings, FallbackSettings)
            else ()
        )
        params = settings.provider_extra if isinstance(settings, ExtendedSettings) else {}
        own = (settings.model, settings.max_tokens, settings.price, params, *others)
        return own, [normal(state(provider)) for provider in made]

    return observed


def normal(value: object) -> object:
    """The state without the addresses of what is made anew."""
    if isinstance(value, dict):
        return {key: normal(item) for key, item in value.items()}
    return str(value).partition(" object at 0x")[0].partition(" at 0x")[0]


def unread(family: str, settings: type[ModelSettings], observed: Observed) -> list[str]:
    """The keys whose value makes no difference."""
    model = cast("type[BaseModel]", settings)
    found = []
    for path in declared(family, settings):
        seen = []
        for candidate in CANDIDATES:
            table = deepcopy(LEAST.get(family, LEAST_OF_OTHERS))
            inner = table
            for part in path[:-1]:
                inner = cast("dict[str, object]", inner[part])
            inner[path[-1]] = candidate
            try:
                seen.append(observed(cast("ModelSettings", model.model_validate(table))))
            except ValidationError:
                continue
            if seen[-1] != seen[0]:
                break
        else:
            found.append(".".join(path))
    return found


def of_each_kind() -> list[str]:
    """All families but those of a table that share their settings with another of it."""
    rows = table_factories()
    families = installed_families()
    kinds = {families[family](): family for family in sorted(rows, reverse=True)}
    return sorted({*families} - {*rows} | {*kinds.values()})


@pytest.mark.parametrize("family", of_each_kind())
def test_every_key_of_a_family_makes_a_difference(family: str) -> None:
    settings = installed_families()[family]()
    assert declared(family, settings)
    assert unread(family, settings, built(family)) == []


def test_control_a_key_that_no_factory_reads_is_found() -> None:
    settings = cast("type[BaseModel]", installed_families()["custom"]())

    class Extended(settings):  # type: ignore[misc, valid-type]
        mood: float | None = None

    extended = cast("type[ModelSettings]", Extended)
    assert unread("custom", extended, built("custom")) == ["mood"]


def test_control_a_factory_that_ignores_a_key_is_found() -> None:
    settings = installed_families()["custom"]()
    unpriced = unread("custom", settings, lambda each: (each.model, each.max_tokens))
    assert {"uri", "api_key", "prices.input"} <= set(unpriced)
    assert "model" not in unpriced
