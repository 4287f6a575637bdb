"""The models of a config are found by their names, whether they can be used or not."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from provider_homes import PLANTED_KEY, ProviderHome

from zeroclaw.errors import WrongUsage
from zeroclaw.providers.entries import Entry, aliases_by_family, entries_of, named
from zeroclaw.wiring.families import installed_families
from zeroclaw_config import load_config

ENTRIES: Final = (Entry("custom.home", None), Entry("custom.away", None), Entry("groq.a", None))


def test_disabled_model_comes_last_with_its_problem(tmp_path: Path) -> None:
    home = ProviderHome(tmp_path).write()
    config = load_config(home.root / "config.toml", {}, installed_families())
    entries = entries_of(config)
    names = [entry.provider for entry in entries]
    assert names == ["custom.home", "anthropic.work", "custom.broken"]
    assert [entry.settings is None for entry in entries] == [False, False, True]
    assert "NOT_SET_ANYWHERE" in entries[-1].problem
    assert PLANTED_KEY not in repr(entries)


def test_name_of_an_entry_is_family_with_alias() -> None:
    assert (ENTRIES[0].family, ENTRIES[0].alias) == ("custom", "home")
    assert aliases_by_family(ENTRIES) == {"custom": ("home", "away"), "groq": ("a",)}


def test_named_entries_come_once_in_the_order_of_the_names() -> None:
    chosen = named(ENTRIES, ("groq.a", "custom.home", "groq.a"))
    assert [entry.provider for entry in chosen] == ["groq.a", "custom.home"]
    assert named(ENTRIES, ()) == ENTRIES


def test_misspelt_name_is_told_with_the_nearest() -> None:
    with pytest.raises(WrongUsage, match=r"the nearest is custom\.home\.$"):
        named(ENTRIES, ("custom.hoome",))


def test_foreign_name_is_told_with_all_that_there_are() -> None:
    with pytest.raises(WrongUsage, match=r"which has custom\.home, custom\.away, groq\.a\.$"):
        named(ENTRIES, ("zzz",))
    with pytest.raises(WrongUsage, match="which has none"):
        named((), ("zzz",))
