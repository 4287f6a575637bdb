"""The command that prints what teaches a shell to complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

__all__ = ["completions"]


@click.command(
    epilog='Example: eval "$(zeroclaw completions bash)", in your ~/.bashrc.',
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completions(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    kind = get_completion_class(shell)
    assert kind is not None
    root = context.find_root()
    click.echo(kind(root.command, {}, "zeroclaw", "_ZEROCLAW_COMPLETE").source())
