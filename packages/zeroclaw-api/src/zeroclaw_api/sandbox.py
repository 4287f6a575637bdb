"""The sandbox: how one command is confined before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from attrs import field, frozen

from zeroclaw_api.restrictions import ResourceLimits

if TYPE_CHECKING:
    from zeroclaw_api.processes import Command

__all__ = [
    "LaunchPlan",
    "NetworkAccess",
    "Sandbox",
    "SandboxName",
    "SandboxPolicy",
    "SandboxStrength",
]

SandboxName: TypeAlias = Literal[
    "auto", "bubblewrap", "landlock", "docker", "firejail", "seatbelt", "none"
]
"""What an operator can ask for: the strongest that works here, a named one, or none at all."""


class NetworkAccess(StrEnum):
    """What a confined command may reach."""

    NONE = "none"
    OPEN = "open"


class SandboxStrength(StrEnum):
    """What a sandbox really holds, to be reported as it is."""

    FULL = "full"
    NO_METADATA_PROTECTION = "no_metadata_protection"
    NONE = "none"


@frozen
class SandboxPolicy:
    """What a command may touch: absolute paths, the network.

    The programs and libraries of the system can always be read. `protected` lies beneath what is
    writable and stays as it is, or absent, with everything below it; `hidden` cannot be read
    either. `network` is all or nothing.
    """

    writable: tuple[str, ...]
    readable: tuple[str, ...]
    protected: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    network: NetworkAccess = NetworkAccess.NONE
    limits: ResourceLimits = ResourceLimits()


@frozen
class LaunchPlan:
    """What to start instead of the bare command. It holds no resource and may be thrown away."""

    command: Command
    strength: SandboxStrength
    facts: Mapping[str, str] = field(factory=dict, hash=False)


class Sandbox(Protocol):
    """One way to confine a command.

    It is not a judge: whether the command may run at all was decided before. It is asked once
    at start whether it works here, then once per command for a plan; the process room executes
    the plan. `plan` never waits and has no effect. There is never a silent no-op: what cannot be
    confined raises `SandboxUnavailable`. It holds nothing that needs closing.
    Fake: `zeroclaw_testing.FakeSandbox`. Kit: `zeroclaw_testing.kits.sandbox`.
    """

    @property
    def name(self) -> str:
        """For messages and logs."""

    @property
    def strength(self) -> SandboxStrength:
        """What it holds when `probe` succeeded."""

    async def probe(self) -> None:
        """Run a real command through a real profile; raises `SandboxUnavailable`.

        Called once at start; waits for that command and can be cancelled.
        """

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """How to start the command so that the policy holds. Raises `SandboxUnavailable`."""
