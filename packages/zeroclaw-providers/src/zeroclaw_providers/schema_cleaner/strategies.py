"""What each kind of endpoint takes of JSON Schema, as data."""

from __future__ import annotations

from enum import Enum
from typing import Final

from attrs import frozen

__all__ = ["ANTHROPIC", "CONSERVATIVE", "GEMINI", "OPENAI", "Nulls", "Strategy"]


class Nulls(Enum):
    """How a value that may be null is declared."""

    AS_TYPE = "a type among others"
    AS_FLAG = "nullable: true"
    DROPPED = "not at all: the model is told of the other type alone"


@frozen
class Strategy:
    """What an endpoint takes.

    `keywords` are all that may stand in a schema; None is the whole of JSON Schema 2020-12 but
    for references, and then a cleaned schema is never stricter than the original for an object.
    With `needs_type`, each schema declares one type or a union. With `string_enums`, an `enum`
    holds strings that are not empty; other values are named in the description, since a number
    spelled as text would come back as text, which the tool refuses. With `lone_unions`, nothing
    may stand beside `anyOf`.
    """

    name: str
    keywords: frozenset[str] | None = None
    nulls: Nulls = Nulls.AS_TYPE
    needs_type: bool = False
    string_enums: bool = False
    lone_unions: bool = False


CORE: Final = frozenset(
    {
        *("type", "title", "description", "default", "enum"),
        *("properties", "required", "items", "anyOf"),
    }
)

OPENAI: Final = Strategy("openai")
"""Its root is one object without unions, an array declares its items, no `enum` is empty."""
ANTHROPIC: Final = Strategy("anthropic")
"""Valid JSON Schema 2020-12, with a root that is one object without unions."""
GEMINI: Final = Strategy(
    "gemini",
    keywords=CORE | {"nullable"},
    nulls=Nulls.AS_FLAG,
    needs_type=True,
    string_enums=True,
    lone_unions=True,
)
"""The oldest form of its `Schema` message; every later one takes it too."""
CONSERVATIVE: Final = Strategy(
    "conservative",
    keywords=CORE
    | {"format", "pattern", "minLength", "maxLength"}
    | {"minimum", "maximum", "minItems", "maxItems"},
    nulls=Nulls.DROPPED,
)
"""What every server reads, chat templates that expect `type` to be one word among them."""
