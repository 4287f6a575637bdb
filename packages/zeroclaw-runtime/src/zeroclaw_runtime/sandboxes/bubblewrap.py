"""The default sandbox of Linux, namespaces by bubblewrap with a filter of system calls."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from attrs import evolve, field, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import LaunchPlan, NetworkAccess, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.sandboxes.layout import Layout, Mount, layout_of
from zeroclaw_runtime.sandboxes.probing import probe_by_command
from zeroclaw_runtime.sandboxes.seccomp import filter_program

__all__ = ["BubblewrapSandbox"]

_NAME = "bubblewrap"
# Not the `PATH` of anybody: whoever supplies this program supplies the confinement.
_PLACES = "/usr/bin:/bin:/usr/local/bin"
_ARGUMENTS_FD, _FILTER_FD = 3, 4
_BASE = (
    *("--unshare-all", "--new-session", "--die-with-parent", "--clearenv"),
    *("--cap-drop", "ALL", "--hostname", "sandbox", "--seccomp", str(_FILTER_FD)),
)
# What root could write without any capability, which is what a command of root is here.
_KERNEL_SETTINGS = ("/proc/sys", "/proc/sysrq-trigger")
_KERNEL_SECRETS = ("/proc/keys",)


def _installed() -> str | None:
    return shutil.which("bwrap", path=_PLACES)


@frozen
class BubblewrapSandbox:
    """Confines by mounts: what the policy does not name is not there.

    The command has its own processes, network, messages and host name, no capability, and
    `/tmp` and `/dev` that vanish with it; the root folder is read-only. It keeps its user. When it
    ends, so does all that it started. Its exit code is its own, 128+n after signal n.

    A protected path must exist, or its place be held (`placeholders.held_absent`): nothing can
    be mounted where nothing is. Files that a command may write are those of the host, under
    every name: a hard link to an outside file is the outside file, to be listed as `hidden`.
    """

    processes: Processes
    program: str | None = field(factory=_installed)

    @property
    def name(self) -> str:
        return _NAME

    @property
    def strength(self) -> SandboxStrength:
        return SandboxStrength.FULL

    async def probe(self) -> None:
        """Run a real command through a real profile; raises `SandboxUnavailable`."""
        try:
            await probe_by_command(self, self.processes)
        except SandboxUnavailable as error:
            raise _refused(error.problem + _hint(error.problem)) from error

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """How to start the command so that the policy holds. Raises `SandboxUnavailable`."""
        if self.program is None:
            raise _refused(f"no bwrap in {_PLACES}; install the package bubblewrap")
        cwd = command.cwd or "/"
        layout = layout_of(policy, cwd)
        for path in layout.unheld():
            raise _refused(f"nothing holds the place of {path}, which must stay absent")
        for path in policy.writable:
            if not Path(path).exists():
                raise _refused(f"the writable {path} does not exist")
        if not layout.has(cwd):
            raise _refused(f"the working directory {cwd} is not among what it may read")
        options = [*_BASE, *_network(policy), *_mounts(layout), "--chdir", cwd]
        for name, value in command.env.items():
            options += ["--setenv", name, value]
        # Every user of the machine can read a command line, so that no secret goes there. An
        # environment of bwrap's own would be in /proc/1/environ, for the command to read.
        confined = evolve(
            command,
            argv=(self.program, "--args", str(_ARGUMENTS_FD), "--", *command.argv),
            cwd=None,
            env={},
            files=(
                b"".join(os.fsencode(option) + b"\0" for option in options),
                filter_program(network=policy.network is NetworkAccess.OPEN),
            ),
            limits=policy.limits,
        )
        return LaunchPlan(confined, self.strength, {"network": policy.network.value})


def _network(policy: SandboxPolicy) -> tuple[str, ...]:
    return ("--share-net",) if policy.network is NetworkAccess.OPEN else ()


def _mounts(layout: Layout) -> Iterator[str]:
    """The options, those of the kernel's own folders last, where no grant can undo them."""
    covered: list[str] = []
    for link, target in layout.links:
        yield from ("--symlink", target, link)
    for path, kind in layout.mounts:
        match kind:
            case Mount.READ_ONLY:
                yield from ("--ro-bind", path, path)
            case Mount.WRITABLE:
                yield from ("--bind", path, path)
            case Mount.TEMPORARY:
                yield from ("--perms", "1777", "--tmpfs", path)
            case Mount.HIDDEN_FILE:
                yield from ("--ro-bind", os.devnull, path)
            case Mount.HIDDEN_FOLDER:
                yield from ("--perms", "0555", "--tmpfs", path)
                covered.append(path)
            case _ as never:
                assert_never(never)
    yield from ("--dev", "/dev", "--proc", "/proc")
    for path in _existing(_KERNEL_SETTINGS):
        yield from ("--ro-bind", path, path)
    for path in _existing(_KERNEL_SECRETS):
        yield from ("--ro-bind", os.devnull, path)
    if "/" not in dict(layout.mounts):
        covered.append("/")
    for path in covered:
        yield from ("--remount-ro", path)


def _existing(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if Path(path).exists()]


def _refused(problem: str) -> SandboxUnavailable:
    return SandboxUnavailable(sandbox=_NAME, problem=problem)


def _hint(said: str) -> str:
    """What usually helps, after the words of bwrap."""
    if "namespace" in said or "uid map" in said or "Operation not permitted" in said:
        return (
            "; this host keeps users from making namespaces (a profile of AppArmor for bwrap, "
            "or kernel.apparmor_restrict_unprivileged_userns = 0, allows it)"
        )
    if "Unknown option" in said:
        return "; this bubblewrap is older than 0.5"
    return ""
