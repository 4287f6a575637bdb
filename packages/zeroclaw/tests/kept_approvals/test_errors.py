"""Errors about approvals leave no doubt about what counts."""

from __future__ import annotations

from zeroclaw.kept_approvals.errors import ApprovalNotKept, ApprovalsNotRevoked, ApprovalsUnusable


def test_errors_say_which_approvals_count_now() -> None:
    facts = {"path": "/h/approvals.json", "problem": "it is a link"}
    assert str(ApprovalsUnusable(**facts)).startswith("Nothing counts as approved")
    assert str(ApprovalNotKept(**facts)).startswith("The approval was not kept")
    assert str(ApprovalsNotRevoked(**facts)).startswith("NOTHING WAS REVOKED")
