"""Words the families of models, as rows under their kinds or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from attrs import frozen

from zeroclaw.providers.families import FamilyFacts, KeyNeed, Kind
from zeroclaw.terminal.cells import cells, cut, pad
from zeroclaw.terminal.sanitise import visible
from zeroclaw.terminal.style import Style
from zeroclaw.words import say
from zeroclaw_api.json import JsonObject

__all__ = ["ListedFamily", "as_json", "family_rows"]

_NOTHING: Final = "-"
_COLUMNS: Final = ("family", "title", "aliases", "key")
_ALIAS_CELLS: Final = 32
"""For the names of aliases in a row; the JSON has all of them."""


@frozen
class ListedFamily:
    """A family with the aliases that the config has of it."""

    facts: FamilyFacts
    aliases: tuple[str, ...] = ()


def family_rows(families: Sequence[ListedFamily], style: Style) -> Iterator[str]:
    """A heading, then for each kind its name with a line for each of its families."""
    heading = [say(f"providers_column_{column}") for column in _COLUMNS]
    table = [(family, _row(family)) for family in families]
    widths = [
        max(map(cells, column)) for column in zip(heading, *(row for _, row in table), strict=True)
    ]
    yield f"  {style.dim(_line(heading, widths))}"
    for kind in Kind:
        rows = [(family, row) for family, row in table if family.facts.kind is kind]
        if rows:
            yield style.active(say(f"providers_kind_{kind}"))
        for family, row in rows:
            line, name = _line(row, widths), row[0]
            shown = style.bold(name) if family.aliases else name
            yield f"  {shown}{line[len(name) :]}"


def as_json(family: ListedFamily) -> JsonObject:
    """All of it as one object; what nobody knows is null."""
    facts = family.facts
    return {
        "family": facts.family,
        "name": facts.title,
        "kind": facts.kind.value,
        "aliases": list(family.aliases),
        "key": None if facts.key is KeyNeed.UNKNOWN else facts.key.value,
        "variables": list(facts.variables),
        "local": facts.is_local,
    }


def _row(family: ListedFamily) -> list[str]:
    facts = family.facts
    return [visible(facts.family), visible(facts.title), _aliases(family.aliases), _key(facts)]


def _aliases(aliases: Sequence[str]) -> str:
    if not aliases:
        return _NOTHING
    return cut(f"{len(aliases)} ({visible(', '.join(aliases))})", _ALIAS_CELLS)


def _key(facts: FamilyFacts) -> str:
    variables = say("providers_or").join(facts.variables)
    match facts.key:
        case KeyNeed.UNKNOWN:
            return _NOTHING
        case KeyNeed.NONE:
            return say("providers_key_none")
        case KeyNeed.NEEDED:
            return variables
        case KeyNeed.LOGIN if variables:
            return say("providers_key_login_or", variables=variables)
        case KeyNeed.LOGIN:
            return say("providers_key_login")
        case KeyNeed.OPTIONAL if variables:
            return say("providers_key_optional_in", variables=variables)
        case KeyNeed.OPTIONAL:
            return say("providers_key_optional")
        case _ as never:
            assert_never(never)


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    padded = (pad(part, width) for part, width in zip(parts, widths, strict=True))
    return "  ".join(padded).rstrip()
