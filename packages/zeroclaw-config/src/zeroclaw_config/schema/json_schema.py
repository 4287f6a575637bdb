"""Describe the whole configuration as one JSON Schema, for editors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from pydantic.json_schema import models_json_schema

from zeroclaw_api.json import JsonObject
from zeroclaw_config._families import settings_class
from zeroclaw_config._known_sections import KNOWN_SECTIONS, PROVIDER_KINDS
from zeroclaw_config._sections import ALIAS_MAPS
from zeroclaw_config._toml import SCHEMA_VERSION

if TYPE_CHECKING:
    from zeroclaw_api.factory import ModelSettings

__all__ = ["json_schema"]

ALIAS_PATTERN: Final = "^(?!.{64})[a-z0-9]+(?:_[a-z0-9]+)*$"
TITLE: Final = "The configuration of ZeroClaw"


def json_schema(families: Mapping[str, Callable[[], type[ModelSettings]]]) -> JsonObject:
    """The JSON Schema of a `config.toml` with the families of models that are given.

    It refuses unknown keys, as loading does. Sections that nothing reads may have any content.
    """
    sections = dict(ALIAS_MAPS)
    models = {family: settings_class(families, family) for family in sorted(families)}
    pairs = [(model, "validation") for model in (*sections.values(), *models.values())]
    found, whole = models_json_schema(pairs)  # type: ignore[arg-type]
    references = {model: cast("JsonObject", schema) for (model, _), schema in found.items()}
    providers = {
        kind: cast("JsonObject", {"type": "object"}) for kind in sorted(PROVIDER_KINDS)
    } | {"models": _table({family: _aliases(references[models[family]]) for family in models})}
    properties: dict[str, JsonObject] = {
        "schema_version": {
            "type": "integer",
            "const": SCHEMA_VERSION,
            "description": "The form of the file.",
        },
        "providers": _table(providers),
        **{section: _aliases(references[sections[section]]) for section in sections},
    }
    unread = sorted(KNOWN_SECTIONS - properties.keys())
    properties |= {section: {} for section in unread}
    return {
        "title": TITLE,
        **_table(properties),
        "required": ["schema_version"],
        "$defs": cast("JsonObject", whole.get("$defs", {})),
    }


def _table(properties: Mapping[str, JsonObject]) -> JsonObject:
    return {"type": "object", "additionalProperties": False, "properties": dict(properties)}


def _aliases(entry: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "additionalProperties": entry,
        "propertyNames": {"pattern": ALIAS_PATTERN},
    }
