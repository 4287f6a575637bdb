"""What commands are held to has the same facts in words as in JSON."""

from __future__ import annotations

from typing import Final

import pytest
from attrs import evolve

from zeroclaw.checks.commands_text import commands_json, commands_lines
from zeroclaw.checks.judging.commands import AgentCommands, Probed
from zeroclaw.terminal.style import Style
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_api.sandbox import SandboxStrength

SHELL: Final = frozenset({"shell"})
MAIN: Final = AgentCommands(profile_name="p")
STRONG: Final = Probed("bubblewrap", SandboxStrength.FULL)
WEAK: Final = Probed("landlock", SandboxStrength.NO_METADATA_PROTECTION)
OFF: Final = Probed("none", SandboxStrength.NONE)


def text(commands: AgentCommands, probed: Probed | None, *, colour: bool = False) -> str:
    return "\n".join(commands_lines("main", commands, probed, Style(colour=colour)))


def test_confined_commands_take_one_quiet_line() -> None:
    assert text(MAIN, STRONG, colour=True) == (
        "shell commands are confined by bubblewrap, without network"
    )


def test_what_is_weaker_or_reaches_the_network_is_set_off() -> None:
    opened = text(evolve(MAIN, has_network=True), STRONG, colour=True)
    weak = text(MAIN, WEAK, colour=True)
    assert "with the whole network open" in opened
    assert "names, sizes and times of other files" in weak
    assert "\x1b[33m" in opened
    assert "\x1b[33m" in weak


def test_no_sandbox_is_loud_in_words_and_colour() -> None:
    shown = text(evolve(MAIN, sandbox="none"), OFF)
    assert shown.startswith("UNCONFINED: risk_profiles.p turns the sandbox off")
    assert "`zeroclaw config set risk_profiles.p.sandbox_backend auto`" in shown
    assert "\x1b[31m" in text(evolve(MAIN, sandbox="none"), OFF, colour=True)


def test_sandbox_that_fails_says_that_nothing_runs_without_its_orders_to_the_terminal() -> None:
    shown = text(MAIN, Probed(None, problem="bad\x1b[2J"))
    assert "No shell command of main runs here" in shown
    assert "\x1b" not in shown


def test_agent_without_a_shell_is_told_as_that() -> None:
    mute = evolve(MAIN, profile=RiskProfile(never_allow=SHELL))
    assert text(mute, STRONG) == "runs no shell commands"
    assert commands_json(mute, None)["can_run"] is False


def test_full_agent_is_loud_and_approved_shell_less_so() -> None:
    full = evolve(MAIN, profile=RiskProfile(Autonomy.FULL))
    approved = evolve(MAIN, profile=RiskProfile(auto_approve=SHELL))
    assert "FULL: main acts without asking you" in text(full, STRONG)
    assert "\x1b[31m" in text(full, STRONG, colour=True)
    shown = text(approved, STRONG)
    assert "main runs shell commands that change things without asking you." in shown
    assert "FULL" not in shown


def test_wide_folders_are_told_apart_by_what_they_are_open_for() -> None:
    shown = text(evolve(MAIN, wide_writable=("/",), wide_readable=("/home",)), STRONG)
    assert "main may read and write all in /, which holds your home folder." in shown
    assert "main may read all in /home, which holds your home folder." in shown


@pytest.mark.parametrize(
    ("commands", "probed", "facts"),
    [
        (MAIN, STRONG, ("auto", "bubblewrap", "full", None, "none", "low")),
        (
            evolve(MAIN, sandbox="none", profile=RiskProfile(Autonomy.FULL)),
            OFF,
            ("none", "none", "none", None, "open", "high"),
        ),
        (
            evolve(MAIN, has_network=True, profile=RiskProfile(always_ask=SHELL)),
            Probed(None, problem="broken"),
            ("auto", None, None, "broken", "open", None),
        ),
        (MAIN, None, ("auto", None, None, None, "none", "low")),
    ],
)
def test_json_has_the_same_facts_under_stable_keys(
    commands: AgentCommands, probed: Probed | None, facts: tuple[str | None, ...]
) -> None:
    form = commands_json(commands, probed)
    keys = ("sandbox", "works", "strength", "problem", "network", "unasked_risk")
    assert tuple(form[key] for key in keys) == facts
    assert set(form) == {*keys, "can_run", "wide_roots"}
    assert form["wide_roots"] == {"write": [], "read": []}
