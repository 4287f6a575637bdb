"""The page of each family says how it is used, with an example that works."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from family_notes import EXTRA_LINES, NOTES
from family_page import UnknownFamily, example, family_page

from zeroclaw.providers.families import FamilyFacts, family_facts
from zeroclaw.wiring.families import installed_families, provider_factory
from zeroclaw_api.factory import ProviderServices
from zeroclaw_config import load_config
from zeroclaw_config.errors import InvalidConfig
from zeroclaw_providers.catalogue.reading import ModelCatalogue
from zeroclaw_providers.vendors.table import VENDORS
from zeroclaw_testing import FakeHttp, FixedSecrets

FAMILIES: Final = installed_families()
CATALOGUE: Final = ModelCatalogue()

every_family = pytest.mark.parametrize("family", sorted(FAMILIES))


@cache
def page(family: str) -> str:
    return family_page(family_facts(family), FAMILIES, CATALOGUE)


def config_in(text: str) -> str:
    (config,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    return str(config)


@every_family
def test_the_example_of_a_page_loads_then_builds_its_provider(family: str, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(config_in(page(family)), encoding="utf-8")
    variables = dict.fromkeys(family_facts(family).variables, "not-a-key")
    config = load_config(file, variables, FAMILIES, strict=True)
    settings = config.models[f"{family}.main"]
    services = ProviderServices(FakeHttp(), FixedSecrets())
    assert provider_factory(family).build(settings, services, "main").name == f"{family}.main"


def test_control_an_example_that_lacks_a_key_does_not_load(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    whole = example(family_facts("azure"), CATALOGUE)
    file.write_text(whole.replace('resource = "some-resource"\n', ""), encoding="utf-8")
    with pytest.raises(InvalidConfig, match="resource"):
        load_config(file, {"AZURE_OPENAI_API_KEY": "not-a-key"}, FAMILIES, strict=True)


@every_family
def test_a_page_shows_what_its_row_and_the_catalogue_have(family: str) -> None:
    text, vendor = page(family), VENDORS.get(family)
    for model in CATALOGUE.models_of(family):
        assert f"| `{model}` |" in text
    if vendor is not None:
        assert f"`{vendor.key}`" in text
        assert all(f'"{name}"` (`{url}`)' in text for name, url in vendor.regions.items())
        assert vendor.url.replace("{resource}", "<resource>") in text


@every_family
def test_the_model_of_an_example_is_one_that_is_known(family: str) -> None:
    models = CATALOGUE.models_of(family)
    named = re.findall(r'^model = "(.*)"$', example(family_facts(family), CATALOGUE), re.MULTILINE)
    assert not models or named[0] in models


def test_prices_and_lengths_are_written_for_people() -> None:
    text = page("deepseek")
    assert re.search(r"\| `deepseek-coder` \| 128,000 \| 4,096 \| 0\.14 \| 0\.014 \|", text)


def test_a_family_without_row_or_note_is_refused() -> None:
    with pytest.raises(UnknownFamily, match="unheard_of"):
        family_page(FamilyFacts("unheard_of"), FAMILIES, CATALOGUE)


def test_notes_are_of_families_that_have_no_row() -> None:
    assert NOTES.keys() == FAMILIES.keys() - VENDORS.keys()
    assert EXTRA_LINES.keys() <= VENDORS.keys()
