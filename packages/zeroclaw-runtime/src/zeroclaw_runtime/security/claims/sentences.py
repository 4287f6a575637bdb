"""Cuts an answer into the sentences that may claim something."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LONGEST", "sentences_of"]

LONGEST: Final = 1_000
"""Characters of a sentence that are looked at; nobody words a claim in more."""

_CODE: Final = re.compile(r"```.*?(?:```|\Z)|^(?: {4}|\t)[^\n]*", re.DOTALL | re.MULTILINE)
_MARKERS: Final = re.compile(r"^[^\S\n]*(?:[-*+>#]+|\d{1,2}[.)])[^\S\n]+", re.MULTILINE)
_RECEIPT: Final = re.compile(r"zc-receipt-[\w-]*")
_EMPHASIS: Final = re.compile(r"\*\*|__|`")
_END: Final = re.compile(r"(?<=[.!?])[\"”»)]*\s+|(?<=[。！？；])|\n+")
_SHORT: Final = re.compile(
    r"\b(?:ca|z\.b|d\.h|e\.g|i\.e|etc|vs|dr|mr|mrs|sr|sra|nr|approx)\.$", re.I
)


def sentences_of(answer: str) -> tuple[str, ...]:
    """The sentences without code, marks of lists or emphasis, receipts; questions left out."""
    text = _CODE.sub("\n", answer)
    text = _EMPHASIS.sub("", _RECEIPT.sub("", _MARKERS.sub("", text)))
    parts = [part.strip() for part in _END.split(text)]
    joined: list[str] = []
    for part in parts:
        if joined and _SHORT.search(joined[-1]):
            joined[-1] += f" {part}"
        elif part:
            joined.append(part)
    return tuple(part[:LONGEST] for part in joined if not part.endswith(("?", "？")))
