"""What can go wrong with approvals that were given for good.

The tree, below `zeroclaw_api.errors.ZeroClawError`::

    ApprovalsUnusable      what is kept cannot be read, so that nothing is approved
    ApprovalNotKept        one more could not be kept
    ApprovalsNotRevoked    what was to be revoked still holds
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = ["ApprovalNotKept", "ApprovalsNotRevoked", "ApprovalsUnusable"]


class ApprovalsUnusable(ZeroClawError):
    """The file at `path` cannot be read, nor is it replaced. `problem` is a clause."""

    error_key = "approvals_unusable"
    template = (
        "Nothing counts as approved, since {path} cannot be read: {problem}. Repair it, or remove "
        "it to begin anew."
    )

    path: str
    problem: str


class ApprovalNotKept(ZeroClawError):
    """The file at `path` is as it was. `problem` is a clause."""

    error_key = "approval_not_kept"
    template = "The approval was not kept in {path}: {problem}."

    path: str
    problem: str


class ApprovalsNotRevoked(ZeroClawError):
    """The file at `path` is as it was. `problem` is a clause."""

    error_key = "approvals_not_revoked"
    template = (
        "NOTHING WAS REVOKED: {path} cannot be written: {problem}. Removing it revokes everything."
    )

    path: str
    problem: str
