"""Says what commands say of themselves in the language that is spoken."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from copy import copy
from typing import TypeVar

import click

from zeroclaw.commands.click_words import SpokenContext

__all__ = ["Say", "keyed_texts", "translated"]

Command = TypeVar("Command", bound=click.Command)

Say = Callable[[str], str | None]
"""The sentence of a key, or None; a pure function, which anybody may call."""


def keyed_texts(command: click.Command, *path: str) -> Iterator[tuple[str, str]]:
    """All texts of a command with those below it, as `str.format` templates, each with its key."""
    said = {"help": command.help, "epilog": command.epilog}
    texts = {_key(path, part): text for part, text in said.items()}
    for option in _options(command):
        texts[_option_key(path, option)] = option.help
    for key, text in texts.items():
        if text is not None:
            yield key, inspect.cleandoc(text).replace("{", "{{").replace("}", "}}")
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from keyed_texts(below, *path, name)


def translated(command: Command, say: Say, *path: str) -> Command:
    """The command, with those below it, saying of itself what `say` gives for its keys."""
    other = copy(command)
    other.context_class = SpokenContext
    other.help = say(_key(path, "help")) or command.help
    other.epilog = say(_key(path, "epilog")) or command.epilog
    other.params = [_translated_option(param, say, path) for param in command.params]
    if isinstance(other, click.Group):
        other.commands = {
            name: translated(below, say, *path, name) for name, below in other.commands.items()
        }
    return other


def _translated_option(param: click.Parameter, say: Say, path: tuple[str, ...]) -> click.Parameter:
    if not isinstance(param, click.Option):
        return param
    other = copy(param)
    other.help = say(_option_key(path, param)) or param.help
    return other


def _options(command: click.Command) -> Iterator[click.Option]:
    return (param for param in command.params if isinstance(param, click.Option))


def _key(path: tuple[str, ...], part: str) -> str:
    return "_".join(("command", *path, part)).replace("-", "_")


def _option_key(path: tuple[str, ...], option: click.Option) -> str:
    return _key(path, f"option_{option.name}")
