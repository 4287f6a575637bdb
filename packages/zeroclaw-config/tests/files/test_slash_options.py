"""Tests of the options of a slash command."""

from __future__ import annotations

import pytest

from zeroclaw_api.skill import SlashChoice, SlashNumber, SlashPick, SlashPickKind, SlashText
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.slash_options import slash_options

BASE = {"name": "q", "description": "What"}


def test_every_kind_becomes_its_own_value() -> None:
    notes = Notes("f")
    found = slash_options(
        [
            {**BASE, "type": "string", "max_length": 9, "choices": [{"name": "A", "value": "a"}]},
            {**BASE, "name": "n", "type": "integer", "choices": [{"name": "One", "value": "1"}]},
            {**BASE, "name": "f", "type": "number", "min": -1, "required": True},
            {**BASE, "name": "u", "type": "user", "description_localizations": {"fr": "Qui"}},
        ],
        ("o",),
        notes,
    )
    assert not notes
    assert found == (
        SlashText("q", "What", choices=(SlashChoice("A", "a"),), max_length=9),
        SlashNumber("n", "What", whole=True, choices=(SlashChoice("One", 1.0),)),
        SlashNumber("f", "What", whole=False, required=True, minimum=-1.0),
        SlashPick("u", "What", SlashPickKind.USER, localized={"fr": "Qui"}),
    )


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"type": "strin"}, "did you mean `string`?"),
        ({"type": "user", "choices": []}, "o[0].choices is not a known key"),
        ({"type": "string", "min": 1}, "o[0].min is not a known key"),
        ({"type": "integer", "min": 3, "max": 2}, "o[0].max must be at least 3"),
        ({"type": "string", "min_length": 3, "max_length": 2}, "max_length must be at least 3"),
        ({"type": "string", "choices": [{"name": "A", "value": 1}]}, "value must be text"),
        ({"type": "integer", "choices": [{"name": "A", "value": "1.5"}]}, "a whole number"),
        ({"type": "number", "choices": [{"name": "A", "value": "inf"}]}, "must be a number"),
        ({"type": "user", "name": "Two words"}, "o[0].name must have at most 32"),
    ],
)
def test_what_no_platform_would_take_is_noted(keys: dict[str, object], problem: str) -> None:
    notes = Notes("f")
    slash_options([{**BASE, **keys}], ("o",), notes)
    assert problem in str(notes.problems[0])


def test_two_options_of_one_name_are_noted() -> None:
    notes = Notes("f")
    slash_options([{**BASE, "type": "user"}, {**BASE, "type": "role"}], ("o",), notes)
    assert [problem.key for problem in notes.problems] == ["o[1].name"]
