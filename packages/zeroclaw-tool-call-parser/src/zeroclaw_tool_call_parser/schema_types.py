"""Decide by a tool's schema what a parameter written as raw text means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zeroclaw_tool_call_parser.strict_json import Json, parse_json

__all__ = ["accepted_types", "typed"]

# A schema is somebody else's; deeper unions than this say nothing about one parameter.
_DEEPEST = 8
_SPELLED = {"true": "true", "false": "false", "none": "null", "null": "null"}


def accepted_types(schema: object, depth: int = 0) -> frozenset[str]:
    """The JSON Schema type names a schema admits, as far as it says so; empty when it does not."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return frozenset()
    return frozenset(_named_types(schema, depth))


def _named_types(schema: Mapping[object, object], depth: int) -> Iterator[str]:
    match schema.get("type"):
        case str(name):
            yield name
        case list() | tuple() as names:
            yield from (name for name in names if isinstance(name, str))
        case _:
            values = schema.get("enum")
            for value in values if isinstance(values, list | tuple) else ():
                yield type_of(value)
            if "const" in schema:
                yield type_of(schema["const"])
            for key in ("anyOf", "oneOf"):
                branches = schema.get(key)
                for branch in branches if isinstance(branches, list | tuple) else ():
                    # A branch that says nothing admits everything.
                    yield from accepted_types(branch, depth + 1) or ("string",)


def type_of(value: object) -> str:
    """The JSON Schema name of a value's type."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case str():
            return "string"
        case list() | tuple():
            return "array"
        case _:
            return "object"


def typed(raw: str, schema: object) -> Json:
    """What raw text means to a parameter of this schema.

    It stays the text it is where the schema admits a string or names no type, and where it does
    not read as a type the schema names: then whoever validates the call says so.
    """
    types = accepted_types(schema)
    if not types or "string" in types:
        return raw
    plain = raw.strip()
    try:
        value = parse_json(_SPELLED.get(plain.lower(), plain))
    except ValueError:
        return raw
    kind = type_of(value)
    fits = kind in types or (kind == "integer" and "number" in types)
    return value if fits else raw
