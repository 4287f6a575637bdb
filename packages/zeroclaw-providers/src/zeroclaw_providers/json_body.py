"""Writes the body of a request as JSON."""

from __future__ import annotations

import json

from zeroclaw_api.json import JsonObject, well_formed

__all__ = ["encoded"]


def encoded(body: JsonObject) -> bytes:
    """The bytes of a body; the same body always gives the same bytes."""
    return well_formed(json.dumps(body, ensure_ascii=False, separators=(",", ":"))).encode()
