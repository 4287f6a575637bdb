"""The commands about providers: which there are, whether those of the config work."""

from __future__ import annotations

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["providers"]

EXAMPLES = """\b
Examples:
  zeroclaw providers list
  zeroclaw providers list --configured
  zeroclaw providers check
  zeroclaw providers check custom.home
"""

LIST_EXAMPLES = """\b
Examples:
  zeroclaw providers list
  zeroclaw providers list --configured
  zeroclaw providers list --json | jq -r '.[] | select(.key == "optional") | .family'

\b
Exit codes: 0 shown, 1 failed, 2 wrong usage, 130 cancelled.
"""

CHECK_EXAMPLES = """\b
Examples:
  zeroclaw providers check
  zeroclaw providers check custom.home anthropic.work
  zeroclaw providers check --timeout 300 local.small
  zeroclaw providers check --json | jq -r '.providers[] | select(.error) | .error.text'

\b
Exit codes: 0 all work, 1 one does not, 2 wrong usage, 130 cancelled.
"""

SECONDS = 60
MOST_SECONDS = 3600

debug_option = click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _entries(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.providers.completing import entries_like

    return entries_like(incomplete)


@click.group(epilog=EXAMPLES)
def providers() -> None:
    """See which providers of models there are, or try those of the config."""


@providers.command("list", epilog=LIST_EXAMPLES)
@click.option(
    "--configured", "is_configured", is_flag=True, help="Only those that the config has a model of."
)
@json_option
@debug_option
def list_(is_configured: bool, as_json: bool, debug: bool) -> None:
    """List every family of models that is installed, with its aliases in the config.

    A family is the first part of a name such as anthropic.work. KEY is the variable in which the
    vendor's own documentation has the key: write api_key = "${ANTHROPIC_API_KEY}" to take it
    from there.
    """
    from zeroclaw.providers.listing import show_list

    raise SystemExit(show_list(is_configured=is_configured, as_json=as_json, debug=debug))


@providers.command("check", cls=StrictOptions, epilog=CHECK_EXAMPLES)
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=_entries)
@click.option(
    "--timeout",
    "seconds",
    type=click.IntRange(1, MOST_SECONDS),
    default=SECONDS,
    metavar="SECS",
    help=f"Seconds for the answers of one model; {SECONDS} when left out.",
)
@json_option
@debug_option
def check(names: tuple[str, ...], seconds: int, as_json: bool, debug: bool) -> None:
    """Ask every model of the config, or those named, two short questions.

    These are real requests, as an agent makes them, without what it would fall back to; they may
    cost a fraction of a cent each. The first shows whether the provider can be reached and takes
    the key, how fast it is, whether it streams; the second whether the model calls a tool when it
    is told to.

    A NAME is an alias of the config such as custom.home. One that answers in words where it should
    call a tool works, with a warning.
    """
    from zeroclaw.providers.checking import CheckRequest, run

    raise SystemExit(run(CheckRequest(names, float(seconds), as_json), debug=debug))
