"""Show a value of a file in a message, or a mask where it may be secret."""

from __future__ import annotations

import re
from datetime import date, time

from zeroclaw_config._findings import MASK

__all__ = ["shown_value"]

LONGEST = 40
"""Characters of a text that are shown."""

_LIKE_A_SECRET = re.compile(
    r"://[^/\s]*@"  # an address with a password
    r"|(?=[A-Za-z0-9_+/=-]*[0-9])(?=[A-Za-z0-9_+/=-]*[A-Za-z])[A-Za-z0-9_+/=-]{16,}"
)
"""What a key or token looks like that was put in the wrong place."""


def shown_value(value: object, *, is_secret: bool) -> str | None:
    """The value as TOML has it, in one short line; None for a table or a list, which may be long.

    A text that looks like a key is masked, whatever place it stands at.
    """
    match value:
        case _ if is_secret:
            return MASK
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)[:LONGEST]
        case date() | time():
            return value.isoformat()
        case str() if _LIKE_A_SECRET.search(value):
            return MASK
        case str():
            cut = value if len(value) <= LONGEST else value[:LONGEST] + "…"
            return '"' + "".join(c if c.isprintable() else "\ufffd" for c in cut) + '"'
    return None
