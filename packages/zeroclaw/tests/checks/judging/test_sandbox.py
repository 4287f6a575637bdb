"""What confines a command is told plainly, as is who runs some unasked."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve

from zeroclaw.checks.finding import Finding, Severity
from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw.checks.judging.sandbox import SandboxFacts, judge_sandbox
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_api.sandbox import SandboxName, SandboxStrength

SHELL: Final = frozenset({"shell"})
STRONG: Final = Probed("bubblewrap", SandboxStrength.FULL)
WEAK: Final = Probed("landlock", SandboxStrength.NO_METADATA_PROTECTION)
OFF: Final = Probed("none", SandboxStrength.NONE)
BROKEN: Final = Probed(None, problem="no such thing")
MAIN: Final = AgentCommands(profile_name="p")


def facts(probed: Probed, *agents: AgentCommands, **more: Probed) -> SandboxFacts:
    """Of agents called `a`, `b` and so on; `auto` comes to the first, other names to the rest."""
    names: dict[str, SandboxName] = {
        "bubblewrap": "bubblewrap",
        "landlock": "landlock",
        "docker": "docker",
        "none": "none",
    }
    tried = {names[name]: each for name, each in more.items()}
    return SandboxFacts(
        {"auto": probed, **tried},
        has_bubblewrap=True,
        agents=dict(zip("abc", agents, strict=False)),
    )


def codes(found: list[Finding]) -> list[tuple[str, str | None]]:
    return [(finding.severity.value, finding.code) for finding in found]


def test_working_sandbox_with_nobody_unasked_is_fine() -> None:
    found = judge_sandbox(facts(STRONG, MAIN))
    assert codes(found) == [("ok", "confined"), ("ok", "asks_first")]
    assert "bubblewrap confines the shell commands of a" in found[0].text
    assert "without network" in found[0].text


@pytest.mark.parametrize(("has_bubblewrap", "words"), [(True, "AppArmor"), (False, "Install")])
def test_weaker_sandbox_warns_of_what_it_leaves_open(has_bubblewrap: bool, words: str) -> None:
    found = judge_sandbox(evolve(facts(WEAK, MAIN), has_bubblewrap=has_bubblewrap))
    assert codes(found)[0] == ("warning", "weaker_sandbox")
    assert "leaves open that they see names, sizes and times" in found[0].text
    assert words in str(found[0].fix)


def test_weaker_sandbox_that_was_chosen_is_told_without_a_warning() -> None:
    chosen = evolve(MAIN, sandbox="landlock")
    found = judge_sandbox(facts(STRONG, chosen, landlock=WEAK))
    assert codes(found)[0] == ("ok", "half_confined")
    assert "leaves open" in found[0].text


@pytest.mark.parametrize("has_bubblewrap", [True, False])
@pytest.mark.parametrize("sandbox", ["auto", "bubblewrap", "docker"])
@pytest.mark.parametrize("strongest", [WEAK, BROKEN])
def test_sandbox_that_fails_is_an_error_with_a_next_step(
    sandbox: SandboxName, strongest: Probed, has_bubblewrap: bool
) -> None:
    agent = evolve(MAIN, sandbox=sandbox)
    given = facts(strongest, agent, bubblewrap=BROKEN, docker=BROKEN)
    if sandbox == "auto":
        given = facts(BROKEN, agent)
    [failed, _] = judge_sandbox(evolve(given, has_bubblewrap=has_bubblewrap))
    assert (failed.severity, failed.code) == (Severity.ERROR, "sandbox_fails")
    assert f"No shell command of these agents runs here, since their sandbox {sandbox}" in (
        failed.text
    )
    assert "(no such thing)" in failed.text
    works = sandbox != "auto" and strongest is WEAK
    command = "`zeroclaw config set risk_profiles.p.sandbox_backend landlock`"
    assert (command in str(failed.fix)) is works
    if not works or sandbox == "bubblewrap":
        assert ("user namespaces" if has_bubblewrap else "Install bubblewrap") in str(failed.fix)


def test_no_sandbox_at_all_is_always_a_loud_warning() -> None:
    agent = evolve(MAIN, sandbox="none")
    [found, _] = judge_sandbox(facts(STRONG, agent, none=OFF))
    assert (found.severity, found.code) == (Severity.WARNING, "unconfined")
    assert found.text.startswith("NOTHING CONFINES the shell commands of a: risk_profiles.p ")
    command = "`zeroclaw config set risk_profiles.p.sandbox_backend auto`"
    assert found.fix == f"Turn it on again: {command}."


def test_open_network_warns_unless_all_is_open_anyway() -> None:
    opened = evolve(MAIN, has_network=True)
    found = judge_sandbox(facts(STRONG, opened))
    assert codes(found)[1] == ("warning", "network_open")
    assert "without network" not in found[0].text
    assert "risk_profiles.p.sandbox_network none" in str(found[1].fix)
    unconfined = evolve(opened, sandbox="none")
    assert "network_open" not in dict(codes(judge_sandbox(facts(STRONG, unconfined, none=OFF))))


def test_wide_folders_warn_for_agents_without_a_shell_too() -> None:
    mute = evolve(
        MAIN, profile=RiskProfile(never_allow=SHELL), wide_writable=("/",), wide_readable=("/home",)
    )
    found = judge_sandbox(facts(STRONG, mute))
    assert codes(found) == [
        ("ok", "sandbox_ready"),
        ("warning", "wide_root"),
        ("warning", "wide_root"),
    ]
    assert "may read and write all in /," in found[1].text
    assert "may read all in /home," in found[2].text
    assert found[1].fix == "Put a smaller folder into risk_profiles.p.allowed_roots."
    assert found[2].fix == "Put a smaller folder into risk_profiles.p.readonly_roots."


def test_no_sandbox_for_nobody_is_only_a_warning() -> None:
    [found] = judge_sandbox(facts(BROKEN))
    assert (found.severity, found.code) == (Severity.WARNING, "sandbox_unready")
    assert "no such thing" in found.text
    assert found.fix is not None


def test_agents_that_run_unasked_are_named_with_what_ends_it() -> None:
    full = AgentCommands(RiskProfile(Autonomy.FULL), "yolo")
    approved = AgentCommands(RiskProfile(auto_approve=SHELL), "bold", sandbox="none")
    given = facts(STRONG, full, full, approved, none=OFF)
    found = {finding.code: finding for finding in judge_sandbox(given)}
    runs, shell = found["runs_unasked"], found["shell_approved"]
    assert "asks_first" not in found
    assert {runs.severity, shell.severity} == {Severity.WARNING}
    assert runs.text.endswith("with nothing but the sandbox round it: a, b.")
    assert "with your own rights" in shell.text
    assert shell.text.endswith(": c.")
    assert runs.fix == "Be asked: `zeroclaw config set risk_profiles.yolo.level supervised`."
    assert shell.fix == "Be asked: take shell out of auto_approve of risk_profiles.bold."
