"""Keeps approvals on the disk, so that they last longer than a process."""

from __future__ import annotations

from typing import Final

import trio
from attrs import field, frozen

from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw_api.approvals import ApprovalScope, KeptApproval

__all__ = ["StoredApprovals"]

FILE_THREADS: Final = 1
"""Threads that read or write the file at a time."""


@frozen(eq=False)
class StoredApprovals:
    """A `zeroclaw_api.Approvals`; nothing is remembered, so that what is revoked is revoked.

    A file that cannot be read approves nothing: both methods raise `ApprovalsUnusable`.
    """

    _file: ApprovalFile
    _threads: trio.CapacityLimiter = field(
        factory=lambda: trio.CapacityLimiter(FILE_THREADS), init=False, repr=False
    )

    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        """See `Approvals.kept`."""
        found = await trio.to_thread.run_sync(
            self._file.read, abandon_on_cancel=True, limiter=self._threads
        )
        return tuple(each.scope for each in found if (each.agent, each.tool) == (agent, tool))

    async def keep(self, approval: KeptApproval) -> None:
        """See `Approvals.keep`. Raises `ApprovalNotKept`; when it is cancelled, it may be kept."""
        await trio.to_thread.run_sync(
            self._file.keep, approval, abandon_on_cancel=True, limiter=self._threads
        )
