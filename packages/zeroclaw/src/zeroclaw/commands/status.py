"""The command that tells what is configured, without asking anybody."""

from __future__ import annotations

import click

__all__ = ["status"]

EXAMPLES = """\b
Examples:
  zeroclaw status
  zeroclaw status --json | jq -r '.agents[].model'
  zeroclaw status --json | jq -r '.agents[] | [.alias, .commands.works] | @tsv'

\b
Exit codes: 0 the config can be used, 1 it cannot, 2 wrong usage.
"""


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def status(as_json: bool, debug: bool) -> None:
    """Show what is configured: agents with their models, limits, sessions.

    Says loudly when an agent acts without asking, or when nothing confines its commands, which is
    found out by running one that does nothing. Nothing is changed and nobody is asked over the
    network; `zeroclaw doctor` finds what is wrong.
    """
    from zeroclaw.checks.status import run

    raise SystemExit(run(as_json=as_json, debug=debug))
