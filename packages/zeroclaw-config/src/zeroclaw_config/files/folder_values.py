"""Read what one folder says as a value, or what each folder in a folder says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import InvalidAgentFile
from zeroclaw_config.files.folder import Folder, each_folder, named, opened, shown
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.problem import Problem

__all__ = ["FolderReader", "value_of", "values_in"]

ValueT = TypeVar("ValueT")
FolderReader: TypeAlias = Callable[[Folder, str], ValueT | tuple[Problem, ...]]
"""Reads an open folder of that name: its value, or all that is wrong with it."""


def value_of(folder: Path, read: FolderReader[ValueT]) -> ValueT:
    """What the folder says. Raises InvalidAgentFile with all problems at once."""
    notes = _notes_of(folder)
    with opened(folder, notes) as handle:
        if handle is None:
            if not notes:
                notes.whole(Phrase("does_not_exist", "does not exist"))
            raise InvalidAgentFile(path=notes.file, problems=notes.problems)
        result = read(handle, named(folder))
    if isinstance(result, tuple):
        raise InvalidAgentFile(path=notes.file, problems=result)
    return result


def values_in(
    root: Path, read: FolderReader[ValueT]
) -> tuple[tuple[ValueT, ...], tuple[Problem, ...]]:
    """What the folders in a folder say, with the problems of those that are broken."""
    values: list[ValueT] = []
    problems: list[Problem] = []
    notes = _notes_of(root)
    for handle in each_folder(root, notes):
        result = read(handle, handle.path.name)
        if isinstance(result, tuple):
            problems += result
        else:
            values.append(result)
    return tuple(values), (*notes.problems, *problems)


def _notes_of(folder: Path) -> Notes:
    return Notes(shown(folder), called=Phrase("the_folder", "the folder"))
