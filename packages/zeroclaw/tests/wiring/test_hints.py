"""Models that are chosen by what they are wanted for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zeroclaw.errors import HintUnanswered
from zeroclaw.wiring.families import installed_families
from zeroclaw.wiring.hints import Facts, meant_model
from zeroclaw_config import Config, check_config
from zeroclaw_providers.catalogue.model_facts import ModelFacts

DEAR = {"input": 10, "output": 20}


def config(models: Mapping[str, object], routes: Mapping[str, object] | None = None) -> Config:
    entries = {
        alias: {"uri": "http://127.0.0.1:1/v1", "model": alias, **entry}  # type: ignore[dict-item]
        for alias, entry in models.items()
    }
    document = {
        "schema_version": 3,
        "providers": {"models": {"custom": entries}},
        "model_routes": routes or {},
    }
    return check_config(document, "a test", {}, installed_families())


def facts(**known: dict[str, object]) -> Facts:
    table = {model: ModelFacts.model_validate(entry) for model, entry in known.items()}
    return lambda _family, model: table.get(model)


def test_a_reference_is_the_entry_that_it_names() -> None:
    link = meant_model("custom.big", config({"big": {}}), facts())
    assert (link.provider, link.settings.model) == ("custom.big", "big")


def test_a_route_leads_to_its_entry_with_its_own_model() -> None:
    routes = {
        "fast": {"model_provider": "custom.big", "model": "mini"},
        "reasoning": {"model_provider": "custom.big"},
    }
    both = config({"big": {"prices": DEAR}}, routes)
    fast = meant_model("hint:fast", both, facts())
    assert (fast.provider, fast.settings.model, fast.settings.price) == ("custom.big", "mini", None)
    reasoning = meant_model("hint:reasoning", both, facts())
    assert reasoning.settings == both.models["custom.big"]


def test_the_cheapest_is_the_one_with_the_lowest_known_price() -> None:
    models = config({"big": {"prices": DEAR}, "mid": {}, "unknown": {}})
    known = facts(mid={"prices": {"input": 1, "output": 2}})
    assert meant_model("hint:cheapest", models, known).provider == "custom.mid"
    assert meant_model("hint:cheapest", models, facts()).provider == "custom.big"


def test_the_one_that_sees_is_the_first_that_is_known_to() -> None:
    models = config({"blind": {}, "sees": {}, "too": {}})
    known = facts(blind={"vision": False}, sees={"vision": True}, too={"vision": True})
    assert meant_model("hint:vision", models, known).provider == "custom.sees"


def test_a_route_of_the_config_wins_over_what_is_always_there() -> None:
    routes = {"cheapest": {"model_provider": "custom.big"}}
    both = config({"big": {"prices": DEAR}, "mid": {"prices": {"input": 1, "output": 1}}}, routes)
    assert meant_model("hint:cheapest", both, facts()).provider == "custom.big"


@pytest.mark.parametrize("hint", ["cheapest", "vision"])
def test_a_hint_that_nothing_answers_says_what_to_add(hint: str) -> None:
    with pytest.raises(HintUnanswered) as caught:
        meant_model(f"hint:{hint}", config({"big": {}}), facts())
    assert f"[model_routes.{hint}]" in str(caught.value)
