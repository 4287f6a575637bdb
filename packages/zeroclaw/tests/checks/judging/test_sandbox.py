"""What confines a command is told plainly, as is who runs some unasked."""

from __future__ import annotations

import pytest

from zeroclaw.checks.finding import Severity
from zeroclaw.checks.judging.sandbox import AgentRisk, SandboxFacts, judge_sandbox, runs_unasked
from zeroclaw_api.risk import Autonomy, RiskProfile

SHELL = frozenset({"shell"})


@pytest.mark.parametrize(
    ("profile", "unasked"),
    [
        (RiskProfile(), False),
        (RiskProfile(Autonomy.FULL), True),
        (RiskProfile(Autonomy.FULL, never_allow=SHELL), False),
        (RiskProfile(Autonomy.FULL, always_ask=SHELL), False),
        (RiskProfile(Autonomy.SUPERVISED, auto_approve=SHELL), True),
        (RiskProfile(Autonomy.SUPERVISED, auto_approve=SHELL, always_ask=SHELL), False),
        (RiskProfile(Autonomy.READONLY, auto_approve=SHELL), False),
    ],
)
def test_profile_decides_whether_a_command_is_asked_about(
    profile: RiskProfile, unasked: bool
) -> None:
    assert runs_unasked(profile) is unasked


def test_working_bubblewrap_is_never_sold_as_confinement() -> None:
    found = judge_sandbox(SandboxFacts("bubblewrap", landlock=3))
    assert {finding.severity for finding in found} == {Severity.OK}
    assert "does not confine what a command reads" in found[0].text
    assert "Landlock 3" in found[1].text


def test_weaker_room_warns_no_room_fails() -> None:
    weaker = judge_sandbox(SandboxFacts("forkserver", "no bwrap"))
    nothing = judge_sandbox(SandboxFacts(None, "no Linux"))
    assert (weaker[0].severity, nothing[0].severity) == (Severity.WARNING, Severity.ERROR)
    assert "no bwrap" in weaker[0].text


def test_agents_that_run_unasked_are_named_with_what_ends_it() -> None:
    full = AgentRisk(RiskProfile(Autonomy.FULL), "yolo")
    approved = AgentRisk(RiskProfile(auto_approve=SHELL), "bold")
    agents = {"b": full, "a": full, "c": AgentRisk(RiskProfile()), "d": approved}
    found = judge_sandbox(SandboxFacts("bubblewrap", agents=agents))[2:]
    assert {finding.severity for finding in found} == {Severity.WARNING}
    assert [finding.text.rpartition(": ")[2] for finding in found] == ["a, b.", "d."]
    assert found[0].fix == "Be asked: `zeroclaw config set risk_profiles.yolo.level supervised`."
    assert found[1].fix == "Be asked: take shell out of auto_approve of risk_profiles.bold."
