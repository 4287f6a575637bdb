"""Holds the sentences of one language, from the catalogues that distributions bring."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from zeroclaw.discovery import entry_points
from zeroclaw.locales.language import ENGLISH
from zeroclaw_api.groups import LOCALE_GROUP
from zeroclaw_api.phrases import Phrase

__all__ = ["Catalogue", "Message", "catalogue"]

_FOLDER: Final = Path(__file__).parent

Message = str | Mapping[str, object]
"""A `str.format` template, or the templates for the values of one fact; see `_chosen`."""


class Catalogue:
    """What a language says for each key; keys that it lacks are said in English.

    It is a `zeroclaw_api.services.Words`.
    """

    def __init__(self, tables: Sequence[Mapping[str, Message]]) -> None:
        """`tables` from the one that is asked first to the last resort."""
        self._tables = tables

    def __contains__(self, key: str) -> bool:
        return any(key in table for table in self._tables)

    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        """The sentence; None for an unknown key, or when a fact it needs is missing."""
        shown = {name: self.shown(fact) for name, fact in facts.items()}
        for table in self._tables:
            if key in table:
                try:
                    return _chosen(table[key], shown).format_map(shown)
                except KeyError:
                    continue
        return None

    def shown(self, fact: object) -> object:
        """A fact as a sentence has it: phrases in this language, a tuple as lines."""
        match fact:
            case Phrase(key=key, facts=facts):
                return self.say(key, facts) or str(fact)
            case tuple():
                return "\n".join(str(self.shown(line)) for line in fact)
            case float():
                return f"{fact:g}"
        return fact


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of `LANGUAGES`. Raises `EntryPointBroken`."""
    english = _table(_FOLDER, ENGLISH)
    if language == ENGLISH:
        return Catalogue([english])
    brought: dict[str, Message] = {}
    for entry in entry_points(LOCALE_GROUP).values():
        for place in cast("Iterable[str]", entry.load()):
            brought |= _table(Path(place) / "locales", language)
    # Our own last, so that no other distribution can change what we say.
    return Catalogue([brought | _table(_FOLDER, language), english])


def _table(folder: Path, language: str) -> dict[str, Message]:
    file = folder / f"{language}.json"
    table: dict[str, Message] = json.loads(file.read_bytes()) if file.is_file() else {}
    return table


def _chosen(message: Message, facts: Mapping[str, object]) -> str:
    """The template for these facts: of `{"by": fact, "when": {value: template}, "else": template}`.

    Raises `KeyError` when the fact that decides is missing.
    """
    if isinstance(message, str):
        return message
    match message:
        case {"by": str(by), "when": dict(when), "else": str(otherwise)}:
            return str(when.get(str(facts[by]), otherwise))
    raise KeyError(message)
