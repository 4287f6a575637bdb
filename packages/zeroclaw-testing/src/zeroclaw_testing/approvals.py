"""Approvals that were kept before a test began."""

from __future__ import annotations

import trio

from zeroclaw_api.approvals import ApprovalScope, KeptApproval

__all__ = ["FixedApprovals"]


class FixedApprovals:
    """Has what it was given; what is kept meanwhile is in `added`."""

    def __init__(self, *kept: KeptApproval) -> None:
        self.added: list[KeptApproval] = []
        self._given = kept

    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        """What was given or added for a tool of an agent."""
        await trio.lowlevel.checkpoint()
        known = (*self._given, *self.added)
        return tuple(one.scope for one in known if (one.agent, one.tool) == (agent, tool))

    async def keep(self, approval: KeptApproval) -> None:
        """Add it."""
        await trio.lowlevel.checkpoint()
        self.added.append(approval)
