"""The list of models.dev becomes tables of ours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.catalogue.model_facts import facts_in
from zeroclaw_providers.catalogue.models_dev import translated

MODEL: dict[str, Json] = {
    "id": "m-1",
    "name": "M 1",
    "attachment": True,
    "reasoning": False,
    "tool_call": True,
    "modalities": {"input": ["text", "image"], "output": ["text"]},
    "limit": {"context": 200_000, "output": 8192},
    "cost": {"input": 3, "output": 15, "cache_read": 0.3, "cache_write": 3.75},
}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def alone(about: Json) -> JsonObject | None:
    return (
        translated({"openai": {"models": {"m-1": about}}}, {"openai"}).get("openai", {}).get("m-1")
    )


def test_all_that_is_told_of_a_model_arrives() -> None:
    assert alone(MODEL) == {
        "context_window": 200_000,
        "max_output": 8192,
        "vision": True,
        "tools": True,
        "reasoning": False,
        "prices": {"input": 3, "output": 15, "cached_input": 0.3, "cache_write": 3.75},
    }


@pytest.mark.parametrize(
    ("vendor", "family"),
    [
        ("google", "gemini"),
        ("amazon-bedrock", "bedrock"),
        ("moonshotai", "moonshot"),
        ("togetherai", "together"),
        ("github-models", "github_models"),
        ("some-new-vendor", "some_new_vendor"),
    ],
)
def test_vendors_have_the_names_of_our_families(vendor: str, family: str) -> None:
    document: JsonObject = {vendor: {"models": {"m": MODEL}}, "other": {"models": {"m": MODEL}}}
    assert list(translated(document, {family})) == [family]


def test_model_of_a_subscription_has_no_price() -> None:
    entry = alone({**MODEL, "cost": {"input": 0, "output": 0}})
    assert entry is not None
    assert "prices" not in entry


@pytest.mark.parametrize(
    "about",
    [3, {}, {**MODEL, "limit": {"context": 10**12}}, {**MODEL, "cost": {"input": -1, "output": 1}}],
)
def test_model_that_makes_no_sense_is_left_out(about: Json) -> None:
    document: JsonObject = {"openai": {"models": {"m-1": about, "m-2": MODEL}}, "more": 3}
    assert list(translated(document, ("openai",))["openai"]) == ["m-2"]


@given(st.dictionaries(st.text(), JSON_VALUES))
def test_whatever_is_sent_gives_facts_or_nothing(about: dict[str, Json]) -> None:
    entry = alone({**MODEL, **about})
    if entry is not None:
        facts_in(entry)
