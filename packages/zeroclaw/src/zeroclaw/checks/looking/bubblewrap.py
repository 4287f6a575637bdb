"""Looks whether bubblewrap is installed, which does not mean that it works here."""

from __future__ import annotations

import shutil
from typing import Final

__all__ = ["has_bubblewrap"]

_PLACES: Final = "/usr/local/bin:/usr/bin:/bin"
"""Where it is looked for when a command is started, whatever PATH says."""


def has_bubblewrap(places: str = _PLACES) -> bool:
    """Whether its program is in one of the folders."""
    return shutil.which("bwrap", path=places) is not None
