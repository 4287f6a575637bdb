"""The root of the command line: its commands are what installed distributions offer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from zeroclaw.discovery import entry_points
from zeroclaw.locales.language import ENGLISH, LANGUAGES, current_language, speak
from zeroclaw.version import VERSION
from zeroclaw_api.groups import COMMAND_GROUP

__all__ = ["group"]

_Command = TypeVar("_Command", bound=click.Command)


class DiscoveredCommands(click.Group):
    """Loads a command when it is run, or when its help is shown, in the language that is spoken."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return sorted(entry_points(COMMAND_GROUP))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or None. Raises `EntryPointBroken`."""
        entry = entry_points(COMMAND_GROUP).get(cmd_name)
        command = entry.load() if entry else None
        return _spoken(command, cmd_name) if isinstance(command, click.Command) else None

    def get_help(self, ctx: click.Context) -> str:
        """The help of the group itself."""
        _lay_out_words(ctx)
        return click.Group.get_help(_spoken(self), ctx)

    def get_usage(self, ctx: click.Context) -> str:
        """The line that begins it, and what is said of a mistake."""
        _lay_out_words(ctx)
        return super().get_usage(ctx)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the options before the command."""
        with _in_other_words():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Read the rest, and run the command."""
        with _in_other_words():
            return super().invoke(ctx)


def _spoken(command: _Command, *path: str) -> _Command:
    if current_language() == ENGLISH:
        return command
    from zeroclaw.commands.translation import translated
    from zeroclaw.words import current_words

    return translated(command, lambda key: current_words().say(key, {}), *path)


def _lay_out_words(context: click.Context) -> None:
    if current_language() != ENGLISH:
        from zeroclaw.commands.click_words import SpokenContext

        context.formatter_class = SpokenContext.formatter_class


@contextmanager
def _in_other_words() -> Iterator[None]:
    """Let what click refuses be said in the language that is spoken."""
    try:
        yield
    except click.UsageError as error:
        if current_language() == ENGLISH or isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise
        from zeroclaw.commands.click_words import InOtherWords

        raise InOtherWords(error) from error


def _speak(_context: click.Context, _option: click.Parameter, language: str | None) -> None:
    if language is not None:
        speak(language)


@click.group(
    cls=DiscoveredCommands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Files are in ~/.zeroclaw, or where ZEROCLAW_HOME says.",
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Speak this language; else that of the locale.",
)
@click.version_option(VERSION, message="zeroclaw %(version)s")
def group() -> None:
    """An AI agent that runs on your own machine, with your own keys."""
