"""Finds private keys that are written out as a block of lines."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["BLOCK_BEGINNING", "BLOCK_END", "BLOCK_START", "LONGEST_END"]

_BETWEEN: Final = r"[\s\"'+,>|#*\\nrt]{0,64}"
"""What stands between the first line and the key: ends of lines, in many spellings."""

BLOCK_START: Final = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    + _BETWEEN
    + r"(?:[A-Za-z0-9+/=]{24}|[A-Z][A-Za-z-]{2,24}: )"
)
"""Where a key begins for certain: a sentence that only names the first line is none."""

BLOCK_BEGINNING: Final = (
    rf"-----BEGIN[A-Z0-9 ]{{0,64}}(?:-{{1,5}}{_BETWEEN}[A-Za-z0-9+/=:-]{{0,32}})?"
)
"""Every beginning of what `BLOCK_START` matches that reaches further than one word."""

BLOCK_END: Final = re.compile(r"-----END [A-Z0-9 ]{0,48}-----")
LONGEST_END: Final = 62
"""Characters of the longest match of `BLOCK_END`."""
