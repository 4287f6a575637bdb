"""A personality knows which files it has."""

from __future__ import annotations

from zeroclaw_api.personality import Personality, PersonalityFile, PersonalityName


def test_a_file_is_found_by_its_name() -> None:
    soul = PersonalityFile(PersonalityName.SOUL, "kind")
    personality = Personality((soul,))
    assert personality.get(PersonalityName.SOUL) is soul
    assert personality.get(PersonalityName.USER) is None


def test_the_names_are_those_of_the_files_in_order() -> None:
    stems = [name.removesuffix(".md") for name in PersonalityName]
    assert stems == [name.name for name in PersonalityName]
    assert stems[0] == "SOUL"
    assert len(stems) == 8
