"""The sandbox that runs a command in a container of Docker, or of what has its command line."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, field, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import LaunchPlan, NetworkAccess, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.sandboxes.layout import Mount, layout_of
from zeroclaw_runtime.sandboxes.probing import probe_by_command

__all__ = ["DockerSandbox"]

_NAME = "docker"
_PLACES = "/usr/bin:/usr/local/bin:/bin"
_BASE = (
    *("run", "--rm", "--interactive", "--init", "--pull", "never", "--entrypoint", ""),
    *("--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--read-only"),
    *("--tmpfs", "/tmp", "--hostname", "sandbox", "--env-file", "/dev/fd/3"),
)
# These would begin another field of an option that holds a path.
_FIELD_MARKS = frozenset(',"\n')


def _installed() -> str | None:
    return shutil.which("docker", path=_PLACES)


@frozen
class DockerSandbox:
    """Confines by a container: programs are those of the image, files those of the policy.

    The image must be there already. A container belongs to a daemon and not to the command that
    asked for it: when that is killed, it goes on. `LaunchPlan.facts` says so.
    """

    processes: Processes
    image: str
    program: str | None = field(factory=_installed)

    @property
    def name(self) -> str:
        return _NAME

    @property
    def strength(self) -> SandboxStrength:
        return SandboxStrength.FULL

    async def probe(self) -> None:
        """Run a real command in a real container; raises `SandboxUnavailable`."""
        await probe_by_command(self, self.processes)

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """How to start the command so that the policy holds. Raises `SandboxUnavailable`."""
        if self.program is None:
            raise _refused(f"no docker in {_PLACES}")
        cwd = command.cwd or "/"
        layout = layout_of(policy, cwd)
        for path in layout.unheld():
            raise _refused(f"nothing holds the place of {path}, which must stay absent")
        network = "bridge" if policy.network is NetworkAccess.OPEN else "none"
        options = ["--network", network, "--user", f"{os.getuid()}:{os.getgid()}"]
        options += ["--workdir", os.path.realpath(cwd), *_limits(policy.limits)]
        for path, kind in layout.of_the_policy():
            options += _mount(path, kind)
        confined = evolve(
            command,
            argv=(self.program, *_BASE, *options, "--", self.image, *command.argv),
            cwd=None,
            env={},
            files=(_environment(command),),
            limits=ResourceLimits(),
        )
        facts = {"network": policy.network.value, "killed": "the container goes on"}
        return LaunchPlan(confined, self.strength, facts)


def _environment(command: Command) -> bytes:
    """The file of variables; the format has no way to write a line break."""
    for name, value in command.env.items():
        if "\n" in value or "\r" in value or name.startswith("#"):
            raise _refused(f"the value of {name} has a line break, which it cannot hand over")
    return b"".join(os.fsencode(f"{name}={value}\n") for name, value in command.env.items())


def _mount(path: str, kind: Mount) -> tuple[str, str]:
    if _FIELD_MARKS & {*path}:
        raise _refused(f"the path {path!r} cannot be handed over")
    match kind:
        case Mount.READ_ONLY:
            return "--mount", f"type=bind,source={path},target={path},readonly"
        case Mount.WRITABLE:
            return "--mount", f"type=bind,source={path},target={path}"
        case Mount.HIDDEN_FILE:
            return "--mount", f"type=bind,source={os.devnull},target={path},readonly"
        case Mount.HIDDEN_FOLDER | Mount.TEMPORARY:
            return "--mount", f"type=tmpfs,target={path},tmpfs-mode=0555"
        case _ as never:
            assert_never(never)


def _limits(limits: ResourceLimits) -> Iterator[str]:
    """Docker's words for the limits; those of the client would not be the command's."""
    if limits.memory is not None:
        yield from ("--memory", str(limits.memory))
    if limits.processes is not None:
        yield from ("--pids-limit", str(limits.processes))
    counts = {
        "cpu": limits.cpu_seconds,
        "fsize": limits.file_size,
        "nofile": limits.open_files,
        "core": 0,
    }
    for name, count in counts.items():
        if count is not None:
            yield from ("--ulimit", f"{name}={count}:{count}")


def _refused(problem: str) -> SandboxUnavailable:
    return SandboxUnavailable(sandbox=_NAME, problem=problem)
