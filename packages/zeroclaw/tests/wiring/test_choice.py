"""An agent is chosen with all that its config says."""

from __future__ import annotations

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.wiring.choice import choose, limits_of, unconfigured
from zeroclaw.wiring.families import installed_families
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_api.usage import Money
from zeroclaw_config import (
    BudgetSettings,
    Config,
    RuntimeSettings,
    UnknownAgent,
    check_config,
)
from zeroclaw_runtime import BudgetLimits, Limits, Retries

THREE = Retries(attempts=3)
MODEL = {"uri": "http://127.0.0.1:1/v1", "model": "some-model"}


def nothing(_family: str, _model: str) -> None:
    """What is known about models."""


def config(**agents: dict[str, str]) -> Config:
    document = {
        "schema_version": 3,
        "providers": {"models": {"custom": {"home": MODEL}}},
        "risk_profiles": {"free": {"level": "full"}},
        "runtime_profiles": {"short": {"max_iterations": 3}},
        "agents": agents,
    }
    return check_config(document, "a test", {}, installed_families())


def test_agent_comes_with_its_model_and_its_profiles() -> None:
    choice = choose(
        config(
            main={
                "model_provider": "custom.home",
                "risk_profile": "free",
                "runtime_profile": "short",
            }
        ),
        None,
        nothing,
    )
    assert (choice.alias, choice.provider) == ("main", "custom.home")
    assert choice.settings.model == "some-model"
    assert choice.profile.level is Autonomy.FULL
    assert choice.limits.iterations == 3


def test_agent_without_profiles_is_supervised_within_the_built_in_limits() -> None:
    choice = choose(config(main={"model_provider": "custom.home"}), "main", nothing)
    assert choice.profile == RiskProfile()
    assert choice.limits == Limits(retries=THREE)


def test_unknown_agent_is_refused() -> None:
    with pytest.raises(UnknownAgent, match="main"):
        choose(config(main={"model_provider": "custom.home"}), "mian", nothing)


def test_without_a_config_there_is_one_agent() -> None:
    settings = config(main={"model_provider": "custom.home"}).models["custom.home"]
    assert unconfigured(None, "custom.given", settings).alias == "main"
    assert unconfigured("main", "custom.given", settings).alias == "main"
    with pytest.raises(WrongUsage, match="no agent but main"):
        unconfigured("other", "custom.given", settings)


def test_limits_of_a_profile_replace_those_built_in() -> None:
    profile = RuntimeSettings(5, 60.0, BudgetSettings(session=Money(1), day=Money(2)))
    assert limits_of(profile) == Limits(
        iterations=5,
        turn_seconds=60.0,
        budget=BudgetLimits(session=Money(1), day=Money(2)),
        retries=THREE,
    )
    assert limits_of(RuntimeSettings()) == Limits(retries=THREE)


def test_a_profile_says_how_often_a_model_is_asked_again() -> None:
    limits = limits_of(RuntimeSettings(provider_retries=0, provider_backoff_ms=250))
    assert (limits.retries.attempts, limits.retries.first_wait) == (1, 0.25)


def test_an_agent_may_fall_back_to_any_entry_of_the_config() -> None:
    choice = choose(config(main={"model_provider": "custom.home"}), None, nothing)
    assert choice.models.keys() == {"custom.home"}
    assert [link.provider for link in choice.chain] == ["custom.home"]
