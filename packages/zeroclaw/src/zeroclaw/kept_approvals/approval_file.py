"""Keeps approvals in a file that all processes of an installation share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw.home import Home
from zeroclaw.kept_approvals.entries import approvals_in, approvals_text, digest_of, is_bounded
from zeroclaw.kept_approvals.errors import ApprovalNotKept, ApprovalsNotRevoked, ApprovalsUnusable
from zeroclaw.private_file import MOST_BYTES, locked_file, read_private, reason_of, replace_private
from zeroclaw.words import say
from zeroclaw_api.approvals import KeptApproval

__all__ = ["ApprovalFile"]

LOCK_SECONDS: Final = 5.0


@frozen
class ApprovalFile:
    """The file of the approvals, which only its owner may read.

    Every method blocks for a moment, and raises `ApprovalsUnusable` for a file that is not as one
    of them has written it; such a file is left as it is.
    """

    path: Path

    @classmethod
    def of(cls, home: Home) -> ApprovalFile:
        """The one of an installation."""
        return cls(home.root / "approvals.json")

    def read(self) -> tuple[KeptApproval, ...]:
        """All that is kept, in the order in which it was."""
        try:
            data = read_private(self.path)
        except OSError as error:
            raise ApprovalsUnusable(path=str(self.path), problem=reason_of(error)) from error
        if data is None:
            return ()
        # As much as that was cut off, or may have been.
        found = approvals_in(data) if len(data) < MOST_BYTES else None
        if found is None:
            raise ApprovalsUnusable(path=str(self.path), problem=say("approvals_malformed"))
        return found

    def keep(self, approval: KeptApproval) -> None:
        """Keep one more, unless it is kept. Raises `ApprovalNotKept`; all is as it was then."""
        if not is_bounded(approval.scope):
            raise ApprovalNotKept(path=str(self.path), problem=say("approval_unbounded"))
        if approvals_in(approvals_text([approval])) != (approval,):
            # Else nothing of the file could be read again.
            raise ApprovalNotKept(path=str(self.path), problem=say("approval_unwritable"))
        try:
            with locked_file(self.path, LOCK_SECONDS):
                kept = self.read()
                if digest_of(approval) not in map(digest_of, kept):
                    self._keep((*kept, approval))
        except OSError as error:
            raise ApprovalNotKept(path=str(self.path), problem=reason_of(error)) from error

    def revoke(self, is_meant: Callable[[KeptApproval], bool]) -> tuple[KeptApproval, ...]:
        """Forget what is meant; what that was. Raises `ApprovalsNotRevoked`."""
        try:
            with locked_file(self.path, LOCK_SECONDS):
                kept = self.read()
                revoked = tuple(filter(is_meant, kept))
                if revoked:
                    left = (each for each in kept if not is_meant(each))
                    replace_private(self.path, approvals_text(left))
        except OSError as error:
            raise ApprovalsNotRevoked(path=str(self.path), problem=reason_of(error)) from error
        return revoked

    def _keep(self, approvals: tuple[KeptApproval, ...]) -> None:
        data = approvals_text(approvals)
        if len(data) >= MOST_BYTES:
            raise ApprovalNotKept(path=str(self.path), problem=say("approvals_full"))
        replace_private(self.path, data)
