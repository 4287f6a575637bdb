"""Sentences from a plain table."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PlainWords"]


class PlainWords:
    """Sentences by key, as `str.format` templates over the facts."""

    def __init__(self, templates: Mapping[str, str] | None = None) -> None:
        self._templates = dict(templates or {})

    def say(self, key: str, facts: Mapping[str, object]) -> str | None:
        """The sentence, or None for an unknown key."""
        template = self._templates.get(key)
        return None if template is None else template.format_map(facts)
