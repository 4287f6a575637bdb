"""Gives every tool call of a request an id that the protocol allows."""

from __future__ import annotations

import re
from typing import Final

from attrs import Factory, define

from zeroclaw_api.identifiers import CallId

__all__ = ["ToolUseIds"]

LEGAL: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")


@define
class ToolUseIds:
    """The ids of one request; no two calls get the same."""

    _taken: set[str] = Factory(set)

    def give(self, call_id: CallId, wire_id: str | None) -> str:
        """The id the server made, when there is one that can be sent again, else one of ours."""
        if wire_id is None or wire_id in self._taken or not LEGAL.fullmatch(wire_id):
            number = int(call_id)
            wire_id = f"toolu_zc{number}"
            while wire_id in self._taken:
                number += 1
                wire_id = f"toolu_zx{number}"
        self._taken.add(wire_id)
        return wire_id
