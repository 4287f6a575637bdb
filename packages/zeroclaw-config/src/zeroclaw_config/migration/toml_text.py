"""Write parsed values as TOML."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping

__all__ = ["header_text", "key_text", "pair_text", "value_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key: str) -> str:
    """One part of a key, quoted when it has to be."""
    return key if _BARE.fullmatch(key) else _quoted(key)


def header_text(path: tuple[str, ...], *, is_element: bool = False) -> str:
    """The header of a table, or of an element of an array of tables."""
    keys = ".".join(key_text(key) for key in path)
    return f"[[{keys}]]" if is_element else f"[{keys}]"


def pair_text(key: str, value: object) -> str:
    """A key with its value, in one line."""
    return f"{key_text(key)} = {value_text(value)}"


def value_text(value: object) -> str:
    """A value in one line. Raises TypeError for what no TOML document holds."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return "[" + ", ".join(value_text(item) for item in value) + "]"
        case Mapping():
            pairs = ", ".join(pair_text(str(key), inner) for key, inner in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case _:
            raise TypeError(f"{type(value).__name__} is nothing that TOML can say")


def _quoted(text: str) -> str:
    # JSON escapes the same way, apart from one control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
