"""Secrets that a test knows."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FixedSecrets"]


class FixedSecrets:
    """The given secrets, no others; `asked` holds the names in the order they were asked for."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values = dict(values or {})
        self.asked: list[str] = []

    def get(self, name: str) -> str | None:
        """The secret, or None."""
        self.asked.append(name)
        return self._values.get(name)
