"""Families are laid out in columns, whatever is known of them."""

from __future__ import annotations

import click

from zeroclaw.providers.families import FamilyFacts, KeyNeed, Kind
from zeroclaw.providers.list_text import ListedFamily, as_json, family_rows
from zeroclaw.terminal.style import Style

PLAIN, COLOURED = Style(colour=False), Style(colour=True)


def listed(need: KeyNeed, *variables: str, kind: Kind = Kind.VENDOR) -> ListedFamily:
    return ListedFamily(FamilyFacts("abc", "Abc", kind, need, variables))


def key_shown(family: ListedFamily) -> str:
    [_, _, row] = family_rows([family], PLAIN)
    return row.partition("-")[2].strip()


def test_need_of_a_key_is_said_in_few_words() -> None:
    assert key_shown(listed(KeyNeed.NEEDED, "A_KEY", "B_KEY")) == "A_KEY or B_KEY"
    assert key_shown(listed(KeyNeed.OPTIONAL, "A_KEY")) == "A_KEY (optional)"
    assert key_shown(listed(KeyNeed.OPTIONAL)) == "optional"
    assert key_shown(listed(KeyNeed.LOGIN, "A_KEY")) == "its login, or A_KEY"
    assert key_shown(listed(KeyNeed.LOGIN)) == "its login"
    assert key_shown(listed(KeyNeed.NONE)) == "none"
    assert key_shown(listed(KeyNeed.UNKNOWN)) == "-"


def test_kinds_come_in_their_order_with_their_families() -> None:
    families = [listed(KeyNeed.NONE, kind=kind) for kind in (Kind.VENDOR, Kind.HERE)]
    lines = [line for line in family_rows(families, PLAIN) if not line.startswith(" ")]
    assert lines == ["On this machine", "Vendors"]


def test_many_aliases_are_cut_after_their_number() -> None:
    aliases = tuple(f"alias{number}" for number in range(20))
    [*_, row] = family_rows([ListedFamily(FamilyFacts("abc"), aliases)], PLAIN)
    assert "20 (alias0, alias1," in row
    assert "…" in row


def test_colours_change_nothing_but_the_colour() -> None:
    families = [
        ListedFamily(FamilyFacts("a"), ("x",)),
        ListedFamily(FamilyFacts("long_family"), ()),
    ]
    coloured = list(family_rows(families, COLOURED))
    assert [click.unstyle(line) for line in coloured] == list(family_rows(families, PLAIN))
    assert "\x1b[1ma\x1b[0m" in coloured[2]
    assert "\x1b" not in coloured[3]


def test_name_that_would_command_the_terminal_is_spelled_out() -> None:
    family = ListedFamily(FamilyFacts("abc"), ("\x1b[2J",))
    assert "\x1b" not in "".join(family_rows([family], PLAIN))


def test_what_nobody_knows_is_null_for_programs() -> None:
    assert as_json(ListedFamily(FamilyFacts("abc"))) == {
        "family": "abc",
        "name": "abc",
        "kind": "other",
        "aliases": [],
        "key": None,
        "variables": [],
        "local": None,
    }
