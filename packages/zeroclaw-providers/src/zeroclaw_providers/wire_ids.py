"""Gives every tool call of a request an id that its server accepts."""

from __future__ import annotations

import re
from typing import Final

from attrs import Factory, define, frozen

from zeroclaw_api.identifiers import CallId

__all__ = ["TOOL_USE_IDS", "IdRule", "WireIds"]


@frozen
class IdRule:
    """Which ids a server takes; `ours` is how we make one of a number, `other` when that is taken.

    What a provider made is legal to it.
    """

    legal: re.Pattern[str]
    ours: str
    other: str


STRICT_IDS: Final = IdRule(re.compile(r"[A-Za-z0-9_.:-]{1,64}"), "c{:08d}", "d{:08d}")
"""Ours have nine letters and digits, as the strictest server of chat completions wants it."""

TOOL_USE_IDS: Final = IdRule(re.compile(r"[A-Za-z0-9_-]{1,128}"), "toolu_zc{}", "toolu_zx{}")
"""What Anthropic takes."""


@define
class WireIds:
    """The ids of one request; no two calls get the same."""

    _rule: IdRule = STRICT_IDS
    _taken: set[str] = Factory(set)

    def give(self, call_id: CallId, wire_id: str | None) -> str:
        """The id the provider made, when there is one that can be sent again, else one of ours."""
        if wire_id is None or wire_id in self._taken or not self._rule.legal.fullmatch(wire_id):
            number = int(call_id)
            wire_id = self._rule.ours.format(number)
            while wire_id in self._taken:
                number += 1
                wire_id = self._rule.other.format(number)
        self._taken.add(wire_id)
        return wire_id
