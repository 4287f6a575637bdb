"""The sandbox called none, which confines nothing, for those who configure just that."""

from __future__ import annotations

import trio
from attrs import evolve, frozen

from zeroclaw_api.processes import Command
from zeroclaw_api.sandbox import LaunchPlan, SandboxPolicy, SandboxStrength

__all__ = ["UnconfinedSandbox"]


@frozen
class UnconfinedSandbox:
    """Starts the bare command, with the limits of its policy. Nothing ever falls back to it."""

    @property
    def name(self) -> str:
        return "none"

    @property
    def strength(self) -> SandboxStrength:
        return SandboxStrength.NONE

    async def probe(self) -> None:
        """There is nothing that could fail."""
        await trio.lowlevel.checkpoint()

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """The command as it is."""
        return LaunchPlan(evolve(command, limits=policy.limits), self.strength)
