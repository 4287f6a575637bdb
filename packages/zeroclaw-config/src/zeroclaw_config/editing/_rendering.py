"""Write values as TOML."""

from __future__ import annotations

import json
import math
import re

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.editing.values import ConfigValue

__all__ = ["are_tables", "block", "inline", "key_text", "keys_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if _BARE.fullmatch(key) else _string(key)


def keys_text(path: KeyPath) -> str:
    """Dotted keys; indices have no place in them."""
    return ".".join(key_text(part) for part in path if isinstance(part, str))


def are_tables(value: ConfigValue) -> bool:
    """Whether it is a list of tables alone, which headers may write."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def inline(value: ConfigValue) -> str:
    """A value in one line."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{key_text(key)} = {inline(entry)}" for key, entry in value.items())
        return "{ " + pairs + " }" if pairs else "{}"
    return value.isoformat()


def block(path: KeyPath, value: ConfigValue, newline: str) -> str:
    """A table, or the tables of a list, as headers with a line for each key."""
    if isinstance(value, list):
        tables = [_table(path, entry, newline, True) for entry in value if isinstance(entry, dict)]
        return newline.join(tables)
    if isinstance(value, dict):
        return _table(path, value, newline, False)
    raise TypeError("only tables have headers")


def _table(path: KeyPath, table: dict[str, ConfigValue], newline: str, is_element: bool) -> str:
    inner = {key: v for key, v in table.items() if isinstance(v, dict) or are_tables(v)}
    own = {key: v for key, v in table.items() if key not in inner}
    header = f"[[{keys_text(path)}]]" if is_element else f"[{keys_text(path)}]"
    lines = [f"{key_text(key)} = {inline(entry)}{newline}" for key, entry in own.items()]
    blocks = [block((*path, key), entry, newline) for key, entry in inner.items()]
    if own or is_element or not inner:
        blocks.insert(0, header + newline + "".join(lines))
    return newline.join(blocks)


def _string(text: str) -> str:
    # JSON's escapes are TOML's, which wants one more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
