"""Names for the places of a configuration: dotted keys, JSON Pointers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._key_path import KeyPath, quoted
from zeroclaw_config.errors import KeyPathInvalid

__all__ = [
    "END",
    "Knows",
    "format_key_path",
    "format_pointer",
    "located",
    "parse_key_path",
    "parse_pointer",
    "split_assignment",
]

Knows: TypeAlias = Callable[[KeyPath], bool]
"""Whether the schema has a key at a path. In a map whose names are free, any name that may be one
counts as known, so that it is never taken for another."""

END = "-"
"""As an index: the place after the last element."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
_PART = re.compile(
    r'"(?P<basic>(?:[^"\\]|\\.)*)"|\'(?P<literal>[^\']*)\''
    r"|(?P<bare>[A-Za-z0-9_-]+)",
    re.DOTALL,
)
_BRACKET = re.compile(r"\[(0|[1-9][0-9]{0,8}|-)\]")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|[^"\'=]', re.DOTALL)


def parse_key_path(text: str) -> KeyPath:
    """The path that dotted keys name, such as `a."b.c"`, `servers.0.name`, `servers[0].name`.

    A bare number becomes an index; where the place turns out to be a table it is a key. A `-`
    stands for the end of a list. Raises KeyPathInvalid.
    """
    parts: list[str | int] = []
    at = 0
    while True:
        match = _PART.match(text, at)
        if match is None:
            raise _invalid(text)
        parts.append(_part(match, text))
        at = match.end()
        while bracket := _BRACKET.match(text, at):
            parts.append(_index_or_key(bracket[1]))
            at = bracket.end()
        if at == len(text):
            return tuple(parts)
        if text[at] != ".":
            raise _invalid(text)
        at += 1


def format_key_path(path: KeyPath) -> str:
    """The path as `parse_key_path` reads it, whole, however long."""
    return ".".join(_written(part) for part in path)


def parse_pointer(text: str) -> KeyPath:
    """The path that a JSON Pointer (RFC 6901) names; raises KeyPathInvalid.

    Numbers and `-` are as in `parse_key_path`; the empty pointer is the whole document.
    """
    if text == "":
        return ()
    if not text.startswith("/") or re.search(r"~(?![01])", text):
        what = Phrase(
            "is_no_pointer",
            "is no JSON Pointer; write it as in /agents/main, with ~0 for ~, ~1 for /",
        )
        raise KeyPathInvalid(key=quoted(text), what=what)
    return tuple(
        _index_or_key(part.replace("~1", "/").replace("~0", "~")) for part in text[1:].split("/")
    )


def format_pointer(path: KeyPath) -> str:
    """The path as a JSON Pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def split_assignment(text: str) -> tuple[str, str | None]:
    """The key with the value of `key=value`; None when there is no `=` outside of quotes."""
    at = 0
    while match := _QUOTED.match(text, at):
        at = match.end()
    if text[at : at + 1] != "=":
        return text, None
    return text[:at].rstrip(), text[at + 1 :]


def located(path: KeyPath, tree: Mapping[str, object], knows: Knows | None = None) -> KeyPath:
    """The path with indices where lists are, keys where tables are.

    With `knows`, a key that is neither there nor known becomes the one with `-` for `_` or the
    reverse, when that one is known or there. What cannot be found stays as it is.
    """
    found: KeyPath = ()
    node: object = tree
    for part in path:
        if isinstance(node, list):
            index = len(node) if part == END else part
            node = node[index] if isinstance(index, int) and index < len(node) else None
            found = (*found, index)
            continue
        table = node if isinstance(node, Mapping) else {}
        key = _spelled(str(part), found, table, knows)
        node = table.get(key)
        found = (*found, key)
    return found


def _spelled(key: str, before: KeyPath, table: Mapping[str, object], knows: Knows | None) -> str:
    if key in table or key == END or knows is None:
        return key
    spellings = (key, key.replace("-", "_"), key.replace("_", "-"))
    for spelling in spellings:
        if knows((*before, spelling)):
            return spelling
    return next((spelling for spelling in spellings if spelling in table), key)


def _index_or_key(text: str) -> str | int:
    return int(text) if _INDEX.fullmatch(text) else text


def _part(match: re.Match[str], text: str) -> str | int:
    if match["bare"] is not None:
        return _index_or_key(match["bare"])
    if match["literal"] is not None:
        return match["literal"]
    try:
        # TOML's escapes that a key may need are those of JSON.
        key: str = json.loads(f'"{match["basic"]}"', strict=False)
    except ValueError:
        raise _invalid(text) from None
    return key


def _written(part: str | int) -> str:
    if isinstance(part, int) or (_BARE.fullmatch(part) and not _INDEX.fullmatch(part)):
        return str(part)
    return json.dumps(part, ensure_ascii=False)


def _invalid(text: str) -> KeyPathInvalid:
    # What follows `=` may be a secret that was given with the key.
    shown = quoted(text.partition("=")[0])
    what = Phrase(
        "is_no_key",
        'is no key; write it as in agents.main or a."b.c", with numbers for elements of lists',
    )
    return KeyPathInvalid(key=shown, what=what)
