"""Tells whether a one-time code is needed to let things go on."""

from __future__ import annotations

import tomllib
from pathlib import Path

__all__ = ["needs_code"]


def needs_code(config: Path) -> bool:
    """Whether it is, by the configuration alone; a broken one or none does not lift it."""
    try:
        with config.open("rb") as stream:
            found: object = tomllib.load(stream)
    except (OSError, ValueError, RecursionError):
        return True
    for key in ("security", "estop", "require_otp_to_resume"):
        found = found.get(key) if isinstance(found, dict) else None
    return found is not False
