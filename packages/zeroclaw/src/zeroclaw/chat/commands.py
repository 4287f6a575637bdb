"""Understands what a person enters: something to say, or a command to the chat itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from attrs import frozen

__all__ = [
    "COMMAND_NAMES",
    "ChangeModel",
    "Cost",
    "Entered",
    "Help",
    "New",
    "Quit",
    "Say",
    "Stop",
    "Tools",
    "UnknownCommand",
    "understand_entry",
]


@frozen
class Say:
    """Something to say to the agent."""

    text: str


@frozen
class Help:
    """Show what can be entered."""


@frozen
class New:
    """Begin a new session."""


@frozen
class Stop:
    """Cancel the running turn."""


@frozen
class ChangeModel:
    """Ask another model from now on; without a name, tell which there are."""

    name: str | None


@frozen
class Tools:
    """Show what the agent can do."""


@frozen
class Cost:
    """Show what the session has used."""


@frozen
class Quit:
    """Leave the chat."""


@frozen
class UnknownCommand:
    """It looks like a command, and there is none of that name."""

    word: str


Entered: TypeAlias = Say | Help | New | Stop | ChangeModel | Tools | Cost | Quit | UnknownCommand

_COMMANDS: Final[Mapping[str, Callable[[str], Entered]]] = {
    "/help": lambda _: Help(),
    "/new": lambda _: New(),
    "/stop": lambda _: Stop(),
    "/model": lambda name: ChangeModel(name or None),
    "/tools": lambda _: Tools(),
    "/cost": lambda _: Cost(),
    "/quit": lambda _: Quit(),
}

COMMAND_NAMES: Final = tuple(_COMMANDS)
"""All commands, in the order in which help shows them."""

_LOOKS_LIKE_A_COMMAND: Final = re.compile(r"(/[a-z]+)(?:[ \t]+([^\n]*))?", re.IGNORECASE)


def understand_entry(text: str) -> Entered:
    """What was entered; a path, or text that begins with a space, is something to say."""
    match = _LOOKS_LIKE_A_COMMAND.fullmatch(text.rstrip())
    if match is None:
        return Say(text.strip())
    word, rest = match[1].lower(), (match[2] or "").strip()
    command = _COMMANDS.get(word)
    if command is None or (rest and word != "/model"):
        return UnknownCommand(text.strip())
    return command(rest)
