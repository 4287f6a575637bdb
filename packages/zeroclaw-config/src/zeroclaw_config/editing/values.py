"""The values that a configuration file can hold."""

from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Mapping
from typing import TypeAlias

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import ValueTypeMismatch

__all__ = ["ConfigValue", "config_value", "same_value", "typed_value"]

ConfigValue: TypeAlias = (
    "str | int | float | bool | datetime.datetime | datetime.date | datetime.time"
    " | list[ConfigValue] | dict[str, ConfigValue]"
)

_SCALARS = (bool, int, float, datetime.datetime, datetime.date, datetime.time)
_PLAIN = re.compile(
    r"true|false"
    r"|[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?"
    r"|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
)
_MOST_DIGITS = 300
"""Characters of a number; a longer one is no number that anything here could mean."""

DEEPEST_VALUE = 32
"""Lists or tables inside each other, as for a whole file."""


_NO_LIST = Phrase(
    "begins_like_list", "begins like a list but is none in TOML; put quotes around the text in it"
)
_NO_TABLE = Phrase(
    "begins_like_table", "begins like a table but is none in TOML; put quotes around the text in it"
)
_CANNOT_BE_NULL = Phrase("cannot_be_null", "cannot be null; remove the key instead")
_UNKNOWN_KIND = Phrase("unknown_kind_of_value", "has a kind of value that TOML does not know")
_NO_TEXT = Phrase("is_not_text", "is not text; give it as UTF-8")


def typed_value(text: str, key: str, as_text: bool = False) -> ConfigValue:
    """What a word of a command line means: `true`, a number, `[…]` or `{…}` as TOML, else text.

    `as_text` takes every word as text. `key` is for the message of ValueTypeMismatch, raised for
    a word that begins like a list or table without being one.
    """
    plain = text.strip()
    is_compound = plain[:1] in ("[", "{")
    if as_text or not (is_compound or (_PLAIN.fullmatch(plain) and len(plain) <= _MOST_DIGITS)):
        return config_value(text, key)
    try:
        tree = tomllib.loads(f"value = {plain}\n")
    except (ValueError, RecursionError):
        tree = {}
    if list(tree) != ["value"]:
        what = _NO_LIST if plain.startswith("[") else _NO_TABLE
        # The parser's error may tell some of the value.
        raise ValueTypeMismatch(key=key, what=what)
    return config_value(tree["value"], key)


def config_value(value: object, key: str) -> ConfigValue:
    """The value as one that TOML can hold; raises ValueTypeMismatch."""
    return _checked(value, key, DEEPEST_VALUE)


def _checked(value: object, key: str, depth: int) -> ConfigValue:
    if depth < 0:
        what = Phrase(
            "is_too_deep_a_value",
            "is nested more than {deepest} levels deep; make it flatter",
            deepest=DEEPEST_VALUE,
        )
        raise ValueTypeMismatch(key=key, what=what)
    if isinstance(value, str):
        return _text(value, key)
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, Mapping):
        return {
            _text(str(name), key): _checked(item, key, depth - 1) for name, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_checked(item, key, depth - 1) for item in value]
    if value is None:
        raise ValueTypeMismatch(key=key, what=_CANNOT_BE_NULL)
    raise ValueTypeMismatch(key=key, what=_UNKNOWN_KIND)


def _text(value: str, key: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueTypeMismatch(key=key, what=_NO_TEXT)
    return value


def same_value(one: object, other: object) -> bool:
    """Whether two values are the same to a reader of TOML, where 1, 1.0 and true all differ."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same_value(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_value, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return type(one) is type(other) and one == other
