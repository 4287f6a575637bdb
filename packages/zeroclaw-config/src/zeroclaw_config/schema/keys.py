"""List every key that a configuration may have, with what it means."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

from attrs import frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_config.schema.json_schema import json_schema
from zeroclaw_config.schema.type_words import type_words, without_null

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["KeyDescription", "describe", "key_paths"]

ALIAS: Final = "<alias>"
"""What stands in a path for a name that the operator chooses."""
FIRST_VERSION: Final = "0.1.0"
"""Since when a key is there whose field does not say it."""
NOT_OVERRIDABLE: Final = "schema_version"

_VALUES: Final = "additionalProperties"


@frozen
class KeyDescription:
    """One key. `path` has `<alias>` where the operator chooses a name.

    `type` and `description` are words; `default` is TOML, None when there is none. `since` is a
    version of this project. `env` is the variable that overrides the key, None when none does.
    """

    path: str
    type: str
    default: str | None
    description: str
    since: str
    is_required: bool
    is_secret: bool
    env: str | None


def describe(
    families: Mapping[str, Callable[[], type[ModelSettings]]],
) -> tuple[KeyDescription, ...]:
    """Every key that is read with the families that are given, in the order of the sections.

    It comes from the settings classes themselves, so that what they take is what is described.
    """
    return tuple(_Keys(json_schema(families)).all())


def key_paths(families: Mapping[str, Callable[[], type[ModelSettings]]]) -> tuple[str, ...]:
    """The paths of all keys, for completion or to find the nearest one."""
    return tuple(key.path for key in describe(families))


class _Keys:
    """One walk over a JSON Schema."""

    def __init__(self, schema: JsonObject) -> None:
        self._schema = schema
        self._definitions = _object(schema.get("$defs", {}))

    def all(self) -> Iterator[KeyDescription]:
        return self._table(self._schema, (), ())

    def _table(
        self, table: JsonObject, path: tuple[str, ...], seen: tuple[str, ...]
    ) -> Iterator[KeyDescription]:
        required = table.get("required", [])
        for key, value in _object(table.get("properties", {})).items():
            is_required = isinstance(required, list) and key in required
            yield from self._key(_object(value), (*path, key), seen, is_required=is_required)

    def _key(
        self, schema: JsonObject, path: tuple[str, ...], seen: tuple[str, ...], *, is_required: bool
    ) -> Iterator[KeyDescription]:
        plain, names = self._resolved(schema)
        if any(name in seen for name in names):
            return
        description = _text(schema.get("description", plain.get("description", "")))
        entry = plain.get(_VALUES)
        is_map = isinstance(entry, dict) and "propertyNames" in plain
        is_section = len(path) < 2 or (path[0] == "providers" and len(path) < 4)
        if not is_section or path == (NOT_OVERRIDABLE,):
            yield self._described(schema, plain, path, description, is_required=is_required)
        if is_map:
            inner, more = self._resolved(_object(entry))
            yield from self._table(inner, (*path, ALIAS), (*seen, *names, *more))
        else:
            yield from self._table(plain, path, (*seen, *names))

    def _described(
        self,
        schema: JsonObject,
        plain: JsonObject,
        path: tuple[str, ...],
        description: str,
        *,
        is_required: bool,
    ) -> KeyDescription:
        dotted = ".".join(path)
        return KeyDescription(
            path=dotted,
            type=type_words(plain),
            default=_toml(schema.get("default")),
            description=description,
            since=_text(schema.get("since", FIRST_VERSION)),
            is_required=is_required,
            is_secret=any(
                part.get("writeOnly") is True
                for part in (plain, *map(_object, (plain.get("items"), plain.get(_VALUES))))
            ),
            env=None if dotted == NOT_OVERRIDABLE else "ZEROCLAW_" + "__".join(path),
        )

    def _resolved(self, schema: JsonObject) -> tuple[JsonObject, tuple[str, ...]]:
        """The schema without null or references, with the names of those."""
        names: tuple[str, ...] = ()
        schema = without_null(schema)
        while isinstance(reference := schema.get("$ref"), str):
            name = reference.rpartition("/")[2]
            names += (name,)
            schema = without_null(_object(self._definitions[name]))
        return schema, names


def _object(value: Json) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _toml(value: Json) -> str | None:
    # What has a default is a switch, number, text or list, which JSON writes as TOML does.
    return None if value is None or isinstance(value, dict) else json.dumps(value)
