"""Checks the receipts that an answer quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from zeroclaw_runtime.security.claims.evidence import Evidence
from zeroclaw_runtime.security.claims.finding import ClaimKind, Finding
from zeroclaw_runtime.security.receipts import RECEIPT, Receipts

__all__ = ["LIKE_A_RECEIPT", "check_receipts"]

LIKE_A_RECEIPT: Final = re.compile(r"(?:([\w.-]{1,100}): ?)?\b(zc-receipt-[\w-]*)", re.ASCII)
"""Whatever passes itself off as a receipt, after the name of the tool that it is said to be of."""


def check_receipts(
    answer: str, evidence: Sequence[Evidence], receipts: Receipts
) -> tuple[Finding, ...]:
    """Receipts that were never issued, are of another turn, or stand beside another tool."""
    tools = {each.tool for each in evidence}
    mine = {each.receipt for each in evidence}
    found = []
    for match in LIKE_A_RECEIPT.finditer(answer):
        said, token = match[1], match[2]
        issued_to = receipts.tool_of(token) if RECEIPT.fullmatch(token) else None
        if issued_to is None:
            found.append(Finding(ClaimKind.FORGED_RECEIPT, token))
        elif said is not None and said != issued_to and said in tools:
            found.append(Finding(ClaimKind.FOREIGN_RECEIPT, match[0]))
        elif token not in mine:
            found.append(Finding(ClaimKind.REPLAYED_RECEIPT, token))
    return tuple(found)
