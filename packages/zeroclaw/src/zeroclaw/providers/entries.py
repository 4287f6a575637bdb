"""The models of a config as they are asked: one for each alias, disabled ones included."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from attrs import field, frozen

from zeroclaw.errors import WrongUsage
from zeroclaw.words import say, worded
from zeroclaw_api.factory import ModelSettings
from zeroclaw_config import Config

__all__ = ["Entry", "aliases_by_family", "entries_of", "named"]

_TABLE: Final = "providers.models."


@frozen
class Entry:
    """An alias with its family, such as `custom.home`; a `problem` says why it has no settings.

    It is a sentence, or several, with the places to mend.
    """

    provider: str
    settings: ModelSettings | None = field(repr=False)
    problem: str = ""

    @property
    def family(self) -> str:
        """What is before its alias."""
        return self.provider.partition(".")[0]

    @property
    def alias(self) -> str:
        """What it is called in its family."""
        return self.provider.partition(".")[2]


def entries_of(config: Config) -> tuple[Entry, ...]:
    """Every model that can be used, then those that are disabled."""
    broken = [
        Entry(
            each.path.removeprefix(_TABLE),
            None,
            "\n".join(worded(problem.told) for problem in each.problems),
        )
        for each in config.disabled
        if each.path.startswith(_TABLE)
    ]
    return (*(Entry(name, settings) for name, settings in config.models.items()), *broken)


def named(entries: Sequence[Entry], names: Sequence[str]) -> tuple[Entry, ...]:
    """Those of the names, each once; all when there are no names. Raises `WrongUsage`."""
    if not names:
        return tuple(entries)
    known = {entry.provider: entry for entry in entries}
    for name in names:
        if name not in known:
            raise WrongUsage(problem=_unknown(name, known))
    return tuple(known[name] for name in dict.fromkeys(names))


def aliases_by_family(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """The aliases that each family has, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        found[entry.family] = (*found.get(entry.family, ()), entry.alias)
    return found


def _unknown(name: str, known: dict[str, Entry]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return say("providers_unknown_near", name=repr(name), near=near[0])
    if not known:
        return say("providers_unknown_alone", name=repr(name))
    return say("providers_unknown", name=repr(name), names=", ".join(known))
