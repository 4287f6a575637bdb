"""Commands in bubblewrap: everyday work goes on, the rest of the machine is not there."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.processes import Command, Processes, ProcessResult
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import NetworkAccess, Sandbox, SandboxPolicy
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.sandboxes.bubblewrap import BubblewrapSandbox
from zeroclaw_runtime.sandboxes.placeholders import held_absent
from zeroclaw_testing.kits.sandbox import SandboxConformance
from zeroclaw_testing.processes import FakeProcesses

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.skipif(
        shutil.which("bwrap") is None and "CI" not in os.environ, reason="bwrap is not installed"
    ),
]
ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "SPECIAL": "Yes, it is\nset"}


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    with trio.fail_after(120):
        async with open_processes("forkserver") as opened:
            yield opened


@pytest.fixture
def work() -> Iterator[Path]:
    """Not below the host's /tmp, which is not there inside."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder).resolve()


async def run(
    processes: Processes, line: str, policy: SandboxPolicy, cwd: Path | None = None
) -> ProcessResult:
    command = Command(("sh", "-c", line), str(cwd) if cwd else None, ENV)
    with held_absent(policy):
        plan = BubblewrapSandbox(processes).plan(command, policy)
        return await processes.run(plan.command, timeout=30, output_limit=20_000)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def is_there(path: Path) -> bool:
    return await trio.Path(path).exists()


def policy_of(
    work: Path,
    *,
    protected: tuple[str, ...] = (),
    network: NetworkAccess = NetworkAccess.NONE,
    limits: ResourceLimits = ResourceLimits(),
) -> SandboxPolicy:
    return SandboxPolicy(
        writable=(str(work),), readable=(), protected=protected, network=network, limits=limits
    )


EVERYDAY = {
    "git": "git init -q new && cd new && git config user.email a@b && git config user.name c"
    " && echo x > file && git add . && git commit -qm first && git status --short && git log -1",
    "python": "python3 -c 'import json, ssl, sqlite3, subprocess as s; s.run([\"true\"])'",
    "threads": "python3 -c 'import concurrent.futures as f;"
    " print(sum(f.ThreadPoolExecutor().map(int, [1, 2])))'",
    "asyncio": "python3 -c 'import asyncio; asyncio.run(asyncio.create_subprocess_exec(\"true\"))'",
    "make": "printf 'all:\\n\\techo made > made\\n' > Makefile && make && cat made",
    "search": "mkdir -p d && echo needle > d/file && grep -r needle d",
    "rg": "mkdir -p d && echo needle > d/file && rg needle d",
    "move": "mkdir -p a b && echo x > a/f && mv a/f b/g && cp -r b c && ln b/g b/h && rm -r a",
    "temporary": "f=$(mktemp) && echo x > $f && mv $f here && cat here",
    "shared memory": "python3 -c 'import multiprocessing as m; m.Queue().put(1)'",
    "users": "id && ls -l / && cat /etc/passwd > /dev/null && date && hostname",
    "pip": "python3 -m pip --version",
    "node": 'node -e \'require("child_process").execSync("true"); console.log(1)\'',
    "gcc": "echo 'int main(void){return 0;}' > m.c && gcc m.c -o m && ./m",
}
OPTIONAL = {"rg", "node", "gcc", "make"}


@pytest.mark.parametrize("work_name", EVERYDAY)
async def test_everyday_work_goes_on_inside(
    processes: Processes, work: Path, work_name: str
) -> None:
    if work_name in OPTIONAL and shutil.which(work_name, path=ENV["PATH"]) is None:
        pytest.skip(f"{work_name} is not installed")
    line = EVERYDAY[work_name]
    if work_name == "pip" and not await _is_fine(processes, line):
        pytest.skip("pip is not installed")
    result = await run(processes, line, policy_of(work), work)
    assert result.exit_code == 0, result.stderr.decode() + result.stdout.decode()


async def _is_fine(processes: Processes, line: str) -> bool:
    bare = Command(("sh", "-c", line), None, ENV)
    return (await processes.run(bare, timeout=30, output_limit=1000)).exit_code == 0


