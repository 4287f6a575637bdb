"""A container for each command, made by the docker client."""

from __future__ import annotations

from attrs import frozen

from zeroclaw_api.host import HostFeature

__all__ = ["DockerHost"]


@frozen
class DockerHost:
    """Commands run in a fresh container that sees the workspace, has no network, then goes.

    `memory_budget` is in bytes. Nothing can outlive a command, so nothing long-running is
    offered.
    """

    image: str
    memory_budget: int | None = 512 * 1024 * 1024
    name: str = "docker"
    features: frozenset[HostFeature] = frozenset({HostFeature.SHELL, HostFeature.FILESYSTEM})

    def shell_argv(self, script: str, workspace: str) -> tuple[str, ...]:
        """`docker run` with the workspace at the same path."""
        memory = () if self.memory_budget is None else ("--memory", str(self.memory_budget))
        return (
            "docker",
            "run",
            "--rm",
            "--init",
            "--network=none",
            "--cap-drop=ALL",
            "--security-opt=no-new-privileges",
            *memory,
            "--mount",
            f"type=bind,source={workspace},target={workspace}",
            "--workdir",
            workspace,
            self.image,
            "/bin/sh",
            "-c",
            "--",
            script,
        )
