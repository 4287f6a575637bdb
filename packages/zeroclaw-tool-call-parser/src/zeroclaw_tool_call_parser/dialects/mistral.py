"""Calls as Mistral models write them: a token directly behind the text.

    [TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris"}, "id": "a1b2c3d4e"}]
    [TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}
    [TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Paris"}

The later forms repeat the token for each call; some servers leave `[ARGS]` out.
"""

from __future__ import annotations

import re

from zeroclaw_tool_call_parser.call_objects import calls_of
from zeroclaw_tool_call_parser.cursor import Cursor
from zeroclaw_tool_call_parser.dialect import Calls, Dialect, Opener, Place, Region
from zeroclaw_tool_call_parser.offer import Offer

__all__ = ["MISTRAL"]

_CALLS, _ID, _ARGUMENTS = "[TOOL_CALLS]", "[CALL_ID]", "[ARGS]"
_NAME = re.compile(r"[A-Za-z0-9_./-]*")


def _read(cursor: Cursor, offer: Offer) -> Calls | None:
    cursor.skip_space()
    if cursor.starts("["):
        # `[` may as well begin the next token.
        return None if cursor.starts(_CALLS, _ARGUMENTS) else calls_of(cursor.json(), offer)
    name = cursor.run(_NAME)
    if not name or not cursor.starts(_ID, _ARGUMENTS, "{"):
        return None
    if cursor.take(_ID):
        cursor.run(_NAME)
        cursor.expect(_ARGUMENTS)
    else:
        cursor.take(_ARGUMENTS)
    cursor.skip_space()
    return (offer.call(name, cursor.json()),)


MISTRAL = Dialect(
    "mistral",
    (Opener(_CALLS, _read, place=Place.ANYWHERE),),
    fillers=("</s>",),
    thinking=(Region("[THINK]", "[/THINK]"),),
)
