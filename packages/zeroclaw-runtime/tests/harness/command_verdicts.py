"""Judges scripts of tests by one set of rules."""

from __future__ import annotations

from attrs import evolve

from zeroclaw_api.risk import Risk
from zeroclaw_runtime.security.commands.judging import script_policy
from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.verdict import CommandVerdict

__all__ = ["RULES", "program_risks", "verdict"]

RULES = CommandRules(
    roots=("/home/u/ws", "/data"),
    forbidden=("/etc", "/root", "/home", "~/.ssh"),
    protected=(".git/hooks", ".git/config", ".zeroclaw"),
    home="/home/u",
)


def verdict(
    text: str, rules: CommandRules = RULES, allowed_commands: frozenset[str] | None = None
) -> CommandVerdict:
    """What the policy says of a script."""
    return script_policy(evolve(rules, allowed_commands=allowed_commands))(text)


def program_risks(**scripts: str) -> list[tuple[str, Risk]]:
    """The lines under `low`, `medium`, `high`, each with that risk."""
    return [
        (line.strip(), Risk[name.upper()])
        for name, text in scripts.items()
        for line in text.splitlines()
        if line.strip()
    ]