async def test_git_works_with_its_hooks_and_settings_protected(
    processes: Processes, work: Path
) -> None:
    begin = "git init -q . && git config user.email a@b && git config user.name c && echo 1 > f"
    assert (await run(processes, begin, policy_of(work), work)).exit_code == 0
    policy = policy_of(work, protected=(f"{work}/.git/hooks", f"{work}/.git/config"))
    line = "git add . && git commit -qm one && git checkout -qb side && git gc -q && git status -s"
    result = await run(processes, line, policy, work)
    assert (result.exit_code, result.stderr) == (0, b"")
    planted = await run(processes, "git config core.hooksPath x", policy, work)
    assert planted.exit_code != 0


async def test_environment_is_the_commands_own_and_on_no_command_line(
    processes: Processes, work: Path
) -> None:
    plan = BubblewrapSandbox(processes).plan(
        Command(("env", "-0"), str(work), ENV), policy_of(work)
    )
    assert plan.command.env == {}
    assert not any("SPECIAL" in word for word in plan.command.argv)
    result = await processes.run(plan.command, timeout=10, output_limit=10_000)
    seen = dict(entry.split("=", 1) for entry in result.stdout.decode().split("\0")[:-1])
    assert seen == {**ENV, "PWD": str(work)}


async def test_process_one_has_no_environment_with_secrets(
    processes: Processes, work: Path
) -> None:
    result = await run(processes, "cat /proc/1/environ /proc/1/cmdline", policy_of(work), work)
    assert b"SPECIAL" not in result.stdout
    assert b"--args" in result.stdout


async def test_every_process_inside_is_filtered(processes: Processes, work: Path) -> None:
    line = "grep -h -E '^(Seccomp|CapEff|NoNewPrivs):' /proc/[0-9]*/status | sort -u"
    result = await run(processes, line, policy_of(work), work)
    assert result.stdout.split() == b"CapEff: 0000000000000000 NoNewPrivs: 1 Seccomp: 2".split()


async def test_only_three_descriptors_reach_the_command(processes: Processes, work: Path) -> None:
    result = await run(processes, "ls /proc/self/fd", policy_of(work), work)
    assert result.stdout.split() == [b"0", b"1", b"2", b"3"], "3 is the listing itself"


