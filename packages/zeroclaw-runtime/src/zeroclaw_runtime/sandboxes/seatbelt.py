"""The sandbox of macOS, a profile in the language of its kernel's Seatbelt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.sandbox import LaunchPlan, NetworkAccess, SandboxPolicy, SandboxStrength
from zeroclaw_runtime.sandboxes.probing import probe_by_command

__all__ = ["SeatbeltSandbox", "profile_text"]

_NAME = "seatbelt"
_PROGRAM = "/usr/bin/sandbox-exec"
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/System", "/Library/Apple", "/Library/Developer"),
    *("/opt/homebrew", "/nix/store", "/private/etc/ssl", "/private/var/db/timezone"),
)
_FILES = ("/private/etc/hosts", "/private/etc/passwd", "/private/etc/resolv.conf")
_DEVICES = (
    "/dev/null",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/dtracehelper",
)
_HEAD = (
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork)",
    "(allow signal process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow file-read-metadata)",
    '(allow file-read* (literal "/"))',
)


def profile_text(policy: SandboxPolicy) -> str:
    """The profile for a policy. Of the rules that fit, the last one counts.

    Rules go by paths, so that what is absent can be kept so. A path could also be had by moving
    a folder above it away, which is why those cannot be unlinked.
    """
    lines = [*_HEAD]
    lines += [f"(allow file-read* {_tree(path)})" for path in (*_SYSTEM, *policy.readable)]
    lines += [f"(allow file-read* (literal {_quoted(path)}))" for path in _FILES]
    lines += [f"(allow file-read* file-write-data (literal {_quoted(path)}))" for path in _DEVICES]
    lines += [f"(allow file-read* file-write* {_tree(path)})" for path in policy.writable]
    for path in (*policy.protected, *policy.hidden):
        lines += [f"(deny file-write* {_tree(path)})"]
        lines += [
            f"(deny file-write-unlink (literal {_quoted(way)}))" for way in _ways(path, policy)
        ]
    lines += [f"(deny file-read* {_tree(path)})" for path in policy.hidden]
    if policy.network is NetworkAccess.OPEN:
        lines += [
            "(allow network-outbound network-inbound network-bind (local ip) (remote ip))",
            "(allow system-socket (socket-domain AF_INET) (socket-domain AF_INET6))",
            '(allow mach-lookup (global-name "com.apple.SystemConfiguration.configd"))',
        ]
    return "\n".join(lines) + "\n"


@frozen
class SeatbeltSandbox:
    """Confines by `sandbox-exec`. Names, sizes and times of files outside are seen."""

    processes: Processes
    program: str = _PROGRAM

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
        if not Path(self.program).exists():
            problem = f"there is no {self.program}, which only macOS has"
            raise SandboxUnavailable(sandbox=_NAME, problem=problem)
        confined = evolve(
            command,
            argv=(self.program, "-p", profile_text(_resolved(policy)), *command.argv),
            limits=policy.limits,
        )
        return LaunchPlan(confined, self.strength, {"network": policy.network.value})


def _resolved(policy: SandboxPolicy) -> SandboxPolicy:
    """The policy in the paths that the kernel compares: `/tmp` is `/private/tmp` there."""

    def real(paths: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(Path(path).resolve()) for path in paths)

    return evolve(
        policy,
        writable=real(policy.writable),
        readable=real(policy.readable),
        # By their names too: a link that lies there can be replaced.
        protected=(*policy.protected, *real(policy.protected)),
        hidden=(*policy.hidden, *real(policy.hidden)),
    )


def _ways(path: str, policy: SandboxPolicy) -> Iterator[str]:
    """The folders between a writable one and what lies in it."""
    for way in PurePosixPath(path).parents:
        if any(way.is_relative_to(root) and str(way) != root for root in policy.writable):
            yield str(way)


def _tree(path: str) -> str:
    return f"(subpath {_quoted(path)})"


def _quoted(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
