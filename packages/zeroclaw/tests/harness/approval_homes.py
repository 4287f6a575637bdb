"""Homes in which approvals were given for good."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from zeroclaw.home import Home
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, KeptApproval
from zeroclaw_api.principal import LOCAL_USER

__all__ = ["AT", "COMMIT", "HOSTILE", "approval", "approval_file", "environment", "given"]

AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
COMMIT: Final = CommandPrefix(("git", "commit"))
HOSTILE: Final = "x\n0000aaaa  main  shell\x1b[2J\x1b]0;owned\x07\r\u202e\u200b"
"""What a model might have run, so that whoever lists it is misled."""


def approval(
    scope: ApprovalScope = COMMIT, agent: str = "main", tool: str = "shell"
) -> KeptApproval:
    """One that the local user gave."""
    return KeptApproval(agent, tool, scope, LOCAL_USER, AT)


def approval_file(root: Path) -> ApprovalFile:
    """The file of a home."""
    return ApprovalFile.of(Home(root))


def environment(root: Path) -> dict[str, str]:
    """What points to a home."""
    return {"ZEROCLAW_HOME": str(root), "NO_COLOR": "1"}


def given(root: Path, *approvals: KeptApproval) -> ApprovalFile:
    """A home with these."""
    file = approval_file(root)
    for each in approvals:
        file.keep(each)
    return file
