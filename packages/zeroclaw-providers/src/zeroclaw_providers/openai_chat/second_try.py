"""Rewrites a request that was refused for a reason that can be taken out of it."""

from __future__ import annotations

import re
from typing import Final

from zeroclaw_api.errors import ProviderRejected
from zeroclaw_api.json import JsonObject

__all__ = ["second_try"]

REFUSED: Final = re.compile(r"HTTP (400|422)\b")
NAMED: Final = (
    re.compile(r"reasoning_effort"),
    re.compile(r"\btools?\b", re.IGNORECASE),
    re.compile(r"not supported|unsupported", re.IGNORECASE),
)
"""Some models take tools only when they do not think, which they say in these words."""


def second_try(body: JsonObject, error: ProviderRejected) -> JsonObject | None:
    """The request as it may be taken, None when nothing can be done.

    Only a request with tools is rewritten, and none twice.
    """
    if body.get("reasoning_effort") == "none" or "tools" not in body:
        return None
    if not REFUSED.match(error.detail) or not all(word.search(error.detail) for word in NAMED):
        return None
    return {**body, "reasoning_effort": "none"}
