"""Read the options of a skill's slash command."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from zeroclaw_api.phrases import Phrase
from zeroclaw_api.skill import (
    SlashChoice,
    SlashNumber,
    SlashOption,
    SlashPick,
    SlashPickKind,
    SlashText,
)
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.files.notes import Notes
from zeroclaw_config.files.skill_tables import (
    SLASH_TABLES,
    SlashChoiceTable,
    SlashNumberTable,
    SlashTable,
    SlashTextTable,
)
from zeroclaw_config.files.tables import chosen

__all__ = ["slash_options"]

_NAME = re.compile(r"[a-z0-9_-]{1,32}")


def slash_options(tables: Sequence[object], path: KeyPath, notes: Notes) -> tuple[SlashOption, ...]:
    """The options, with notes of all that is wrong with them."""
    options: list[SlashOption] = []
    names: set[str] = set()
    for at, table in enumerate(tables):
        place = (*path, at)
        read = chosen(table, "type", SLASH_TABLES, place, notes)
        if read is None:
            continue
        if not _NAME.fullmatch(read.name):
            notes.add(
                (*place, "name"),
                Phrase("must_be_option_name", "must have at most 32 of a-z, 0-9, `_`, `-`"),
            )
        if read.name in names:
            notes.add((*place, "name"), Phrase("is_another_option", "is that of another option"))
        names.add(read.name)
        options.append(_option(read, place, notes))
    return tuple(options)


def _option(table: SlashTable, path: KeyPath, notes: Notes) -> SlashOption:
    if isinstance(table, SlashTextTable):
        _check_bounds(table.min_length, table.max_length, (*path, "max_length"), notes)
        return SlashText(
            table.name,
            table.description,
            table.required,
            _texts(table.choices, path, notes),
            table.min_length,
            table.max_length,
            table.description_localizations,
        )
    if isinstance(table, SlashNumberTable):
        _check_bounds(table.min, table.max, (*path, "max"), notes)
        return SlashNumber(
            table.name,
            table.description,
            table.type == "integer",
            table.required,
            _numbers(table, path, notes),
            table.min,
            table.max,
            table.description_localizations,
        )
    return SlashPick(
        table.name,
        table.description,
        SlashPickKind(table.type),
        table.required,
        table.description_localizations,
    )


def _check_bounds(least: float | None, most: float | None, path: KeyPath, notes: Notes) -> None:
    if least is not None and most is not None and least > most:
        notes.add(
            path,
            Phrase(
                "must_reach_smallest",
                "must be at least {least:g}, the smallest that is allowed",
                least=least,
            ),
        )


def _texts(
    tables: Sequence[SlashChoiceTable], path: KeyPath, notes: Notes
) -> tuple[SlashChoice, ...]:
    for at, table in enumerate(tables):
        if not isinstance(table.value, str):
            notes.add(
                (*path, "choices", at, "value"),
                Phrase("must_be", "must be {what}", what=Phrase("type_text", "text")),
            )
    return tuple(SlashChoice(table.name, str(table.value)) for table in tables)


def _numbers(table: SlashNumberTable, path: KeyPath, notes: Notes) -> tuple[SlashChoice, ...]:
    kind = Phrase("type_number", "a number")
    if table.type == "integer":
        kind = Phrase("type_whole_number", "a whole number")
    choices = []
    for at, choice in enumerate(table.choices):
        value = _number(choice.value)
        if value is None or (table.type == "integer" and not value.is_integer()):
            notes.add(
                (*path, "choices", at, "value"), Phrase("must_be", "must be {what}", what=kind)
            )
        else:
            choices.append(SlashChoice(choice.name, value))
    return tuple(choices)


def _number(value: str | float) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
