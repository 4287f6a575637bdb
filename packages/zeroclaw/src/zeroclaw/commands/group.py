"""The root of the command line: its commands are what installed distributions offer."""

from __future__ import annotations

import click

from zeroclaw.discovery import entry_points
from zeroclaw.version import VERSION
from zeroclaw_api.groups import COMMAND_GROUP

__all__ = ["group"]


class DiscoveredCommands(click.Group):
    """Loads a command when it is run, or when its help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return sorted(entry_points(COMMAND_GROUP))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or None. Raises `EntryPointBroken`."""
        entry = entry_points(COMMAND_GROUP).get(cmd_name)
        command = entry.load() if entry else None
        return command if isinstance(command, click.Command) else None


@click.group(
    cls=DiscoveredCommands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Files are in ~/.zeroclaw, or where ZEROCLAW_HOME says.",
)
@click.version_option(VERSION, message="zeroclaw %(version)s")
def group() -> None:
    """An AI agent that runs on your own machine, with your own keys."""
