"""What the keywords of JSON Schema hold, as data."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

__all__ = ["ANNOTATIONS", "BINDING", "GONE", "SHAPES", "TYPES", "Shape"]


class Shape(Enum):
    """What the value of a keyword must be."""

    SCHEMA = "a schema"
    SCHEMAS = "a list of schemas"
    SCHEMA_MAP = "schemas by name"
    TYPE = "one or more names of types"
    ENUM = "a list of allowed values"
    VALUE = "any value"
    VALUES = "a list of any values"
    NUMBER = "a number"
    POSITIVE = "a number above zero"
    COUNT = "a whole number, not negative"
    TEXT = "text"
    FLAG = "true or false"
    NAMES = "names"
    NAME_MAP = "names by name"


TYPES: Final = ("string", "integer", "number", "boolean", "object", "array", "null")

_BY_SHAPE: Final[Mapping[Shape, tuple[str, ...]]] = {
    Shape.SCHEMA: (
        *("items", "contains", "additionalProperties", "propertyNames", "contentSchema"),
        *("not", "if", "then", "else"),
    ),
    Shape.SCHEMAS: ("allOf", "anyOf", "oneOf", "prefixItems"),
    Shape.SCHEMA_MAP: ("properties", "patternProperties", "dependentSchemas"),
    Shape.TYPE: ("type",),
    Shape.ENUM: ("enum",),
    Shape.VALUE: ("const", "default"),
    Shape.VALUES: ("examples",),
    Shape.NUMBER: ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    Shape.POSITIVE: ("multipleOf",),
    Shape.COUNT: (
        *("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"),
        *("minProperties", "maxProperties"),
    ),
    Shape.TEXT: (
        *("title", "description", "pattern", "format", "contentEncoding", "contentMediaType"),
    ),
    Shape.FLAG: ("uniqueItems", "deprecated", "readOnly", "writeOnly"),
    Shape.NAMES: ("required",),
    Shape.NAME_MAP: ("dependentRequired",),
}
SHAPES: Final = {key: shape for shape, keys in _BY_SHAPE.items() for key in keys}
"""What each keyword holds; any other is a vendor's, and binds nobody."""

ANNOTATIONS: Final = frozenset(
    {
        *("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"),
        *("contentEncoding", "contentMediaType", "contentSchema"),
    }
)
"""They tell readers something; no instance is refused for them."""
_UNSETTLED: Final = frozenset(
    {
        *("$dynamicRef", "$recursiveRef", "dependencies", "additionalItems"),
        *("unevaluatedItems", "unevaluatedProperties"),
    }
)
"""They bind, yet never stay, which leaves the schema less strict: what they mean depends on what
applied elsewhere, or on the edition."""
BINDING: Final = (SHAPES.keys() - ANNOTATIONS) | _UNSETTLED
"""An instance may be refused for them."""
GONE: Final = _UNSETTLED | {"definitions", "id"}
"""They never stay, as do all that begin with a dollar sign."""
