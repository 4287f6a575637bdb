"""Finds the sentence for a key, whatever the language has."""

from __future__ import annotations

import json
from collections.abc import Mapping

from zeroclaw_api.services import Words

__all__ = ["sentence"]


def sentence(words: Words, key: str, facts: Mapping[str, object] | None = None) -> str:
    """What the language says, else the key with its facts."""
    facts = facts or {}
    said = words.say(key, facts)
    if said is not None:
        return said
    return f"{key} {json.dumps(facts, ensure_ascii=False, default=str)}" if facts else key