def test_control_a_descriptor_that_is_handed_over_is_seen(work: Path) -> None:
    folder = os.open(work, os.O_RDONLY)
    handed = fcntl.fcntl(folder, fcntl.F_DUPFD, 9)
    done = subprocess.run(
        [
            shutil.which("bwrap") or "",
            *["--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "ls", "/proc/self/fd"],
        ],
        pass_fds=(handed,),
        capture_output=True,
        timeout=10,
        check=True,
    )
    os.close(folder)
    os.close(handed)
    assert str(handed).encode() in done.stdout.split()


async def test_nothing_outlives_the_command(processes: Processes, work: Path) -> None:
    (work / "lock").touch()
    line = "exec 9<lock; flock -s 9; (setsid sh -c 'sleep 3000 & sleep 3001' &); exit 3"
    result = await run(processes, line, policy_of(work), work)
    assert result.exit_code == 3
    # Whoever still had the file open would have the lock.
    with (work / "lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def test_cancelling_at_any_moment_leaves_nothing_behind(
    processes: Processes, work: Path
) -> None:
    lock = work / "lock"
    lock.touch()
    policy = policy_of(work, protected=(f"{work}/.agent/settings", f"{work}/settings"))
    line = "exec 9<lock; flock -s 9; (setsid sh -c 'sleep 3000 & sleep 3001' &); sleep 3002"
    open_before = len(names(Path("/proc/self/fd")))
    for step in range(60):
        with trio.move_on_after(step / 1000) as limit:
            await run(processes, line, policy, work)
        assert limit.cancelled_caught
        assert names(work) == ["lock"]
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert len(names(Path("/proc/self/fd"))) <= open_before + 1, "the server's socket"


async def test_exit_code_tells_the_signal(processes: Processes, work: Path) -> None:
    assert (await run(processes, "kill -9 $$", policy_of(work), work)).exit_code == 128 + 9


async def test_writing_outside_fails_instead_of_being_lost(
    processes: Processes, work: Path
) -> None:
    for place in ("/new", "/usr/new", "/etc/new", f"{work.parent}/new"):
        result = await run(processes, f"echo x > {place}", policy_of(work), work)
        assert result.exit_code == 2, place
        assert not await is_there(Path(place))


async def test_limits_of_the_policy_hold_inside(processes: Processes, work: Path) -> None:
    policy = policy_of(work, limits=ResourceLimits(memory=1 << 30, file_size=4096))
    greedy = await run(processes, "python3 -c 'x = bytearray(2 << 30)'", policy, work)
    assert b"MemoryError" in greedy.stderr
    await run(processes, "head -c 10000 /dev/zero > large", policy, work)
    assert (work / "large").stat().st_size == 4096
    bare = await run(processes, "head -c 10000 /dev/zero > large", policy_of(work), work)
    assert (bare.exit_code, (work / "large").stat().st_size) == (0, 10_000)


async def test_open_network_is_that_of_the_machine_without_local_sockets(
    processes: Processes, work: Path
) -> None:
    with trio.socket.socket() as listener:
        await listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        line = (
            "import socket as s\n"
            f"s.create_connection(('127.0.0.1', {port}), 5)\n"
            f"assert s.getaddrinfo('localhost', {port})\n"
            "try: s.socket(s.AF_UNIX)\n"
            "except PermissionError: print('refused')"
        )
        for network, expected in ((NetworkAccess.OPEN, b"refused\n"), (NetworkAccess.NONE, b"")):
            policy = policy_of(work, network=network)
            result = await run(processes, f'python3 -c "{line}"', policy, work)
            assert result.stdout == expected, result.stderr


async def test_absent_protected_path_without_its_place_held_is_refused(
    processes: Processes, work: Path
) -> None:
    policy = policy_of(work, protected=(f"{work}/.git/hooks",))
    sandbox = BubblewrapSandbox(processes)
    with pytest.raises(SandboxUnavailable, match="nothing holds the place"):
        sandbox.plan(Command(("true",), str(work), ENV), policy)


@pytest.mark.parametrize(
    ("cwd", "writable", "problem"),
    [
        ("/root", "/var/tmp", "the working directory /root"),
        ("/", "/var/tmp/not there", "the writable /var/tmp/not there does not exist"),
    ],
)
def test_plan_that_cannot_hold_is_refused(cwd: str, writable: str, problem: str) -> None:
    policy = SandboxPolicy(writable=(writable,), readable=())
    with pytest.raises(SandboxUnavailable, match=problem):
        BubblewrapSandbox(FakeProcesses({})).plan(Command(("true",), cwd, ENV), policy)


async def test_whole_machine_can_be_readable(processes: Processes, work: Path) -> None:
    policy = SandboxPolicy(writable=(str(work),), readable=("/",), hidden=("/etc/passwd",))
    line = "ls /proc/1 > seen && cat /etc/hostname >> seen && cat /etc/passwd; echo x > /var/tmp/x"
    result = await run(processes, line, policy, work)
    assert (work / "seen").exists()
    assert b"root:" not in result.stdout
    assert not await is_there(Path("/var/tmp/x"))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "AppArmor"),
        ("echo 'bwrap: Unknown option --clearenv' >&2; exit 1", "older than 0.5"),
        ("exit 1", "without a word"),
    ],
)
async def test_probe_tells_what_bubblewrap_says(
    processes: Processes, work: Path, words: str, problem: str
) -> None:
    broken = work / "bwrap"
    broken.write_text(f"#!/bin/sh\n{words}\n")
    broken.chmod(0o755)
    with pytest.raises(SandboxUnavailable, match=problem):
        await BubblewrapSandbox(processes, str(broken)).probe()


class TestBubblewrapSandbox(SandboxConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[Sandbox]:
        async with open_processes("forkserver") as processes:
            yield BubblewrapSandbox(processes)

    def make_unavailable(self) -> Sandbox:
        return BubblewrapSandbox(FakeProcesses({}), None)

    def open_processes(self) -> AbstractAsyncContextManager[Processes]:
        return open_processes("forkserver")
