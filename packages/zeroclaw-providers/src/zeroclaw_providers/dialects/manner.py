"""Settles what is read in the answers of one model."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw_providers.dialects.choice import dialects_of
from zeroclaw_providers.dialects.foreign_text import HarmlessText
from zeroclaw_providers.dialects.instructions import TAGS
from zeroclaw_tool_call_parser.catalogue import DIALECTS
from zeroclaw_tool_call_parser.dialect import Dialect
from zeroclaw_tool_call_parser.joining import certain, joined

__all__ = ["Manner", "manner_of"]

TAUGHT: Final = "hermes"
"""The dialect that a model is told to write in."""


@frozen(eq=False)
class Manner:
    """How a model writes its calls, with what keeps the text of others from being one."""

    dialect: Dialect
    harmless: HarmlessText


def manner_of(model: str, *, is_taught: bool) -> Manner | None:
    """What to read for a model; None when it has tools and no dialect that is known.

    One that is taught to write calls is read in its own dialects too. Of one that is not, only
    tokens count that nobody writes for another purpose.
    """
    own = dialects_of(model)
    if is_taught:
        own = tuple(dict.fromkeys((TAUGHT, *own)))
    else:
        own = tuple(name for name in own if DIALECTS[name].is_sniffable)
    if not own:
        return None
    dialect = joined(certain(DIALECTS[name]) for name in own)
    markers = {opener.marker for opener in dialect.openers}
    return Manner(dialect, HarmlessText(markers.union(TAGS) if is_taught else markers))
