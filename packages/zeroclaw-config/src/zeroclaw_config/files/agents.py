"""Read the personality files of an agent's workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw_api.personality import Personality, PersonalityFile, PersonalityName
from zeroclaw_api.phrases import Phrase
from zeroclaw_config.files.folder import opened, shown
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.problem import Problem

__all__ = ["MAX_PERSONALITY_CHARS", "PersonalityReading", "personality_file", "read_personality"]

MAX_PERSONALITY_CHARS: Final = 20_000
"""Characters of one file that are told; the rest would crowd out the conversation."""


@frozen
class PersonalityReading:
    """What the files say that can be used, with the problems of the others."""

    personality: Personality
    problems: tuple[Problem, ...]


def read_personality(workspace: Path) -> PersonalityReading:
    """Read the files; one that is missing is absent, one that is broken hides none of the others.

    A file that is a link is not followed. No workspace, no files.
    """
    files = []
    notes = Notes(shown(workspace), called=Phrase("the_folder", "the folder"))
    with opened(workspace, notes) as folder:
        for name in PersonalityName:
            if folder is None or not folder.has(name):
                continue
            own = Notes(shown(workspace / name))
            text = folder.text(name, own)
            if text is not None:
                files.append(personality_file(name, text))
            notes.absorb(own)
    return PersonalityReading(Personality(tuple(files)), notes.problems)


def personality_file(name: PersonalityName, text: str) -> PersonalityFile:
    """What a file of that text says: a long one is cut, with a notice in the place of the rest."""
    text = text.strip()
    length = len(text)
    if length <= MAX_PERSONALITY_CHARS:
        return PersonalityFile(name, text)
    notice = f"\n\n[{name} is cut here: it has {length} characters, of which these are the first "
    start = text[:MAX_PERSONALITY_CHARS].rstrip()
    return PersonalityFile(name, f"{start}{notice}{len(start)}]", length)
