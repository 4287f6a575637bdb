"""Approvals live as long as their store."""

from __future__ import annotations

from zeroclaw_runtime.stores.approvals_in_memory import InMemoryApprovals
from zeroclaw_testing.kits.approvals import ApprovalsConformance


class TestInMemoryApprovals(ApprovalsConformance):
    def make(self) -> InMemoryApprovals:
        return InMemoryApprovals()
