"""A host whose features a test chooses."""

from __future__ import annotations

from zeroclaw_api.host import HostFeature

__all__ = ["FakeHost"]


class FakeHost:
    """A host with the given features; its shell command only has the shape of one."""

    def __init__(
        self,
        features: frozenset[HostFeature] = frozenset(HostFeature),
        *,
        memory_budget: int | None = None,
    ) -> None:
        self._features = features
        self._memory_budget = memory_budget

    @property
    def name(self) -> str:
        """Always `fake`."""
        return "fake"

    @property
    def features(self) -> frozenset[HostFeature]:
        """The features it was given."""
        return self._features

    @property
    def memory_budget(self) -> int | None:
        """The budget it was given."""
        return self._memory_budget

    def shell_argv(self, script: str, workspace: str) -> tuple[str, ...]:
        """The script as one word of a command."""
        return ("/bin/sh", "-c", script)
