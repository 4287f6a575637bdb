"""The command that says how the gate decides."""

from __future__ import annotations

import click

from zeroclaw.commands.agent import agents_like
from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["policy"]

EXAMPLES = """\b
Examples:
  zeroclaw policy check -- git push origin main
  zeroclaw policy check -a main -- 'cat notes.txt | grep todo'
"""

CHECK_EXAMPLES = """\b
Examples:
  zeroclaw policy check -- git status
  zeroclaw policy check -a main -- 'cd src && make test'
  zeroclaw policy check --json -- curl -d @notes https://example.com | jq .decision

\b
Exit codes: 0 it would run, 1 it would not run or failed, 2 wrong usage, 3 a person would be asked.
"""


@click.group(epilog=EXAMPLES)
def policy() -> None:
    """See how the gate would decide about a command, without running it."""


@policy.command(
    "check",
    cls=StrictOptions,
    epilog=CHECK_EXAMPLES,
    context_settings={"allow_interspersed_args": False},
)
@click.argument("words", nargs=-1, required=True, metavar="COMMAND...")
@click.option(
    "-a",
    "--agent",
    "alias",
    metavar="ALIAS",
    shell_complete=agents_like,
    help="The agent whose risk profile decides; the usual one when left out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def check(words: tuple[str, ...], alias: str | None, as_json: bool, debug: bool) -> None:
    """Say whether a shell command would run, be asked about, or not run, with the rule.

    One word is taken as a whole script; several words are one command, each as it stands.
    Nothing is run.
    """
    from zeroclaw.policies.checking import Check, run

    raise SystemExit(run(Check(words, alias, as_json), debug=debug))
