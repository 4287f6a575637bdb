"""The ledger in memory fails when it is told to."""

from __future__ import annotations

import pytest

from zeroclaw_api.errors import StoreError
from zeroclaw_api.ledger import LedgerDraft
from zeroclaw_api.messages import ResultStatus
from zeroclaw_testing.ledger import FakeLedger

DRAFT = LedgerDraft("s", 1, "t", "a", "b", "c", ResultStatus.SUCCESS, 1)


async def test_ledger_with_a_problem_keeps_nothing() -> None:
    ledger = FakeLedger()
    ledger.problem = "the disk is full"
    with pytest.raises(StoreError, match="the disk is full"):
        await ledger.append(DRAFT)
    assert ledger.records == []
    ledger.problem = ""
    assert (await ledger.append(DRAFT)).seq == 1
