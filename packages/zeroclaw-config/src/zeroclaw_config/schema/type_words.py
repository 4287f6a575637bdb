"""Say in words which values a JSON Schema takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from zeroclaw_api.json import Json, JsonObject

__all__ = ["type_words", "without_null"]

_PLAIN: Final = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
}
_FORMATS: Final = {"path": "path", "file-path": "path", "directory-path": "path"}
_BOUNDS: Final = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
}


def without_null(schema: JsonObject) -> JsonObject:
    """The schema that is left when a key that may be left out is there."""
    branches = _branches(schema)
    # A number that may be written as a text, for more digits, is a number to its reader.
    if any(branch.get("type") == "number" for branch in branches):
        branches = [branch for branch in branches if branch.get("type") != "string"]
    if len(branches) != 1:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return without_null({**rest, **branches[0]})


def type_words(schema: JsonObject) -> str:
    """Such as `whole number, at least 1`, or `list of text`."""
    if "const" in schema:
        return str(schema["const"])
    if isinstance(words := schema.get("enum"), list):
        return _joined([str(word) for word in words])
    if branches := _branches(schema):
        return _joined(list(dict.fromkeys(type_words(branch) for branch in branches)))
    match schema.get("type"):
        case "array":
            items = schema.get("items")
            return f"list of {type_words(items)}" if items and isinstance(items, dict) else "list"
        case "string" if isinstance(form := schema.get("format"), str) and form in _FORMATS:
            return _FORMATS[form]
        case str(kind) if kind in _PLAIN:
            return ", ".join([_PLAIN[kind], *_bounds(schema)])
        case _:
            return "table"


def _branches(schema: JsonObject) -> list[JsonObject]:
    any_of = schema.get("anyOf")
    found: Sequence[Json] = any_of if isinstance(any_of, list) else []
    return [each for each in found if isinstance(each, dict) and each.get("type") != "null"]


def _bounds(schema: JsonObject) -> list[str]:
    return [
        form.format(f"{limit:g}" if isinstance(limit, float) else limit)
        for key, form in _BOUNDS.items()
        if isinstance(limit := schema.get(key), int | float)
    ]


def _joined(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
