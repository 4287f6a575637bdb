"""Decides whether an approval that was kept covers a call."""

from __future__ import annotations

from collections.abc import Sequence

from zeroclaw_api.approvals import ApprovalScope, CommandPrefix, SameCall, SamePath
from zeroclaw_api.risk import Assessment

__all__ = ["covers"]


def covers(kept: Sequence[ApprovalScope], assessment: Assessment, digest: str) -> bool:
    """Whether every part of what would have to be approved was approved for good before.

    What may not be kept is not covered either, whatever was kept for it in other times.
    """
    if not assessment.keeps:
        return False
    return all(_is_covered(part, kept, digest) for part in assessment.keeps)


def _is_covered(part: ApprovalScope, kept: Sequence[ApprovalScope], digest: str) -> bool:
    match part:
        case CommandPrefix(words):
            begins = [one.words for one in kept if isinstance(one, CommandPrefix) and one.words]
            return any(words[: len(begin)] == begin for begin in begins)
        case SamePath() | SameCall():
            return part in kept
