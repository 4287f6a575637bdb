"""Read JSON that says one thing only."""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn, TypeAlias, cast

__all__ = ["Json", "end_of_json", "parse_json"]

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

# Levels of nesting; no argument of a tool needs more, and each level costs the reader stack.
_DEEPEST = 200
_FLAT = re.compile(
    r"""(?:[ \t\r\n:,]++
    |"(?>[^"\\]++|\\.)*+"
    |true|false|null
    |-?[0-9]++(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?
    )*+""",
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(r"[-+.\w]+")


def end_of_json(text: str, start: int, end: int) -> int:
    """The place after the object or array that begins at `start`, looking no further than `end`.

    Brackets inside strings do not count. Raises `EOFError` when the value may go on after `end`,
    `ValueError` when no continuation makes it JSON.
    """
    depth, at = 0, start
    while True:
        if depth and (flat := _FLAT.match(text, at, end)):
            at = flat.end()
        if at >= end:
            raise EOFError
        match text[at]:
            case "{" | "[":
                depth += 1
                at += 1
                if depth > _DEEPEST:
                    raise ValueError("its JSON is nested too deeply")
            case "}" | "]" if depth:
                depth -= 1
                at += 1
                if not depth:
                    return at
            case '"' if depth:
                raise EOFError
            case _:
                word = _WORD.match(text, at, end) if depth else None
                if word and word.end() == end:
                    raise EOFError
                raise ValueError("its arguments are not valid JSON")


def parse_json(text: str) -> Json:
    """Parse one value: no NaN, no infinity, no key twice, no half character, no absurd depth.

    Raises `ValueError` with a clause that says what is wrong.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
        if "\\u" in text:
            # An escape can spell half a surrogate pair, which no encoding can write down.
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"its JSON is wrong: {error.msg} (character {error.pos})") from None
    except UnicodeEncodeError:
        raise ValueError("its JSON spells half a character") from None
    return cast("Json", value)


def _unique_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"its JSON has the key {key[:80]!r} twice")
        found[key] = value
    return found


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:20]} is too large a number")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
