"""Offers the ids of approvals that may follow on a command line."""

from __future__ import annotations

import os

from zeroclaw.home import find_home
from zeroclaw.kept_approvals.approval_file import ApprovalFile
from zeroclaw.kept_approvals.entries import digest_of, short_ids
from zeroclaw_api.errors import ZeroClawError

__all__ = ["ids_like"]


def ids_like(incomplete: str) -> list[str]:
    """The ids that begin like this; none where the file cannot be read."""
    try:
        kept = ApprovalFile.of(find_home(os.environ)).read()
    except ZeroClawError:
        return []
    ids = short_ids(map(digest_of, kept)).values()
    return [each for each in ids if each.startswith(incomplete)]
