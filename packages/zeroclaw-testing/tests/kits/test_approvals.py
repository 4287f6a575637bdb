"""The kit of approvals tells a working store from a broken one."""

from __future__ import annotations

import pytest
from attrs import evolve

from zeroclaw_api.approvals import Approvals, ApprovalScope, KeptApproval
from zeroclaw_testing.approvals import FixedApprovals
from zeroclaw_testing.kits.approvals import ApprovalsConformance
from zeroclaw_testing.kits.control import require_caught


class TestFixedApprovals(ApprovalsConformance):
    def make(self) -> Approvals:
        return FixedApprovals()


class ForgetsAgents(FixedApprovals):
    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        return await super().kept("main", tool)


class ForgetsTools(FixedApprovals):
    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        return await super().kept(agent, "shell")


class KeepsTheLast(FixedApprovals):
    async def keep(self, approval: KeptApproval) -> None:
        self.added = [evolve(approval)]


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (ForgetsAgents, "test_an_approval_is_for_one_tool_of_one_agent"),
        (ForgetsTools, "test_an_approval_is_for_one_tool_of_one_agent"),
        (KeepsTheLast, "test_what_is_kept_is_found_again_as_it_was"),
    ],
)
async def test_kit_catches_a_broken_store(broken: type[FixedApprovals], check: str) -> None:
    class Broken(ApprovalsConformance):
        def make(self) -> Approvals:
            return broken()

    await require_caught(getattr(Broken(), check))
