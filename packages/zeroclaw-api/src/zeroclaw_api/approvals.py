"""Approvals that a person gave for good, each for less than a whole tool."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, TypeAlias

from attrs import frozen

from zeroclaw_api.principal import Principal

__all__ = [
    "ApprovalScope",
    "Approvals",
    "CommandPrefix",
    "KeptApproval",
    "SameCall",
    "SamePath",
]


@frozen
class CommandPrefix:
    """Commands whose first words are these."""

    words: tuple[str, ...]


@frozen
class SamePath:
    """Calls that touch this path and no other."""

    path: str


@frozen
class SameCall:
    """Calls with exactly these arguments, at the same place; `digest` stands for them."""

    digest: str


ApprovalScope: TypeAlias = CommandPrefix | SamePath | SameCall


@frozen
class KeptApproval:
    """What one agent may do with one tool without being asked again."""

    agent: str
    tool: str
    scope: ApprovalScope
    by: Principal
    at: datetime


class Approvals(Protocol):
    """Where approvals are kept until somebody revokes them.

    It is not a judge: whether a call is covered is the gate's to say, which asks for what is kept
    before each question, so that a revoked approval holds for no further call. Many sessions of
    many processes may call it; its methods wait for the disk and can be cancelled.
    Fake: `zeroclaw_testing.FixedApprovals`. Kit: `zeroclaw_testing.kits.approvals`.
    """

    async def kept(self, agent: str, tool: str) -> tuple[ApprovalScope, ...]:
        """What is kept for a tool of an agent. Raises a `ZeroClawError` when it cannot be read."""

    async def keep(self, approval: KeptApproval) -> None:
        """Keep one more. Raises a `ZeroClawError` when it cannot be written."""
