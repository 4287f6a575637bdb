"""Shows which families of models there are, from the flags to the exit code."""

from __future__ import annotations

import os

from zeroclaw.configuring.place import Installation, this_installation
from zeroclaw.configuring.printing import is_terminal, show, show_json
from zeroclaw.ending import SUCCEEDED, ended, tell
from zeroclaw.providers.entries import aliases_by_family, entries_of
from zeroclaw.providers.families import family_facts
from zeroclaw.providers.list_text import ListedFamily, family_rows
from zeroclaw.providers.list_text import as_json as family_json
from zeroclaw.terminal.style import style_for
from zeroclaw.words import say
from zeroclaw_config import load_config

__all__ = ["show_list"]


def show_list(*, is_configured: bool, as_json: bool, debug: bool) -> int:
    """All that is installed, or what the config has models of; the exit code."""

    def work() -> int:
        place = this_installation()
        found = _listed(place, is_configured=is_configured)
        if as_json:
            show_json([family_json(family) for family in found])
        elif found:
            style = style_for(os.environ, is_terminal=is_terminal())
            show("\n".join(family_rows(found, style)), is_harmless=True)
        else:
            tell(say("models_none_configured"))
        return SUCCEEDED

    return ended(work, debug=debug)


def _listed(place: Installation, *, is_configured: bool) -> list[ListedFamily]:
    """By kind, each in the order of the alphabet. Only what asks for it needs a config."""
    aliases: dict[str, tuple[str, ...]] = {}
    if is_configured or place.config.exists():
        config = load_config(place.config, place.environ, place.families)
        aliases = aliases_by_family(entries_of(config))
    names = place.families.keys() & aliases.keys() if is_configured else place.families.keys()
    return [ListedFamily(family_facts(name), aliases.get(name, ())) for name in sorted(names)]
