"""The commands about the secrets of the configuration."""

from __future__ import annotations

import os
from functools import partial

import click

__all__ = ["secrets"]

EXAMPLES = """\b
Examples:
  zeroclaw secrets set providers.models.custom.home.api_key
  zeroclaw secrets list
"""

SET_EXAMPLES = """\b
Examples:
  zeroclaw secrets set providers.models.custom.home.api_key
  zeroclaw secrets set providers.models.custom.home.api_key - < key.txt
  echo op://Private/server/key | zeroclaw secrets set providers.models.custom.home.api_key
  echo keyring://my-server/me | zeroclaw secrets set providers.models.custom.home.api_key

\b
Exit codes: 0 written, 1 failed, 2 wrong usage, 130 cancelled.
"""

LIST_EXAMPLES = """\b
Examples:
  zeroclaw secrets list
  zeroclaw secrets list --json | jq -r '.[] | select(.kind == "plain") | .key'

\b
Exit codes: 0 listed, 1 failed, 2 wrong usage.
"""

REMOVE_EXAMPLES = """\b
Examples:
  zeroclaw secrets remove providers.models.custom.home.api_key
  zeroclaw secrets remove providers.models.custom.home.api_key --yes

\b
Exit codes: 0 removed, 1 failed, 2 wrong usage, 130 cancelled.
"""

ROTATE_EXAMPLES = """\b
Examples:
  zeroclaw secrets rotate-key
  zeroclaw secrets rotate-key --yes

\b
Exit codes: 0 replaced, 1 failed, 2 wrong usage, 130 cancelled.
"""


@click.group(epilog=EXAMPLES)
def secrets() -> None:
    """Keep keys and tokens sealed in the configuration.

    They are sealed with the key in the file .secret_key beside it, each bound to its place: moved
    to another one it does not open.
    """


@secrets.command("set", epilog=SET_EXAMPLES)
@click.argument("key", metavar="KEY")
@click.argument("source", metavar="[-]", nargs=-1)
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def set_(key: str, source: tuple[str, ...], debug: bool) -> None:
    """Seal a secret, and put it at KEY.

    You are asked for it twice, unseen. Where standard input is no terminal, or with `-`, it is
    read from there to its end. A reference is kept as it is: op://vault/item/field into 1Password,
    keyring://SERVICE/USER into the keyring of the system (a slash in a name is written %2F). What
    it points to is fetched when an agent needs it.
    """
    from zeroclaw.sealing.entering import enter_secret
    from zeroclaw.sealing.set_secret import run

    raise SystemExit(run(key, partial(enter_secret, source), os.environ, debug=debug))


@secrets.command("list", epilog=LIST_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def list_(as_json: bool, debug: bool) -> None:
    """Show where secrets stand, how each is kept, never what it is."""
    from zeroclaw.sealing.list_secrets import run

    raise SystemExit(run(os.environ, as_json=as_json, debug=debug))


@secrets.command("remove", epilog=REMOVE_EXAMPLES)
@click.argument("key", metavar="KEY")
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask before removing.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def remove(key: str, is_agreed: bool, debug: bool) -> None:
    """Take the secret at KEY out of the configuration."""
    from zeroclaw.sealing.remove_secret import run

    raise SystemExit(run(key, os.environ, is_agreed=is_agreed, debug=debug))


@secrets.command("rotate-key", epilog=ROTATE_EXAMPLES)
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask before replacing it.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def rotate_key(is_agreed: bool, debug: bool) -> None:
    """Replace the key that seals, and seal every secret anew.

    Earlier backups of the configuration cannot be read afterwards. When it is interrupted, both
    keys are kept, so that nothing is lost; run it again.
    """
    from zeroclaw.sealing.rotate_key import run

    raise SystemExit(run(os.environ, is_agreed=is_agreed, debug=debug))
