"""The kinds of findings are those that people are told of."""

from __future__ import annotations

from zeroclaw_runtime.security.claims.finding import ClaimKind


def test_kinds_are_the_six_claims_with_three_receipts() -> None:
    receipts = [kind for kind in ClaimKind if kind.endswith("_receipt")]
    assert len(receipts) == 3
    assert len(ClaimKind) - len(receipts) == 6
