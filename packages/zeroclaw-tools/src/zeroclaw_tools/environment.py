"""Chooses the variables that a command may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["command_environment"]

_PASSED: Final = frozenset({"PATH", "HOME", "TERM", "LANG", "USER", "SHELL", "TMPDIR"})
_LOCALE: Final = "LC_"


def command_environment(given: Mapping[str, str]) -> dict[str, str]:
    """What is known to hold no secret; everything else is left out."""
    return {
        name: value for name, value in given.items() if name in _PASSED or name.startswith(_LOCALE)
    }
