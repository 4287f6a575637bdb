"""The commands about logins to services."""

from __future__ import annotations

import os

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["auth"]

EXAMPLES = """\b
Examples:
  zeroclaw auth login copilot
  zeroclaw auth list
"""

LOGIN_EXAMPLES = """\b
Examples:
  zeroclaw auth login copilot
  zeroclaw auth login copilot --host https://github.example.com
  zeroclaw auth login openai
  zeroclaw auth login openai --device
  zeroclaw auth login openai --import -

\b
Exit codes: 0 logged in, 1 failed, 2 wrong usage, 130 cancelled.
"""

LIST_EXAMPLES = """\b
Examples:
  zeroclaw auth list
  zeroclaw auth list --json | jq -r '.[].login'

\b
Exit codes: 0 listed, 1 failed, 2 wrong usage.
"""

LOGOUT_EXAMPLES = """\b
Example:
  zeroclaw auth logout copilot

\b
Exit codes: 0 forgotten, 1 there was none, 2 wrong usage.
"""


@click.group(epilog=EXAMPLES)
def auth() -> None:
    """Log in to services that hand out tokens, in place of keys.

    The tokens are kept in logins.json beside the configuration, sealed with its key. Models of
    copilot use the login copilot by themselves, those of codex the login openai; for others, set
    api_key to "login://NAME".
    """


@auth.command("login", cls=StrictOptions, epilog=LOGIN_EXAMPLES)
@click.argument("name", metavar="NAME")
@click.option(
    "--import",
    "brought",
    metavar="PATH",
    help="Take over the login of Codex from this auth.json; - is the usual place.",
)
@click.option(
    "--host",
    "origin",
    metavar="URL",
    default="",
    help="The service of your company in place of the public one.",
)
@click.option(
    "--browser",
    is_flag=True,
    help="Log in through a browser on this machine; openai and xai alone have that.",
)
@click.option(
    "--device",
    is_flag=True,
    help="Show a code, to be confirmed in a browser on any device.",
)
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def login(
    name: str, brought: str | None, origin: str, browser: bool, device: bool, debug: bool
) -> None:
    """Log in to NAME: copilot, openai, qwen or xai.

    You are shown an address with a code, to be confirmed in any browser; Ctrl+C leaves. For openai
    the browser of this machine opens instead, unless there is none or you came over SSH. A login
    that is there already is replaced.
    """
    from zeroclaw.logins.logging_in import run
    from zeroclaw.logins.manner import Manner

    wanted = {Manner.BROWSER: browser, Manner.DEVICE: device}
    manners = [manner for manner, is_wanted in wanted.items() if is_wanted]
    raise SystemExit(
        run(name, os.environ, brought=brought, origin=origin, manners=manners, debug=debug)
    )


@auth.command("list", cls=StrictOptions, epilog=LIST_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def list_(as_json: bool, debug: bool) -> None:
    """Show which logins there are, never their tokens."""
    from zeroclaw.logins.listing import run

    raise SystemExit(run(os.environ, as_json=as_json, debug=debug))


@auth.command("logout", cls=StrictOptions, epilog=LOGOUT_EXAMPLES)
@click.argument("name", metavar="NAME")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def logout(name: str, debug: bool) -> None:
    """Forget the login NAME.

    The service itself still knows of it; take it back in the settings of your account there.
    """
    from zeroclaw.logins.logging_out import run

    raise SystemExit(run(name, os.environ, debug=debug))
