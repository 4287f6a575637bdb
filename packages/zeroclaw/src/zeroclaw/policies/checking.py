"""Judges a command as the gate would, from the flags to the exit code."""

from __future__ import annotations

import os
from functools import partial
from shlex import join
from typing import Final

from attrs import frozen

from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import is_terminal, show, show_json
from zeroclaw.ending import FAILED, SUCCEEDED, ended
from zeroclaw.policies.text import Explained, as_json, explained_rows
from zeroclaw.terminal.style import style_for
from zeroclaw.wiring.boundary import boundary_of
from zeroclaw.wiring.choice import UNCONFIGURED_AGENT
from zeroclaw_api.risk import RiskProfile
from zeroclaw_config import BoundarySettings, load_config
from zeroclaw_runtime import Verdict, assess_script, decide

__all__ = ["Check", "run"]

ASKED: Final = 3
"""The exit code for a command that a person would be asked about."""

SHELL: Final = "shell"


@frozen
class Check:
    """What was typed; one word is a script, several are one command."""

    words: tuple[str, ...]
    alias: str | None
    as_json: bool

    @property
    def script(self) -> str:
        """The script that is meant."""
        return self.words[0] if len(self.words) == 1 else join(self.words)


def run(check: Check, *, debug: bool) -> int:
    """Do it; the exit code. What goes wrong is told on standard error in one sentence."""
    return ended(partial(_run, check), debug=debug)


def _run(check: Check) -> int:
    place = this_installation()
    alias, profile, settings = _held_to(place, check.alias)
    boundary = boundary_of(alias, settings, place.home, place.environ)
    assessment = assess_script(check.script, boundary.policies)
    decided = decide(profile, SHELL, assessment)
    found = Explained(check.script, decided, assessment)
    if check.as_json:
        show_json(as_json(found))
    else:
        style = style_for(os.environ, is_terminal=is_terminal())
        show("\n".join(explained_rows(found, style)), is_harmless=True)
    return {Verdict.RUN: SUCCEEDED, Verdict.ASK: ASKED, Verdict.DENY: FAILED}[decided.verdict]


def _held_to(place: Installation, alias: str | None) -> tuple[str, RiskProfile, BoundarySettings]:
    """What an agent is held to; without a config, what it would be."""
    if alias is None and not place.config.exists():
        return UNCONFIGURED_AGENT, RiskProfile(), BoundarySettings()
    config = load_config(place.config, place.environ, place.families)
    chosen = config.choose_agent(alias)
    return chosen, config.risk_profile_of(chosen), config.boundary_of(chosen)
