"""Lenient reading of fields in JSON that a server sent."""

from __future__ import annotations

import json
import math
from typing import Final, cast

from zeroclaw_api.json import Json, JsonObject

__all__ = ["count_of", "items_of", "loaded", "object_of", "text_of"]

DECODER: Final = json.JSONDecoder()
COUNT_TYPES: Final = (int, float, str)
LARGEST_EXACT: Final = 2**53
"""No float between here and zero stands for two whole numbers."""


def loaded(text: str | bytes) -> Json:
    """Parse what a server sent; half characters pass, since a server may split one in two.

    Raises ValueError, also for bytes that are no UTF-8 or JSON nested too deeply.
    """
    try:
        if isinstance(text, str) and text.startswith("{"):
            # Nearly all that comes: without the search for blanks around it, a third faster.
            value, end = DECODER.raw_decode(text)
            if end == len(text):
                return cast("Json", value)
        return cast("Json", json.loads(text))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def object_of(value: Json) -> JsonObject:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items_of(value: Json) -> tuple[Json, ...]:
    """The items if the value is a list, else none."""
    if isinstance(value, list):
        return tuple(value)
    return value if isinstance(value, tuple) else ()


def text_of(value: Json) -> str:
    """The value if it is text, a number as text, else an empty text."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def count_of(value: Json) -> int | None:
    """A count, which some servers send as `12.0` or `"12"`; None when it is no count."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int) and 0 <= value <= LARGEST_EXACT:
        return value
    if not isinstance(value, COUNT_TYPES):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if math.isfinite(number) and number >= 0 else None
