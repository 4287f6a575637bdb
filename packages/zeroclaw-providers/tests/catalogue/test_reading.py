"""The tables that came along make one catalogue with those of the user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.catalogue.lookup import names_of
from zeroclaw_providers.catalogue.reading import ModelCatalogue, open_catalogue
from zeroclaw_providers.errors import ModelsFileUnusable

TABLES = Path(__file__).parents[2] / "src/zeroclaw_providers/catalogue/tables"
LATER, EARLIER = "2099-01-01", "2001-01-01"


def own(folder: Path, date: str, entry: JsonObject, model: str = "gpt-4o") -> ModelCatalogue:
    file = folder / "models.json"
    file.write_text(json.dumps({"date": date, "families": {"openai": {model: entry}}}))
    return open_catalogue(file)


def test_every_built_in_entry_makes_sense() -> None:
    catalogue = ModelCatalogue()
    families = catalogue.families()
    assert {"openai", "anthropic", "gemini", "bedrock", "openrouter"} <= set(families)
    for family in families:
        models = catalogue.models_of(family)
        assert models
        for model in models:
            facts = catalogue.facts_of(family, model)
            assert facts is not None
            assert facts.context_window or facts.prices


def test_built_in_files_have_one_family_with_day_and_sources() -> None:
    for file in TABLES.glob("*.json"):
        document = json.loads(file.read_text())
        assert list(document) == ["date", "sources", "families"]
        assert list(document["families"]) == [file.stem]
        assert all("MIT" in source for source in document["sources"])


def test_built_in_tables_stay_small_without_repetitions() -> None:
    files = list(TABLES.glob("*.json"))
    assert sum(file.stat().st_size for file in files) < 350_000
    for file in files:
        [table] = json.loads(file.read_text())["families"].values()
        for model, entry in table.items():
            shorter = [name for name in names_of(model) if name != model]
            assert all(table.get(name) != entry for name in shorter), model


def test_dated_model_has_the_facts_of_its_line() -> None:
    catalogue = ModelCatalogue()
    line = catalogue.facts_of("openai", "gpt-4o")
    assert line is not None
    assert line.prices is not None
    assert line.vision is True
    assert catalogue.facts_of("openai", "gpt-4o-2099-08-06") == line


@pytest.mark.parametrize("family", ["custom", "no_such", "../reading", "", "openai/../openai"])
def test_family_without_a_table_knows_nothing(family: str) -> None:
    assert ModelCatalogue().facts_of(family, "gpt-4o") is None
    assert ModelCatalogue().models_of(family) == ()


def test_newer_file_of_the_user_wins_where_it_says_something(tmp_path: Path) -> None:
    built_in = ModelCatalogue().facts_of("openai", "gpt-4o")
    facts = own(tmp_path, LATER, {"context_window": 7, "vision": None}).facts_of("openai", "gpt-4o")
    assert facts is not None
    assert built_in is not None
    assert facts == built_in.model_copy(update={"context_window": 7})


def test_older_file_of_the_user_only_adds(tmp_path: Path) -> None:
    older = own(tmp_path, EARLIER, {"context_window": 7})
    assert older.facts_of("openai", "gpt-4o") == ModelCatalogue().facts_of("openai", "gpt-4o")
    added = own(tmp_path, EARLIER, {"context_window": 7}, "brand-new")
    facts = added.facts_of("openai", "brand-new")
    assert facts is not None
    assert facts.context_window == 7
    assert "brand-new" in added.models_of("openai")


def test_without_a_file_of_the_user_the_built_in_tables_remain(tmp_path: Path) -> None:
    assert open_catalogue(tmp_path / "models.json") == ModelCatalogue()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b'{"date": 3}'])
def test_broken_file_of_the_user_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "models.json"
    file.write_bytes(content)
    with pytest.raises(ModelsFileUnusable, match="zeroclaw models refresh") as caught:
        open_catalogue(file)
    assert caught.value.path == str(file)


def test_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelsFileUnusable):
        open_catalogue(tmp_path)


@pytest.mark.parametrize("entry", [{"vision": 3}, {"prices": {"input": "?", "output": 1}}])
def test_entry_that_makes_no_sense_is_named(tmp_path: Path, entry: dict[str, Json]) -> None:
    catalogue = own(tmp_path, LATER, entry)
    [key] = entry
    with pytest.raises(ModelsFileUnusable, match=rf"families\.openai\.gpt-4o\.{key}"):
        catalogue.facts_of("openai", "gpt-4o")
    assert catalogue.facts_of("anthropic", "claude-opus-4-5") is not None
