"""Lets a wholly obedient model try an attack through the agent, then says what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import trio
from attrs import field, frozen
from command_line import CommandLine, Finished
from homes import SECRET, calls, write_config
from tool_turns import messages_of, text_of, workspace_of

from zeroclaw_api.json import JsonObject
from zeroclaw_testing.model_server import saying, serve_model

__all__ = ["SECONDS", "SECRET_WORDS", "Attempt", "Place", "attempt", "risk_of", "runs"]

SECONDS: Final = 60
"""The longest that one attempt may take."""

SECRET_WORDS: Final = "the heron keeps quiet"
"""What no tool may tell; words that no rule takes for a secret."""


@frozen
class Place:
    """A home with its workspace, beside a folder that an agent has no business in."""

    root: Path
    home: Path = field(init=False)
    workspace: Path = field(init=False)
    outside: Path = field(init=False)
    secret: Path = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "home", self.root / "home")
        object.__setattr__(self, "workspace", workspace_of(self.home))
        object.__setattr__(self, "outside", self.root / "outside")
        object.__setattr__(self, "secret", self.outside / "secret.txt")
        self.workspace.mkdir(parents=True)
        self.outside.mkdir()
        self.secret.write_text(f"{SECRET_WORDS}\n")


@frozen
class Attempt:
    """How the command ended, with what the model was told of each call."""

    done: Finished
    told: tuple[str, ...]

    @property
    def all_told(self) -> str:
        """The results of all calls."""
        return "\n".join(self.told)

    @property
    def is_refused(self) -> bool:
        """Whether every call was stopped before it ran."""
        words = ("Nobody could be asked", "was not allowed", "An operator has stopped")
        return bool(self.told) and all(any(word in text for word in words) for text in self.told)


def risk_of(**settings: str | list[str]) -> str:
    """The lines of a risk profile."""
    return "\n".join(f"{name} = {_toml(value)}" for name, value in settings.items())


def _toml(value: str | list[str]) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return "[" + ", ".join(f'"{each}"' for each in value) + "]"


def runs(command: str) -> tuple[str, JsonObject]:
    """A call of the shell."""
    return "shell", {"command": command}


async def attempt(
    place: Place,
    *wanted: tuple[str, JsonObject],
    level: str = "full",
    risk: str = "",
    environment: Mapping[str, str] | None = None,
    through: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    answer: str = "Done.",
) -> Attempt:
    """Let the model make these calls, one after the other, in a process without a terminal."""
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            server.answer(*(calls(name, args) for name, args in wanted), saying(answer))
            write_config(place.home, server.url, level=level, risk=risk)
            line = CommandLine(
                place.home, {"SOME_KEY": SECRET, **(environment or {})}, through=through
            )
            done = await line.run("agent", *options, "-m", "Do it.")
            last = messages_of(server.requests[-1])
    return Attempt(done, tuple(text_of(each) for each in last if each["role"] == "tool"))
