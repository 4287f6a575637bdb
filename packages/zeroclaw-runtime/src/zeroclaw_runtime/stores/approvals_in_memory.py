"""Keeps approvals for as long as the process lives."""

from __future__ import annotations

import trio
from attrs import define, field

from zeroclaw_api.approvals import ApprovalScope, KeptApproval

__all__ = ["InMemoryApprovals"]


@define(eq=False, repr=False)
class InMemoryApprovals:
    """See `zeroclaw_api.Approvals` for what its methods promise."""

    _kept: list[KeptApproval] = field(factory=list)

    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        """What is kept for a tool of an agent."""
        await trio.lowlevel.checkpoint()
        return tuple(one.scope for one in self._kept if (one.agent, one.tool) == (agent, tool))

    async def keep(self, approval: KeptApproval) -> None:
        """Keep one more."""
        await trio.lowlevel.checkpoint()
        self._kept.append(approval)
