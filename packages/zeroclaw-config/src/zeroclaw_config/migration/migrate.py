"""Run the steps that bring a document to the form which this version reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath
from zeroclaw_config._toml import SCHEMA_VERSION
from zeroclaw_config.migration.change import CarriedKey, ChangeKind, Migrated
from zeroclaw_config.migration.draft import Draft
from zeroclaw_config.migration.fit import fit, read_keys
from zeroclaw_config.migration.version_1 import v1_to_v2
from zeroclaw_config.migration.version_2 import v2_to_v3
from zeroclaw_config.migration.versions import version_of

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["Unlegacy", "migrated"]

Unlegacy = Callable[[str], str | None]
"""Gives another text for a value that the first program sealed; None when it cannot."""

LEGACY_MARK = "enc:"

_STEPS = {1: v1_to_v2, 2: v2_to_v3}


def migrated(
    tree: Mapping[str, object],
    file: str,
    families: Mapping[str, Callable[[], type[ModelSettings]]],
    unlegacy: Unlegacy | None = None,
) -> Migrated:
    """A document in the current form, with what changed on the way.

    `file` names the document in errors, `families` are those of `load_config`. A document that
    needs nothing comes back as it is. Raises SchemaTooNew, or SchemaNotMigrated when
    `schema_version` says no form.
    """
    version = version_of(tree, file)
    draft = Draft.of(tree)
    draft.tree.pop("schema_version", None)
    for number in range(version.number, SCHEMA_VERSION):
        step = _STEPS[number](draft.tree)
        draft.tree = dict(step.tree)
        draft.changes += step.changes
        draft.carried += step.carried
    named = frozenset(draft.table(("providers", "models")))
    fit(draft, read_keys(families, named), is_older=version.number < SCHEMA_VERSION)
    draft.tree = {"schema_version": SCHEMA_VERSION, **draft.tree}
    _reseal(draft, unlegacy)
    if not version.is_said or version.number < SCHEMA_VERSION:
        _note_version(draft, version.number, is_said=version.is_said)
    if not draft.changes:
        return Migrated(tree)
    return draft.done()


def _note_version(draft: Draft, number: int, *, is_said: bool) -> None:
    place = ("schema_version",)
    if is_said:
        note = Phrase("note_version_was", "was {number}", number=number)
    elif number < SCHEMA_VERSION:
        note = Phrase("note_version_missing", "was missing, which means {number}", number=number)
    else:
        note = Phrase(
            "note_version_only_new", "was missing; the document has tables that only this form has"
        )
    kind = ChangeKind.REWRITTEN if is_said else ChangeKind.ADDED
    draft.note(place, place, kind, note)


def _reseal(draft: Draft, unlegacy: Unlegacy | None) -> None:
    """Replace values in the seal that is no longer read, or say that they must be given again."""
    for key, value in [*draft.tree.items()]:
        draft.tree[key] = _resealed(draft, (key,), value, unlegacy)
    draft.carried = [
        CarriedKey(key.path, _resealed(draft, key.path, key.value, unlegacy))
        for key in draft.carried
    ]


def _resealed(draft: Draft, path: KeyPath, value: object, unlegacy: Unlegacy | None) -> object:
    if isinstance(value, dict):
        return {
            key: _resealed(draft, (*path, key), inner, unlegacy) for key, inner in value.items()
        }
    if isinstance(value, list):
        return [
            _resealed(draft, (*path, index), inner, unlegacy) for index, inner in enumerate(value)
        ]
    if not isinstance(value, str) or not value.startswith(LEGACY_MARK):
        return value
    text = None if unlegacy is None else unlegacy(value)
    if text is None:
        note = Phrase(
            "note_give_secret_again", "has a seal that is no longer read: give the secret again"
        )
        draft.note(path, path, ChangeKind.ATTENTION, note)
        return value
    draft.note(
        path,
        path,
        ChangeKind.REWRITTEN,
        Phrase("note_old_seal", "was in a seal that is no longer read"),
    )
    return text
