"""Which variables of the environment a command may be given."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["passed_name"]

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SECRET: Final = re.compile(r"(^|_)(TOKEN|SECRET|PASSWORD|KEY)S?$", re.IGNORECASE)


def passed_name(name: str) -> str:
    """The name, when a command may see it. Raises `ValueError` with the reason when not."""
    if not _NAME.fullmatch(name):
        raise ValueError("is no name of a variable: letters, digits and _ only")
    if _SECRET.search(name):
        raise ValueError("is the name of a secret, which no command may see")
    return name
