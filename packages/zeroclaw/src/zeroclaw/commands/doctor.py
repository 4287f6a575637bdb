"""The command that finds what is wrong with an installation."""

from __future__ import annotations

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["doctor"]

EXAMPLES = """\b
Examples:
  zeroclaw doctor
  zeroclaw doctor --offline
  zeroclaw doctor --agent main
  zeroclaw doctor --json | jq -r '.findings[] | select(.severity == "error") | .text'
  zeroclaw doctor --json | jq -e 'all(.findings[]; .code != "unconfined")'

\b
Exit codes: 0 nothing is an error, 1 something is, 2 wrong usage, 130 cancelled.
"""


@click.command(cls=StrictOptions, epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--offline", "is_offline", is_flag=True, help="Ask no provider.")
@click.option("-a", "--agent", "alias", metavar="ALIAS", help="Look at this agent alone.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def doctor(as_json: bool, is_offline: bool, alias: str | None, debug: bool) -> None:
    """Find what is wrong, with what fixes it.

    Looks at the config, its secrets, who may touch the files, disk, database, sandbox, clock, the
    installed parts, and asks every configured provider whether it would answer; that may take 5
    seconds, the whole at most 20. Nothing is changed, no file is created.
    """
    from zeroclaw.checks.doctor import ExamineRequest, run

    raise SystemExit(run(ExamineRequest(as_json, is_offline, alias), debug=debug))
