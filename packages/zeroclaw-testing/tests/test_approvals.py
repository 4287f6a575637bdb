"""The fixed approvals have what they were given."""

from __future__ import annotations

from datetime import UTC, datetime

from zeroclaw_api.approvals import KeptApproval, SamePath
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_testing.approvals import FixedApprovals


async def test_given_approvals_are_there_beside_those_that_were_added() -> None:
    given, added = (
        KeptApproval("main", "write", SamePath(path), LOCAL_USER, datetime(2026, 1, 1, tzinfo=UTC))
        for path in ("a", "b")
    )
    approvals = FixedApprovals(given)
    await approvals.keep(added)
    assert await approvals.kept("main", "write") == (SamePath("a"), SamePath("b"))
    assert approvals.added == [added]
