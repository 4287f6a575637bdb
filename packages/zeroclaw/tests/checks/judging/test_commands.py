"""What an agent may run unasked is what the gate itself would let through."""

from __future__ import annotations

import pytest

from zeroclaw.checks.judging.commands import AgentCommands
from zeroclaw_api.risk import Assessment, Autonomy, Effect, HighRisk, Risk, RiskProfile
from zeroclaw_runtime import (
    CommandRules,
    Policies,
    Verdict,
    assess_script,
    decide,
    script_policy,
)

SHELL = frozenset({"shell"})
OTHER = frozenset({"file_read"})


@pytest.mark.parametrize(
    ("profile", "unasked"),
    [
        (RiskProfile(), Risk.LOW),
        (RiskProfile(high_risk=HighRisk.ASK), Risk.LOW),
        (RiskProfile(Autonomy.READONLY), Risk.LOW),
        (RiskProfile(Autonomy.FULL), Risk.HIGH),
        (RiskProfile(auto_approve=SHELL), Risk.MEDIUM),
        (RiskProfile(auto_approve=OTHER), Risk.LOW),
        (RiskProfile(Autonomy.READONLY, auto_approve=SHELL), Risk.LOW),
        (RiskProfile(Autonomy.FULL, always_ask=SHELL), None),
        (RiskProfile(auto_approve=SHELL, always_ask=SHELL), None),
        (RiskProfile(Autonomy.FULL, never_allow=SHELL), None),
        (RiskProfile(Autonomy.FULL, tools_allow=OTHER), None),
        (RiskProfile(Autonomy.FULL, tools_allow=SHELL), Risk.HIGH),
    ],
)
def test_profile_decides_how_risky_a_command_may_be_unasked(
    profile: RiskProfile, unasked: Risk | None
) -> None:
    assert AgentCommands(profile).unasked is unasked


@pytest.mark.parametrize(
    ("profile", "can_run"),
    [
        (RiskProfile(), True),
        (RiskProfile(Autonomy.READONLY), True),
        (RiskProfile(always_ask=SHELL), True),
        (RiskProfile(Autonomy.FULL, never_allow=SHELL), False),
        (RiskProfile(Autonomy.FULL, tools_allow=OTHER), False),
    ],
)
def test_agent_whose_shell_is_taken_away_runs_nothing(profile: RiskProfile, can_run: bool) -> None:
    assert AgentCommands(profile).can_run is can_run


@pytest.mark.parametrize("level", Autonomy)
@pytest.mark.parametrize("script", ["ls", "git status", "touch a", "make", "rm -rf a"])
def test_real_scripts_run_unasked_as_their_risk_foretells(level: Autonomy, script: str) -> None:
    profile = RiskProfile(level)
    policies = Policies(scripts=script_policy(CommandRules(roots=("/w",))))
    assessment = assess_script(script, policies)
    runs = decide(profile, "shell", assessment).verdict is Verdict.RUN
    unasked = AgentCommands(profile).unasked
    assert unasked is not None
    assert runs is (assessment.risk <= unasked)


def test_control_a_command_of_low_risk_that_writes_does_not_run_for_a_reader() -> None:
    writing = Assessment(Risk.LOW, frozenset({Effect.WRITE}))
    assert decide(RiskProfile(Autonomy.READONLY), "shell", writing).verdict is Verdict.DENY


def test_unconfined_commands_reach_the_network_whatever_is_said_of_it() -> None:
    assert AgentCommands(sandbox="none").reaches_network
    assert AgentCommands(has_network=True).reaches_network
    assert not AgentCommands().reaches_network
    assert AgentCommands(sandbox="none").is_unconfined
