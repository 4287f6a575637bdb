"""The personality files: who an agent is, whom it works for, what it keeps in mind."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

__all__ = ["Personality", "PersonalityFile", "PersonalityName"]


class PersonalityName(StrEnum):
    """The files by name, in the order in which they are told."""

    SOUL = "SOUL.md"
    IDENTITY = "IDENTITY.md"
    USER = "USER.md"
    AGENTS = "AGENTS.md"
    TOOLS = "TOOLS.md"
    HEARTBEAT = "HEARTBEAT.md"
    BOOTSTRAP = "BOOTSTRAP.md"
    MEMORY = "MEMORY.md"


@frozen
class PersonalityFile:
    """What one file says. `cut_from` is its length in characters if it was cut, else None.

    A text that was cut ends with a notice that says so.
    """

    name: PersonalityName
    text: str
    cut_from: int | None = None


@frozen
class Personality:
    """The files that an agent's workspace has, at most one of each name, in their order."""

    files: tuple[PersonalityFile, ...] = ()

    def get(self, name: PersonalityName) -> PersonalityFile | None:
        """The file of that name; None when there is none."""
        return next((file for file in self.files if file.name is name), None)
