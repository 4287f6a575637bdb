"""What can be wrong with a claim."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

__all__ = ["ClaimKind", "Finding"]


class ClaimKind(StrEnum):
    """Six kinds of claims that nothing supports, three kinds of receipts that prove nothing."""

    FABRICATED_CALL = "fabricated_call"
    COUNT_MISMATCH = "count_mismatch"
    FACT_MISMATCH = "fact_mismatch"
    INFERENCE_AS_FACT = "inference_as_fact"
    FALSE_ABSENCE = "false_absence"
    FABRICATED_SOURCE = "fabricated_source"
    FORGED_RECEIPT = "forged_receipt"
    FOREIGN_RECEIPT = "foreign_receipt"
    REPLAYED_RECEIPT = "replayed_receipt"


@frozen
class Finding:
    """A claim that is flagged: its kind, the words of the answer that make it."""

    kind: ClaimKind
    quote: str
