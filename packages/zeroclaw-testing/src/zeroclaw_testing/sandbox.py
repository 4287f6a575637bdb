"""A sandbox that confines nothing, says so, may be unavailable."""

from __future__ import annotations

import trio
from attrs import evolve

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command
from zeroclaw_api.sandbox import LaunchPlan, SandboxPolicy, SandboxStrength

__all__ = ["FakeSandbox"]


class FakeSandbox:
    """Wraps every command in `wrapper`, which may be a program that changes nothing.

    Its strength is `NONE` unless a test needs it to claim more; `is_available` set to False
    makes it refuse. `planned` holds the commands it was asked about.
    """

    def __init__(
        self,
        *,
        strength: SandboxStrength = SandboxStrength.NONE,
        wrapper: tuple[str, ...] = ("/usr/bin/env", "--"),
        is_available: bool = True,
    ) -> None:
        self._strength = strength
        self._wrapper = wrapper
        self.is_available = is_available
        self.planned: list[tuple[Command, SandboxPolicy]] = []

    @property
    def name(self) -> str:
        """Always `fake`."""
        return "fake"

    @property
    def strength(self) -> SandboxStrength:
        """The strength it was given."""
        return self._strength

    async def probe(self) -> None:
        """Succeed when available."""
        await trio.lowlevel.checkpoint()
        self._require()

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """The wrapped command."""
        self._require()
        self.planned.append((command, policy))
        return LaunchPlan(
            command=evolve(command, argv=(*self._wrapper, *command.argv)),
            strength=self._strength,
            facts={"wrapper": " ".join(self._wrapper)},
        )

    def _require(self) -> None:
        if not self.is_available:
            raise SandboxUnavailable(sandbox=self.name, problem="the test switched it off")
