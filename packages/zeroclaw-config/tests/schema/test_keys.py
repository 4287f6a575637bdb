"""Tests of the list of all keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import pytest
from pydantic import BaseModel, Field, SecretStr, TypeAdapter

from zeroclaw_api.json import JsonObject
from zeroclaw_api.usage import Price
from zeroclaw_config import _translate as translate
from zeroclaw_config._sections import (
    AgentSection,
    BudgetSection,
    RiskSection,
    RouteSection,
    RuntimeSection,
)
from zeroclaw_config.schema.keys import KeyDescription, describe, key_paths

Translated = Callable[..., object]


class Prices(BaseModel):
    """A table in a table, which may hold itself."""

    input: float = Field(description="For a token.")
    old: Prices | None = Field(default=None, description="Before.")


class SampleSettings(BaseModel):
    """A family with every kind of key."""

    model: str = Field(description="Its name.")
    max_tokens: Annotated[int, Field(ge=1)] | None = Field(default=None, description="Most.")
    api_key: SecretStr | None = Field(default=None, description="Its key.")
    speed: float = Field(default=1.5, description="New.", json_schema_extra={"since": "0.9.0"})
    prices: Prices | None = Field(default=None, description="Its cost.")
    headers: dict[str, SecretStr] = Field(default={}, description="More.")
    tags: list[str] = Field(default=["a"], description="Words.")

    @property
    def price(self) -> Price | None:
        """None."""
        return None


@pytest.fixture(scope="module")
def keys() -> dict[str, KeyDescription]:
    """What there is with one family, by path."""
    return {key.path: key for key in describe({"custom": lambda: SampleSettings})}


PLACE = "providers.models.custom.<alias>."


def test_a_key_has_all_that_a_reader_needs(keys: dict[str, KeyDescription]) -> None:
    assert keys[PLACE + "max_tokens"] == KeyDescription(
        path="providers.models.custom.<alias>.max_tokens",
        type="whole number, at least 1",
        default=None,
        description="Most.",
        since="0.1.0",
        is_required=False,
        is_secret=False,
        env="ZEROCLAW_providers__models__custom__<alias>__max_tokens",
    )
    assert keys[PLACE + "model"].is_required
    secret = [key.path.removeprefix(PLACE) for key in keys.values() if key.is_secret]
    assert secret == ["api_key", "headers"]
    assert keys[PLACE + "speed"].since == "0.9.0"
    assert keys[PLACE + "tags"].default == '["a"]'


def test_an_unset_default_is_shown_as_toml(keys: dict[str, KeyDescription]) -> None:
    assert keys[PLACE + "speed"].default == "1.5"
    assert keys["risk_profiles.<alias>.level"].default == '"supervised"'
    assert keys["runtime_profiles.<alias>.budget"].default is None


def test_an_inner_table_has_its_keys_once(keys: dict[str, KeyDescription]) -> None:
    inner = [path for path in keys if path.startswith(PLACE + "prices")]
    assert inner == [PLACE + "prices", PLACE + "prices.input"]
    assert "runtime_profiles.<alias>.budget.day" in keys


def test_the_version_is_a_key_that_nothing_overrides(keys: dict[str, KeyDescription]) -> None:
    assert keys["schema_version"].env is None
    assert all(key.env for path, key in keys.items() if path != "schema_version")


def test_every_key_is_described_by_a_sentence(keys: dict[str, KeyDescription]) -> None:
    assert [path for path, key in keys.items() if not key.description.endswith(".")] == []
    assert key_paths({"custom": lambda: SampleSettings}) == tuple(keys)


def test_sections_alone_are_described_without_families() -> None:
    assert not any(path.startswith("providers") for path in key_paths({}))


def another(schema: JsonObject, definitions: JsonObject) -> list[object]:
    """Values that a key of this kind takes; at least two differ from each other."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        inner = definitions[name]
        assert isinstance(inner, dict)
        return another(inner, definitions)
    any_of = schema.get("anyOf")
    if isinstance(any_of, list):
        branches = [branch for branch in any_of if isinstance(branch, dict)]
        return [value for branch in branches for value in another(branch, definitions)]
    match schema:
        case {"enum": list(words)}:
            return list(words)
        case {"type": "string"}:
            return ["one", "two"]
        case {"type": "integer", "minimum": int(least)}:
            return [least + 1, least + 2]
        case {"type": "integer"}:
            return [2, 3]
        case {"type": "number"}:
            return [2.5, 3.5]
        case {"type": "array"}:
            return [["one"], ["two"]]
        case {"type": "null"}:
            return []
        case _:
            raise AssertionError(f"no sample for {schema}")


def unread_keys(
    model: type[BaseModel], translated: Translated, start: dict[str, object]
) -> list[str]:
    """The keys of a section whose value makes no difference to its translation."""
    whole = TypeAdapter(model).json_schema()
    properties, definitions = whole["properties"], whole.get("$defs", {})
    unread = []
    for key in model.model_fields:
        inner = model.model_fields[key].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            # Its own keys are looked at through it.
            unread += [
                f"{key}.{name}"
                for name in unread_keys(
                    inner, lambda each, key=key: translated(model(**{**start, key: each})), {}
                )
            ]
            continue
        results = [
            translated(model.model_validate({**start, key: value}))
            for value in another(properties[key], definitions)
        ]
        if any(results[0] == result for result in results[1:]) or len(results) < 2:
            unread.append(key)
    return unread


@pytest.mark.parametrize(
    ("model", "translated", "start"),
    [
        (AgentSection, translate.agent, {"model_provider": "a.b"}),
        (RiskSection, translate.risk, {}),
        (RuntimeSection, translate.runtime_profile, {}),
        (RouteSection, translate.route, {"model_provider": "custom.home"}),
    ],
)
def test_every_key_of_a_section_changes_what_it_becomes(
    model: type[BaseModel], translated: Translated, start: dict[str, object]
) -> None:
    assert unread_keys(model, translated, start) == []


def test_control_a_key_that_nothing_reads_is_found() -> None:
    class Extended(RuntimeSection):
        idle: int | None = None

    def forgetful(section: RuntimeSection) -> object:
        budget = section.budget.model_copy(update={"day": None})
        return translate.runtime_profile(section.model_copy(update={"budget": budget}))

    assert unread_keys(Extended, translate.runtime_profile, {}) == ["idle"]
    assert unread_keys(RuntimeSection, forgetful, {}) == ["budget.day"]
    assert BudgetSection.model_fields
