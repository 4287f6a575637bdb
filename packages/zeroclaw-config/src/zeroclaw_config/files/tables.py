"""Check a table of a file against the class of what may stand in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from pydantic import BaseModel, ConfigDict

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._findings import Findings
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._nearest import nearest
from zeroclaw_config._validation import validated
from zeroclaw_config._wording import one_of
from zeroclaw_config.files.notes import Notes

__all__ = ["MAX_KEYS", "Table", "TextTable", "checked", "chosen", "salvaged"]


MAX_KEYS: Final = 1000
"""Of one table: guessing what each was meant to be takes its time."""


class Table(BaseModel):
    """What may stand in a table of TOML, where every value has its type."""

    # Deferred, since building a validator makes pydantic look for plugins on the disk.
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        defer_build=True,
        protected_namespaces=(),
        hide_input_in_errors=True,
    )


class TextTable(Table):
    """What may stand in a mapping of texts, which are read as what they should be."""

    model_config = ConfigDict(strict=False)


TableT = TypeVar("TableT", bound=BaseModel)


def checked(model: type[TableT], table: object, path: KeyPath, notes: Notes) -> TableT | None:
    """The table as a value; None, with a note of everything that is wrong with it."""
    if not isinstance(table, Mapping):
        notes.add(path, Phrase("must_be_table", "must be a table"))
        return None
    if len(table) > MAX_KEYS:
        notes.add(path, Phrase("has_too_many_keys", "has more than {limit} keys", limit=MAX_KEYS))
        return None
    # No variable of the environment has a say in these files.
    findings = Findings({})
    result = validated(model, table, path, findings)
    notes.take(findings)
    return result


def salvaged(
    model: type[TableT],
    table: Mapping[str, object],
    path: KeyPath,
    notes: Notes,
    decisive: frozenset[str],
) -> TableT | None:
    """The table as a value, without its wrong keys, so that the right ones can be judged too.

    There is a note for each wrong one, as in `checked`. None when too little is left, or when
    one of the `decisive` keys, by which others are judged, is wrong itself.
    """
    if len(table) > MAX_KEYS:
        notes.add(path, Phrase("has_too_many_keys", "has more than {limit} keys", limit=MAX_KEYS))
        return None
    findings = Findings({})
    result = validated(model, table, path, findings)
    notes.take(findings)
    wrong = {place[len(path)] for place in findings.paths if len(place) > len(path)}
    if result is not None or decisive & wrong:
        return result
    right = {key: value for key, value in table.items() if key not in wrong}
    return validated(model, right, path, Findings({}))


def chosen(
    table: object, key: str, models: Mapping[str, type[TableT]], path: KeyPath, notes: Notes
) -> TableT | None:
    """The table as a value of the class that its `key` names; None, with a note, if none is."""
    if not isinstance(table, Mapping):
        notes.add(path, Phrase("must_be_table", "must be a table"))
        return None
    kind = table.get(key)
    if key not in table:
        notes.add(
            (*path, key),
            Phrase("kind_is_missing", "is missing: it must be {what}", what=one_of(models)),
        )
        return None
    if not isinstance(kind, str) or kind not in models:
        near = nearest(kind, models) if isinstance(kind, str) else None
        notes.add((*path, key), Phrase("must_be", "must be {what}", what=one_of(models)), near)
        return None
    return checked(models[kind], table, path, notes)
