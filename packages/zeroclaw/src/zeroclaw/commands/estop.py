"""The commands of the emergency stop."""

from __future__ import annotations

import os

import click

from zeroclaw.commands.strict_options import StrictOptions

__all__ = ["estop"]

EXAMPLES = """\b
Examples:
  zeroclaw estop kill-all
  zeroclaw estop resume
"""

KILL_ALL_EXAMPLES = """\b
Example:
  zeroclaw estop kill-all

\b
Exit codes: 0 stopped, 1 failed, 2 wrong usage.
"""

NETWORK_EXAMPLES = """\b
Example:
  zeroclaw estop network

\b
Exit codes: 0 stopped, 1 failed, 2 wrong usage.
"""

DOMAINS_EXAMPLES = """\b
Examples:
  zeroclaw estop domains example.com
  zeroclaw estop domains "*"

\b
Exit codes: 0 stopped, 1 failed, 2 wrong usage.
"""

TOOLS_EXAMPLES = """\b
Example:
  zeroclaw estop tools shell file_write

\b
Exit codes: 0 stopped, 1 failed, 2 wrong usage.
"""

RESUME_EXAMPLES = """\b
Examples:
  zeroclaw estop resume
  zeroclaw estop resume --network --tool shell
  echo 123456 | zeroclaw estop resume

\b
Exit codes: 0 resumed, 1 failed or wrong code, 2 wrong usage, 130 cancelled.
"""

STATUS_EXAMPLES = """\b
Examples:
  zeroclaw estop status
  zeroclaw estop status --json | jq .engaged

\b
Exit codes: 0 shown, 1 failed, 2 wrong usage.
"""


@click.group(epilog=EXAMPLES)
def estop() -> None:
    """Stop what agents do, in every process, within a second.

    Calls of tools that run are cancelled, further ones denied, until `zeroclaw estop resume`. The
    levels add up. They are kept in estop.json beside the configuration, which may be broken: a
    stop does not need it. If estop.json cannot be read, everything is stopped.
    """


@estop.command("kill-all", cls=StrictOptions, epilog=KILL_ALL_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def kill_all(as_json: bool, debug: bool) -> None:
    """Stop every call of every tool."""
    from zeroclaw.stopping.engaging import run
    from zeroclaw.stopping.levels import Levels

    levels = Levels(kill_all=True)
    raise SystemExit(run(lambda: levels, os.environ, as_json=as_json, debug=debug))


@estop.command("network", cls=StrictOptions, epilog=NETWORK_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def network(as_json: bool, debug: bool) -> None:
    """Stop calls that may reach the network."""
    from zeroclaw.stopping.engaging import run
    from zeroclaw.stopping.levels import Levels

    levels = Levels(network_kill=True)
    raise SystemExit(run(lambda: levels, os.environ, as_json=as_json, debug=debug))


@estop.command("domains", cls=StrictOptions, epilog=DOMAINS_EXAMPLES)
@click.argument("patterns", metavar="PATTERN...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def domains(patterns: tuple[str, ...], as_json: bool, debug: bool) -> None:
    """Stop calls to these domains, with all below them; * is every one.

    Calls are stopped as well if nobody can tell which hosts they reach.
    """
    from zeroclaw.stopping.engaging import run
    from zeroclaw.stopping.levels import Levels, domain_levels

    raise SystemExit(
        run(
            lambda: Levels(domains=domain_levels(patterns)),
            os.environ,
            as_json=as_json,
            debug=debug,
        )
    )


@estop.command("tools", cls=StrictOptions, epilog=TOOLS_EXAMPLES)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def tools(names: tuple[str, ...], as_json: bool, debug: bool) -> None:
    """Stop calls of these tools."""
    from zeroclaw.stopping.engaging import run
    from zeroclaw.stopping.levels import Levels, tool_levels

    raise SystemExit(
        run(lambda: Levels(tools=tool_levels(names)), os.environ, as_json=as_json, debug=debug)
    )


@estop.command("resume", cls=StrictOptions, epilog=RESUME_EXAMPLES)
@click.option("--network", "network_kill", is_flag=True, help="Let the network be used again.")
@click.option(
    "--domain", "patterns", metavar="PATTERN", multiple=True, help="Let this domain be used again."
)
@click.option("--tool", "names", metavar="NAME", multiple=True, help="Let this tool be used again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def resume(
    network_kill: bool,
    patterns: tuple[str, ...],
    names: tuple[str, ...],
    as_json: bool,
    debug: bool,
) -> None:
    """Take back kill-all, or else what the options name.

    What else was stopped stays stopped, and is shown. If an authenticator app is enrolled, a code
    of it is asked for, unless require_otp_to_resume = false stands in [security.estop]. Where
    standard input is no terminal, the code is a line of it.
    """
    from zeroclaw.otp.entering import enter_code
    from zeroclaw.stopping.levels import Levels, domain_levels, tool_levels
    from zeroclaw.stopping.resuming import run

    def levels() -> Levels:
        is_named = network_kill or patterns or names
        return Levels(not is_named, network_kill, domain_levels(patterns), tool_levels(names))

    raise SystemExit(run(levels, os.environ, enter_code, as_json=as_json, debug=debug))


@estop.command("status", cls=StrictOptions, epilog=STATUS_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--debug", is_flag=True, help="Show a traceback when something fails.")
def status(as_json: bool, debug: bool) -> None:
    """Show what is stopped."""
    from zeroclaw.stopping.showing import run

    raise SystemExit(run(os.environ, as_json=as_json, debug=debug))
