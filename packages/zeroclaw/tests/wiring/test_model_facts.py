"""What is known about a model reaches its route, after what is set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import trio
from attrs import evolve
from model_homes import ModelHome

from zeroclaw.home import Home
from zeroclaw.wiring.agent import open_agent
from zeroclaw.wiring.choice import AgentChoice
from zeroclaw.wiring.model_facts import facts_of, with_facts
from zeroclaw_api.usage import Price
from zeroclaw_providers import AnthropicSettings, TokenPrices
from zeroclaw_providers.catalogue.model_facts import ModelFacts
from zeroclaw_runtime import ModelRoute
from zeroclaw_testing import ScriptedProvider

SECONDS = 30
MODEL = "claude-opus-4-5"
PRICES = TokenPrices.model_validate({"input": 1, "output": 2})
FREE = TokenPrices.model_validate({"input": 0, "output": 0})
ROUTE = ModelRoute(ScriptedProvider([]), MODEL)


def test_known_price_is_taken_where_none_is_set() -> None:
    route = with_facts(ROUTE, AnthropicSettings(model=MODEL), ModelFacts(prices=PRICES))
    assert route.price == Price(input=1000, output=2000)


def test_price_of_the_config_wins_even_when_it_is_nothing() -> None:
    settings = AnthropicSettings(model=MODEL, prices=FREE)
    assert with_facts(ROUTE, settings, ModelFacts(prices=PRICES)).price == Price(0, 0)


def test_model_that_nobody_knows_leaves_the_route_unpriced() -> None:
    assert with_facts(ROUTE, AnthropicSettings(model=MODEL), None) == ROUTE


@pytest.mark.parametrize(
    ("set_to", "known", "longest"),
    [(None, 4096, 4096), (None, 64_000, 8192), (None, None, 8192), (20_000, 4096, 20_000)],
)
def test_answers_are_no_longer_than_the_model_can_write(
    set_to: int | None, known: int | None, longest: int
) -> None:
    settings = AnthropicSettings(model=MODEL, max_tokens=set_to)
    route = with_facts(ROUTE, settings, ModelFacts(max_output=known))
    assert route.max_output_tokens == longest


def test_broken_list_of_the_user_is_told_and_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "models.json"
    built_in = facts_of("anthropic", MODEL, own)
    assert built_in is not None
    own.write_text("{")
    assert facts_of("anthropic", MODEL, own) == built_in
    assert facts_of("openai", "gpt-4o", own) is not None
    told = capfd.readouterr().err
    assert told.count(str(own)) == 1
    assert "what came along with this version is used" in told


def test_list_that_changes_meanwhile_is_read_again(tmp_path: Path) -> None:
    own = tmp_path / "models.json"
    assert facts_of("openai", "brand-new", own) is None
    for window in (1000, 2000):
        ModelHome(tmp_path).knows("openai", "brand-new", {"context_window": window})
        os.utime(own, ns=(window, window))
        facts = facts_of("openai", "brand-new", own)
        assert facts is not None
        assert facts.context_window == window


def test_entry_that_makes_no_sense_is_told_and_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ModelHome(tmp_path).knows("anthropic", MODEL, {"vision": "?"})
    own = tmp_path / "models.json"
    assert facts_of("anthropic", MODEL, own) == facts_of("anthropic", MODEL, tmp_path / "none")
    assert f"families.anthropic.{MODEL}.vision" in capfd.readouterr().err


async def test_agent_is_priced_by_what_is_known(tmp_path: Path) -> None:
    choice = AgentChoice(
        "main", "anthropic.work", AnthropicSettings.model_validate({"model": MODEL, "api_key": "k"})
    )
    ModelHome(tmp_path).knows("anthropic", MODEL, {"prices": {"input": 7, "output": 8}})
    with trio.fail_after(SECONDS):
        async with open_agent(choice, Home(tmp_path), {}, is_session_new=True) as opened:
            assert opened.agent.routes[0].price == Price(7000, 8000)
        other = AnthropicSettings.model_validate({"model": "other", "api_key": "k"})
        unknown = evolve(choice, settings=other)
        async with open_agent(unknown, Home(tmp_path), {}, is_session_new=True) as opened:
            assert opened.agent.routes[0].price is None
