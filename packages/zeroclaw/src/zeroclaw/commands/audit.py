"""The commands about the ledger of calls."""

from __future__ import annotations

import os

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["audit"]

EXAMPLES = """\b
Examples:
  zeroclaw audit verify
  zeroclaw audit show --denied
"""

VERIFY_EXAMPLES = """\b
Examples:
  zeroclaw audit verify
  zeroclaw audit verify --json | jq -r .head
  zeroclaw audit verify --head 12:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03

\b
Exit codes: 0 whole, 1 broken or missing, 2 wrong usage.
"""

SHOW_EXAMPLES = """\b
Examples:
  zeroclaw audit show
  zeroclaw audit show --tool shell --since 2026-11-30
  zeroclaw audit show --denied --json | jq -r '.[].rule'

\b
Exit codes: 0 shown, 1 failed or foreign lines found, 2 wrong usage.
"""

EXPORT_EXAMPLES = """\b
Examples:
  zeroclaw audit export > calls.jsonl
  zeroclaw audit export --session holiday --since 2026-11-30T08:00 | jq -r .tool

\b
Exit codes: 0 written, 1 failed or foreign lines found, 2 wrong usage.
"""


@click.group(epilog=EXAMPLES)
def audit() -> None:
    """Look at the ledger of all calls, and check that nobody changed it.

    Every call of a tool has a record there, those that failed or were denied included. Records
    hold digests in place of texts, and each is signed and names the one before it.
    """


@audit.command("verify", cls=StrictOptions, epilog=VERIFY_EXAMPLES)
@click.option(
    "--head",
    "heads",
    metavar="COUNT:DIGEST",
    multiple=True,
    help="A head that an earlier verify printed; the ledger must contain it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def verify(heads: tuple[str, ...], as_json: bool, debug: bool) -> None:
    """Check the whole ledger: every record, every link, every seal.

    It tells what was edited, removed, moved, doubled or cut off. Who can write the files and read
    their key can still put back an earlier state of all of them: note the head it prints in
    another place, and give it with --head.
    """
    from zeroclaw.auditing.verifying import run

    raise SystemExit(run(os.environ, heads=heads, as_json=as_json, debug=debug))


@audit.command("show", cls=StrictOptions, epilog=SHOW_EXAMPLES)
@click.option("--session", metavar="NAME", default="", help="Only calls of this session.")
@click.option("--tool", metavar="NAME", default="", help="Only calls of this tool.")
@click.option("--since", metavar="TIME", default="", help="Only calls from this time on.")
@click.option("--denied", is_flag=True, help="Only calls that were denied.")
@click.option(
    "--last",
    "most",
    metavar="COUNT",
    type=click.IntRange(1, 10_000),
    default=50,
    show_default=True,
    help="How many, the newest.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def show(
    session: str, tool: str, since: str, denied: bool, most: int, as_json: bool, debug: bool
) -> None:
    """Show the newest calls: when, in which session, which tool, how it ended."""
    from zeroclaw.auditing.selecting import Wanted
    from zeroclaw.auditing.showing import run

    wanted = Wanted(session, tool, since, only_denied=denied)
    raise SystemExit(run(wanted, os.environ, most=most, as_json=as_json, debug=debug))


@audit.command("export", cls=StrictOptions, epilog=EXPORT_EXAMPLES)
@click.option("--session", metavar="NAME", default="", help="Only calls of this session.")
@click.option("--tool", metavar="NAME", default="", help="Only calls of this tool.")
@click.option("--since", metavar="TIME", default="", help="Only calls from this time on.")
@click.option("--denied", is_flag=True, help="Only calls that were denied.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def export(session: str, tool: str, since: str, denied: bool, debug: bool) -> None:
    """Write the calls as JSON Lines, the oldest first, as they stand in the ledger."""
    from zeroclaw.auditing.exporting import run
    from zeroclaw.auditing.selecting import Wanted

    wanted = Wanted(session, tool, since, only_denied=denied)
    raise SystemExit(run(wanted, os.environ, debug=debug))
