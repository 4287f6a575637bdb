"""The sandbox that confines a command by Firejail, where an administrator prefers that."""

# Not pathlib: paths are text here, as in the layout they come from.
# ruff: noqa: PTH110, PTH208

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from typing import assert_never

from attrs import evolve, field, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import LaunchPlan, NetworkAccess, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.sandboxes.layout import Mount, layout_of
from zeroclaw_runtime.sandboxes.probing import probe_by_command

__all__ = ["FirejailSandbox"]

_NAME = "firejail"
_PLACES = "/usr/bin:/usr/local/bin:/bin"
_BASE = (
    *("--quiet", "--noprofile", "--caps.drop=all", "--nonewprivs", "--seccomp", "--nodbus"),
    *("--private-dev", "--hostname=sandbox", "--read-only=/"),
)
# What is closed is listed, since Firejail shows the rest.
_OPEN = frozenset({"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "sbin", "usr"})
_SECRETS = ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssh", "/etc/ssl/private")
# It would read these as patterns, variables or the end of a path.
_MARKS = frozenset("*?[]{}$~,\\\n")


def _installed() -> str | None:
    return shutil.which("firejail", path=_PLACES)


@frozen
class FirejailSandbox:
    """Confines by closing every folder of the root, but for the paths of the policy in them.

    Of the settings of the system it shows all but the secret ones. It has a `/tmp` only where the
    policy names something in it.
    """

    processes: Processes
    program: str | None = field(factory=_installed)

    @property
    def name(self) -> str:
        return _NAME

    @property
    def strength(self) -> SandboxStrength:
        return SandboxStrength.NO_METADATA_PROTECTION

    async def probe(self) -> None:
        """Run a real command through a real profile; raises `SandboxUnavailable`."""
        await probe_by_command(self, self.processes)

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """How to start the command so that the policy holds. Raises `SandboxUnavailable`."""
        if self.program is None:
            raise _refused(f"no firejail in {_PLACES}")
        layout = layout_of(policy, command.cwd or "/")
        for path in layout.unheld():
            raise _refused(f"nothing holds the place of {path}, which must stay absent")
        mounts = dict(layout.of_the_policy())
        options = [*_BASE, *_closed(mounts)]
        if policy.network is NetworkAccess.NONE:
            options += ["--net=none", "--protocol=netlink"]
        else:
            options += ["--protocol=inet,inet6,netlink"]
        options += [_option(path, kind) for path, kind in mounts.items()]
        # It hands on its own environment, which has nothing but the command's.
        confined = evolve(
            command,
            argv=(self.program, *options, "--", *command.argv),
            limits=policy.limits,
        )
        facts = {
            "network": policy.network.value,
            "outside": "the settings in /etc can be read, except for passwords and keys",
        }
        return LaunchPlan(confined, self.strength, facts)


def _closed(mounts: Mapping[str, Mount]) -> Iterator[str]:
    """What closes the folders below the root, but for the granted paths in them."""
    if "/" not in mounts:
        for name in sorted(os.listdir("/")):
            inside = [path for path in mounts if _is_beneath(path, f"/{name}")]
            if name in _OPEN or f"/{name}" in mounts:
                continue
            if not inside:
                yield f"--blacklist={_plain(f'/{name}')}"
            # Those that lie in another one come with it.
            for path in inside:
                if not any(path != other and _is_beneath(path, other) for other in inside):
                    yield f"--whitelist={_plain(path)}"
    yield from (f"--blacklist={path}" for path in _SECRETS if os.path.exists(path))


def _is_beneath(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")


def _option(path: str, kind: Mount) -> str:
    match kind:
        case Mount.READ_ONLY:
            return f"--read-only={_plain(path)}"
        case Mount.WRITABLE:
            return f"--read-write={_plain(path)}"
        case Mount.HIDDEN_FILE | Mount.HIDDEN_FOLDER:
            return f"--blacklist={_plain(path)}"
        case Mount.TEMPORARY:
            return f"--tmpfs={_plain(path)}"
        case _ as never:
            assert_never(never)


def _plain(path: str) -> str:
    if _MARKS & {*path}:
        raise _refused(f"it would not take {path!r} as it is")
    return path


def _refused(problem: str) -> SandboxUnavailable:
    return SandboxUnavailable(sandbox=_NAME, problem=problem)
