"""The commands about one-time codes."""

from __future__ import annotations

import os

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["otp"]

EXAMPLES = """\b
Examples:
  zeroclaw otp enroll
  zeroclaw otp verify
"""

ENROLL_EXAMPLES = """\b
Examples:
  zeroclaw otp enroll
  zeroclaw otp enroll --json

\b
Exit codes: 0 enrolled, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
"""

STATUS_EXAMPLES = """\b
Examples:
  zeroclaw otp status
  zeroclaw otp status --json | jq .enrolled

\b
Exit codes: 0 shown, 1 failed, 2 wrong usage.
"""

VERIFY_EXAMPLES = """\b
Examples:
  zeroclaw otp verify
  echo 123456 | zeroclaw otp verify --json

\b
Exit codes: 0 accepted, 1 refused or failed, 2 wrong usage, 130 cancelled.
"""

DISABLE_EXAMPLES = """\b
Example:
  zeroclaw otp disable

\b
Exit codes: 0 forgotten, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
"""


@click.group(epilog=EXAMPLES)
def otp() -> None:
    """Have an authenticator app confirm what matters.

    A code counts once. After three wrong ones none counts for five minutes, then for ten, and so
    on. The secret is kept in otp-secret beside the configuration, sealed with its key.
    """


@otp.command("enroll", cls=StrictOptions, epilog=ENROLL_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on each line.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def enroll(as_json: bool, debug: bool) -> None:
    """Enrol an authenticator app.

    You are shown a QR code to scan, and asked for the first code of the app; without it nothing is
    kept. Where an app is enrolled already, a code of that one is asked for before. Where standard
    input is no terminal, each code is a line of it.
    """
    from zeroclaw.otp.enrolling import run
    from zeroclaw.otp.entering import enter_code

    raise SystemExit(run(os.environ, enter_code, as_json=as_json, debug=debug))


@otp.command("status", cls=StrictOptions, epilog=STATUS_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def status(as_json: bool, debug: bool) -> None:
    """Show whether an app is enrolled, and whether codes are locked out."""
    from zeroclaw.otp.showing import run

    raise SystemExit(run(os.environ, as_json=as_json, debug=debug))


@otp.command("verify", cls=StrictOptions, epilog=VERIFY_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def verify(as_json: bool, debug: bool) -> None:
    """Check a code of the app; it is used up by that."""
    from zeroclaw.otp.entering import enter_code
    from zeroclaw.otp.verifying import run

    raise SystemExit(run(os.environ, enter_code, as_json=as_json, debug=debug))


@otp.command("disable", cls=StrictOptions, epilog=DISABLE_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def disable(as_json: bool, debug: bool) -> None:
    """Forget the app, once it has shown a code.

    If the app is lost, remove the file otp-secret beside the configuration instead.
    """
    from zeroclaw.otp.disabling import run
    from zeroclaw.otp.entering import enter_code

    raise SystemExit(run(os.environ, enter_code, as_json=as_json, debug=debug))
