"""The sandbox for hosts without bubblewrap, Landlock with a filter of system calls."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve, field, frozen

from zeroclaw_api.errors import ProcessError, SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.restrictions import Restrictions
from zeroclaw_api.sandbox import LaunchPlan, NetworkAccess, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.process.restrict_main import (
    LEAST_ABI_FOR_FILES,
    LEAST_ABI_FOR_NETWORK,
    landlock_abi,
    landlock_errata,
)
from zeroclaw_runtime.sandboxes.landlock_grants import Grants, grants_of
from zeroclaw_runtime.sandboxes.seccomp import filter_program

__all__ = ["LandlockSandbox", "LandlockVersion"]

_NAME = "landlock"
# Seconds; it takes milliseconds, on a loaded machine a hundred times more.
_PROBE_LIMIT = 5.0
_PROBE_OUTPUT = 4000


@frozen
class LandlockVersion:
    """What the kernel says of its Landlock: the version, the bits of the defects it repaired."""

    abi: int
    errata: int


def _of_this_kernel() -> LandlockVersion:
    return LandlockVersion(landlock_abi(), landlock_errata())


@frozen
class LandlockSandbox:
    """Confines by rights: what the policy does not name is there, but cannot be opened.

    A command has no capability, opens nothing else, sends no signal to the outside, and with no
    network makes no socket. It sees names, sizes and times outside, and can change modes, owners
    and times of what belongs to its user. It has no `/tmp` but `temporary`, an existing folder
    for its user alone, told as `TMPDIR`; who made that removes it. `/dev/shm` is closed, and of
    `/proc` it reads what is about the machine, not about processes, not even its own.

    Files that it may write are those of the host under every name: a hard link to an outside
    file is the outside file. `LaunchPlan.facts` tells what else a policy does not get.
    """

    processes: Processes
    temporary: str
    version: LandlockVersion = field(factory=_of_this_kernel)

    @property
    def name(self) -> str:
        return _NAME

    @property
    def strength(self) -> SandboxStrength:
        return SandboxStrength.NO_METADATA_PROTECTION

    async def probe(self) -> None:
        """Run a real command through a real profile; raises `SandboxUnavailable`."""
        command = Command(argv=("true",), cwd="/usr", env={"PATH": "/usr/bin:/bin"})
        plan = self.plan(command, SandboxPolicy(writable=(), readable=()))
        try:
            result = await self.processes.run(
                plan.command, timeout=_PROBE_LIMIT, output_limit=_PROBE_OUTPUT
            )
        except ProcessError as error:
            raise _refused(str(error)) from error
        if result.exit_code != 0:
            raise _refused(result.stderr.decode(errors="replace").strip() or "nothing runs in it")

    def plan(self, command: Command, policy: SandboxPolicy) -> LaunchPlan:
        """How to start the command so that the policy holds. Raises `SandboxUnavailable`."""
        if self.version.abi < LEAST_ABI_FOR_FILES:
            raise _refused(_too_old(self.version.abi))
        for path in (*policy.writable, self.temporary):
            if not Path(path).exists():
                raise _refused(f"the writable {path} does not exist")
        grants = grants_of(policy, self.version.abi, writable=(self.temporary,))
        is_open = policy.network is NetworkAccess.OPEN
        scoped = self.version.abi >= LEAST_ABI_FOR_NETWORK
        restrictions = Restrictions(
            beneath=grants.rules,
            # An older kernel closes the network by the filter alone, which refuses every socket.
            without_network=scoped and not is_open,
            system_calls=filter_program(network=is_open),
        )
        confined = evolve(
            command,
            env={**command.env, "TMPDIR": self.temporary},
            limits=policy.limits,
            restrictions=restrictions,
        )
        return LaunchPlan(confined, self.strength, self._facts(grants, policy, scoped=scoped))

    def _facts(self, grants: Grants, policy: SandboxPolicy, *, scoped: bool) -> dict[str, str]:
        facts = {
            "network": policy.network.value,
            "landlock": f"{self.version.abi}, errata {self.version.errata}",
            "outside": "names, sizes and times are seen; modes, owners and times can be changed",
            "hard_links": "a file with a name outside is reached under its name inside",
        }
        told = {
            "frozen": grants.frozen,
            "unlisted": grants.unlisted,
            "unprotected": grants.unprotected,
        }
        facts |= {key: ":".join(paths) for key, paths in told.items() if paths}
        if not scoped:
            facts["signals"] = "can be sent to processes outside"
        return facts


def _too_old(abi: int) -> str:
    if abi == 0:
        return "the kernel has no Landlock, or has it switched off (boot parameter lsm=)"
    return f"Landlock {abi} of this kernel lets files outside be cut; Linux 6.2 is new enough"


def _refused(problem: str) -> SandboxUnavailable:
    return SandboxUnavailable(sandbox=_NAME, problem=problem)
