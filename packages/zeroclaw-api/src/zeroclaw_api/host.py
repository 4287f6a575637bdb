"""The runtime adapter: what the machine below offers to tools."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

__all__ = ["HostFeature", "RuntimeAdapter"]


class HostFeature(StrEnum):
    """Something a host may lack; a tool that needs it is then not advertised."""

    SHELL = "shell"
    FILESYSTEM = "filesystem"
    LONG_RUNNING = "long_running"


class RuntimeAdapter(Protocol):
    """One kind of execution environment: this machine, a container.

    It is not a sandbox: it says what exists, not what is allowed. Asked when tools are chosen
    for a turn and when a shell command is built; it never waits and holds nothing open.
    Implementations: `zeroclaw_runtime.NativeHost`, `zeroclaw_runtime.DockerHost`.
    Kit: `zeroclaw_testing.kits.host`.
    """

    @property
    def name(self) -> str:
        """For messages and logs."""

    @property
    def features(self) -> frozenset[HostFeature]:
        """What the host offers; constant over its life."""

    @property
    def memory_budget(self) -> int | None:
        """Bytes that tools may use together; None when nothing limits them."""

    def shell_argv(self, script: str, workspace: str) -> tuple[str, ...]:
        """The command that runs a shell script in the workspace of this host."""
