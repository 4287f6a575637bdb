"""Tests of the checked configuration."""

from pathlib import Path

import pytest

from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_config import (
    AgentNotChosen,
    AgentSettings,
    BoundarySettings,
    Config,
    NoAgents,
    Notice,
    RiskSettings,
    RuntimeSettings,
    UnknownAgent,
)


def with_agents(**agents: AgentSettings) -> Config:
    profiles = {
        "wild": RiskSettings(RiskProfile(Autonomy.FULL, auto_approve=frozenset({"hidden"})))
    }
    runtimes = {"slow": RuntimeSettings(3)}
    return Config(Path("c.toml"), agents, profiles, runtimes, {})


PLAIN = AgentSettings("custom.home")


def test_the_agent_asked_for_is_chosen() -> None:
    assert with_agents(a=PLAIN, b=PLAIN).choose_agent("b") == "b"


def test_the_only_agent_is_chosen_without_being_named() -> None:
    assert with_agents(a=PLAIN).choose_agent() == "a"


def test_main_is_chosen_among_several_agents() -> None:
    assert with_agents(a=PLAIN, main=PLAIN).choose_agent(None) == "main"


def test_several_agents_without_main_are_listed() -> None:
    with pytest.raises(AgentNotChosen, match="one of a, b"):
        with_agents(a=PLAIN, b=PLAIN).choose_agent()


def test_an_unknown_agent_names_the_nearest_or_all() -> None:
    with pytest.raises(UnknownAgent, match="no agent `hlper`; did you mean `helper`"):
        with_agents(helper=PLAIN).choose_agent("hlper")
    with pytest.raises(UnknownAgent, match="it has helper"):
        with_agents(helper=PLAIN).choose_agent("zzz\n")


def test_no_agent_at_all_is_its_own_error() -> None:
    for alias in (None, "main"):
        with pytest.raises(NoAgents, match=r"\[agents.main\]"):
            with_agents().choose_agent(alias)


def test_an_agent_without_profiles_gets_the_built_in_ones() -> None:
    config = with_agents(a=PLAIN, b=AgentSettings("custom.home", "wild", "slow"))
    assert config.risk_profile_of("a") == RiskProfile()
    assert config.boundary_of("a") == BoundarySettings()
    assert config.risk_profile_of("b").level is Autonomy.FULL
    assert config.runtime_profile_of("a") == RuntimeSettings()
    assert config.runtime_profile_of("b").max_iterations == 3


def test_a_printed_configuration_shows_names_alone() -> None:
    assert "agents=<a>" in repr(with_agents(a=PLAIN))
    assert "hidden" not in str(with_agents())


def test_a_notice_says_where_the_section_stands() -> None:
    notice = Notice("c.toml", 9, "memory", "is read by nothing that is installed; ignored")
    assert str(notice) == "c.toml, line 9: memory is read by nothing that is installed; ignored."
    assert str(Notice("c.toml", None, "a", "is odd")) == "c.toml: a is odd."
