"""This machine as it is."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.host import HostFeature

__all__ = ["NativeHost"]


@frozen
class NativeHost:
    """Everything is here; nothing is limited."""

    name: str = "native"
    features: frozenset[HostFeature] = frozenset(HostFeature)
    memory_budget: int | None = None

    def shell_argv(self, script: str, workspace: str) -> tuple[str, ...]:
        """A POSIX shell; the caller sets the working directory to the workspace."""
        return ("/bin/sh", "-c", "--", script)
