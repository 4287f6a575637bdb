"""A model is described by the config first, then by what is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_homes import ModelHome

from zeroclaw.models.errors import NothingKnown
from zeroclaw.models.known import Prices, configured, described, listed
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import Config, load_config
from zeroclaw_providers.catalogue.reading import ModelCatalogue

BUILT_IN = ModelCatalogue()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    ModelHome(tmp_path).write()
    return load_config(tmp_path / "config.toml", {}, installed_families())


def test_configured_models_come_in_the_order_of_the_config(config: Config) -> None:
    names = [model.name for model in configured(config, BUILT_IN)]
    assert names == ["custom.home", "anthropic.work", "gemini.free"]
    assert [model.name for model in configured(config, BUILT_IN, "gemini")] == ["gemini.free"]


def test_price_of_the_config_wins_even_when_it_is_nothing(config: Config) -> None:
    home, work, free = configured(config, BUILT_IN)
    assert home.prices is None
    assert work.prices is not None
    assert not work.prices.is_set
    assert free.prices == Prices(0, 0, None, None, is_set=True)
    assert free.facts.vision is True


def test_family_before_a_name_leaves_the_others_out() -> None:
    assert {each.family for each in described(None, BUILT_IN, "gpt-4o")} >= {"openai", "azure"}
    [one] = described(None, BUILT_IN, "openai/gpt-4o-2024-08-06")
    assert (one.family, one.model) == ("openai", "gpt-4o-2024-08-06")
    [routed] = described(None, BUILT_IN, "openrouter/openai/gpt-4o")
    assert routed.family == "openrouter"


def test_alias_is_described_with_its_model(config: Config) -> None:
    [work] = described(config, BUILT_IN, "anthropic.work")
    assert (work.model, work.alias) == ("claude-opus-4-5", "work")


@pytest.mark.parametrize(
    ("name", "hint"), [("gpt-4oo", "gpt-4o"), ("qqqqqqqqqqq", "models refresh")]
)
def test_unknown_model_comes_with_a_way_on(name: str, hint: str) -> None:
    with pytest.raises(NothingKnown, match=hint):
        described(None, BUILT_IN, name)


@pytest.mark.parametrize(("family", "hint"), [("opnai", "mean openai"), ("q9", "anthropic, ")])
def test_unknown_family_comes_with_a_way_on(family: str, hint: str) -> None:
    with pytest.raises(NothingKnown, match=hint):
        list(listed(BUILT_IN, family))
