"""Models that are asked one after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.wiring.chain import MOST_STEPS, chain_of
from zeroclaw_api.factory import ModelSettings
from zeroclaw_providers import CustomSettings, TokenPrices
from zeroclaw_providers.local.settings import LocalSettings


def entry(model: str, *fallback: str, others: tuple[str, ...] = ()) -> CustomSettings:
    return CustomSettings(
        uri="http://127.0.0.1/v1", model=model, fallback=fallback, fallback_models=others
    )


def listed(first: str, models: dict[str, ModelSettings]) -> list[str]:
    links = chain_of(first, models[first], models)
    return [f"{link.provider} {link.settings.model}" for link in links]


def test_other_models_come_before_other_entries_with_all_that_is_theirs() -> None:
    models: dict[str, ModelSettings] = {
        "f.a": entry("a", "f.b", "f.d", others=("a2", "a3")),
        "f.b": entry("b", "f.c", others=("b2",)),
        "f.c": entry("c"),
        "f.d": entry("d"),
    }
    assert listed("f.a", models) == [
        "f.a a",
        "f.a a2",
        "f.a a3",
        "f.b b",
        "f.b b2",
        "f.c c",
        "f.d d",
    ]


def test_two_that_fall_back_to_each_other_are_asked_once_each() -> None:
    models: dict[str, ModelSettings] = {"f.a": entry("a", "f.b"), "f.b": entry("b", "f.a")}
    assert listed("f.a", models) == ["f.a a", "f.b b"]
    assert listed("f.b", models) == ["f.b b", "f.a a"]


def test_repetitions_keep_their_first_place() -> None:
    models: dict[str, ModelSettings] = {
        "f.a": entry("a", "f.b", "f.c", "f.b", others=("a", "x", "x")),
        "f.b": entry("b", "f.c"),
        "f.c": entry("c"),
    }
    assert listed("f.a", models) == ["f.a a", "f.a x", "f.b b", "f.c c"]


def test_an_entry_that_is_disabled_is_left_out() -> None:
    assert listed("f.a", {"f.a": entry("a", "f.gone")}) == ["f.a a"]


def test_a_family_without_fallback_stands_alone() -> None:
    assert listed("local.x", {"local.x": LocalSettings()}) == [f"local.x {LocalSettings().model}"]


def test_a_chain_has_an_end() -> None:
    names = [f"f.e{number}" for number in range(10)]
    models: dict[str, ModelSettings] = {
        name: entry("m", *names[place + 1 : place + 2]) for place, name in enumerate(names)
    }
    assert len(listed(names[0], models)) == MOST_STEPS + 1


@given(st.lists(st.lists(st.integers(0, 5), max_size=4), min_size=6, max_size=6))
def test_any_net_of_entries_becomes_a_list_without_repetition(net: list[list[int]]) -> None:
    models: dict[str, ModelSettings] = {
        f"f.{number}": entry("m", *(f"f.{other}" for other in others))
        for number, others in enumerate(net)
    }
    found = listed("f.0", models)
    assert found[0] == "f.0 m"
    assert len(found) == len(set(found)) <= 6


def test_only_the_model_of_the_entry_has_its_price() -> None:
    priced = entry("a", others=("b",)).model_copy(
        update={"prices": TokenPrices.model_validate({"input": 1, "output": 1})}
    )
    own, other = chain_of("f.a", priced, {"f.a": priced})
    assert own.settings.price is not None
    assert other.settings.price is None
