"""Words things for people: sentences by key, durations, the beginning of a text."""

from __future__ import annotations

import json
from collections.abc import Mapping

from zeroclaw_api.services import Words

__all__ = ["duration", "first_line", "sentence"]


def sentence(words: Words, key: str, facts: Mapping[str, object] | None = None) -> str:
    """What the language says, else the key with its facts."""
    facts = facts or {}
    said = words.say(key, facts)
    if said is not None:
        return said
    return f"{key} {json.dumps(facts, ensure_ascii=False, default=str)}" if facts else key


def duration(seconds: float) -> str:
    """How long something took, to three digits at most."""
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s"


def first_line(text: str) -> str:
    """The first line that says something, without what is around it."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
