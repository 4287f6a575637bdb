"""The commands about approvals that were given for good."""

from __future__ import annotations

import os

import click

from zeroclaw.commands.agent import agents_like
from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["approvals"]

EXAMPLES = """\b
Examples:
  zeroclaw approvals list
  zeroclaw approvals revoke 1f3a9c0b
"""

LIST_EXAMPLES = """\b
Examples:
  zeroclaw approvals list
  zeroclaw approvals list -a main
  zeroclaw approvals list --json | jq -r '.[].id'

\b
Exit codes: 0 listed, 1 failed, 2 wrong usage.
"""

REVOKE_EXAMPLES = """\b
Examples:
  zeroclaw approvals revoke 1f3a9c0b
  zeroclaw approvals revoke --all
  zeroclaw approvals revoke --all -a main --yes

\b
Exit codes: 0 revoked, 1 failed or no such id, 2 wrong usage, 130 cancelled.
"""


def _ids(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.approving.completing import ids_like

    return ids_like(incomplete)


@click.group(epilog=EXAMPLES)
def approvals() -> None:
    """See or revoke what you approved for good.

    Whoever answers a question with "a" is not asked again about commands that begin alike, the
    same path or the same call. Such approvals are kept in approvals.json beside the configuration.
    If that file cannot be read, nothing counts as approved.
    """


@approvals.command("list", cls=StrictOptions, epilog=LIST_EXAMPLES)
@click.option(
    "-a",
    "--agent",
    "alias",
    metavar="ALIAS",
    shell_complete=agents_like,
    help="Only those of this agent.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def list_(alias: str | None, as_json: bool, debug: bool) -> None:
    """Show each with its id, its agent, its tool, when, who gave it, what it is for."""
    from zeroclaw.approving.listing import run

    raise SystemExit(run(os.environ, agent=alias, as_json=as_json, debug=debug))


@approvals.command("revoke", cls=StrictOptions, epilog=REVOKE_EXAMPLES)
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=_ids)
@click.option("--all", "is_all", is_flag=True, help="Revoke all of them.")
@click.option(
    "-a",
    "--agent",
    "alias",
    metavar="ALIAS",
    shell_complete=agents_like,
    help="With --all, only those of this agent.",
)
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask before --all.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def revoke(
    ids: tuple[str, ...], is_all: bool, alias: str | None, is_agreed: bool, debug: bool
) -> None:
    """Take back those with these ids, or --all; running agents ask again from then on."""
    from zeroclaw.approving.revoking import run

    raise SystemExit(
        run(os.environ, ids, is_all=is_all, agent=alias, is_agreed=is_agreed, debug=debug)
    )
