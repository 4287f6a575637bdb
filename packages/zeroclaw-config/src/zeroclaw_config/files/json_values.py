"""Take what a file gives as JSON, or as a JSON Schema."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from typing import cast

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_api.phrases import Phrase
from zeroclaw_api.services import Validator
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config.files.notes import Notes

__all__ = ["json_object", "json_schema", "json_value"]


def json_value(value: object, path: KeyPath, notes: Notes) -> Json:
    """The value as JSON; a note for each part of it that JSON does not know."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            if not math.isfinite(value):
                notes.add(path, Phrase("must_be_finite", "must be a finite number"))
            return value
        case Mapping():
            return {
                str(key): json_value(item, (*path, str(key)), notes) for key, item in value.items()
            }
        case list():
            return [json_value(item, (*path, at), notes) for at, item in enumerate(value)]
        case datetime.date() | datetime.time():
            notes.add(
                path,
                Phrase(
                    "json_knows_no_dates",
                    "is a date or a time, which JSON does not know: write it as text",
                ),
            )
        case _:
            notes.add(path, Phrase("json_knows_no_such", "is nothing that JSON knows"))
    return None


def json_object(value: Mapping[str, object], path: KeyPath, notes: Notes) -> JsonObject:
    """The table as a JSON object, with notes as above."""
    return cast("JsonObject", json_value(value, path, notes))


def json_schema(
    value: object, path: KeyPath, validator: Validator, notes: Notes, *, of_type: str | None = None
) -> JsonObject | None:
    """The value as a JSON Schema that `validator` can check by; None, with notes, if it is none.

    It must say its `type`, namely `of_type` unless that is None.
    """
    if not isinstance(value, Mapping):
        notes.add(path, Phrase("must_be_schema", "must be a JSON Schema: an object with a `type`"))
        return None
    schema = json_object(value, path, notes)
    if "type" not in schema:
        notes.add((*path, "type"), Phrase("is_missing", "is missing"))
        return None
    if of_type is not None and schema["type"] != of_type:
        notes.add((*path, "type"), Phrase("must_be", "must be {what}", what=of_type))
        return None
    violations = validator.unsupported(schema)
    for violation in violations:
        # The validator calls the whole schema `parameters`; the key is said already.
        where = violation.where.removeprefix("parameters").removeprefix(".")
        what = Phrase(
            "schema_cannot_be_checked",
            "is a JSON Schema that cannot be checked: {problem}",
            problem=violation.problem,
        )
        if where:
            what = Phrase(
                "schema_cannot_be_checked_at",
                "is a JSON Schema that cannot be checked at `{where}`: {problem}",
                where=quoted(where),
                problem=violation.problem,
            )
        notes.add(path, what)
    return None if violations else schema
