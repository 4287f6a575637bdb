"""What a command gets with its start, what it may use up, what is taken from it."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command, Processes, ProcessResult
from zeroclaw_api.restrictions import ResourceLimits, Restrictions
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.process.restrict_main import (
    EXECUTE,
    READ_DIR,
    READ_FILE,
    known_rights,
    landlock_abi,
)

Shell = Callable[..., Command]

needs_landlock = pytest.mark.skipif(
    sys.platform != "linux" or landlock_abi() < 6, reason="the kernel has no Landlock 6"
)
READING = EXECUTE | READ_FILE | READ_DIR
SYSTEM = tuple(
    (os.path.realpath(path), READING) for path in ("/usr", "/bin", "/lib", "/lib64", "/etc")
)
PYTHON = ("/usr/bin/python3", "-I", "-S", "-c")
# One instruction of classic BPF: return SECCOMP_RET_ALLOW.
ALLOW = bytes.fromhex("060000000000ff7f")
_nothing = count()


async def ran(processes: Processes, command: Command) -> ProcessResult:
    with trio.fail_after(20):
        return await processes.run(command, timeout=15, output_limit=4000)


def python(script: str, **limits: int) -> Command:
    return Command((*PYTHON, script), None, {}, limits=ResourceLimits(**limits))


@pytest.mark.parametrize("restrictions", [None, Restrictions()], ids=["free", "restricted"])
@pytest.mark.parametrize("number", [0, 1, 2, 7, 24])
async def test_command_inherits_its_files_with_nothing_else(
    processes: Processes, number: int, restrictions: Restrictions | None
) -> None:
    script = """
import os
for fd in range(200):
    try:
        os.fstat(fd)
    except OSError:
        continue
    print(fd, os.read(fd, 99).decode() if fd > 2 else "")
"""
    files = tuple(f"content {place}".encode() for place in range(number))
    command = evolve(python(script), files=files, restrictions=restrictions)
    result = await ran(processes, command)
    expected = [f"{fd} " for fd in range(3)]
    expected += [f"{3 + place} content {place}" for place in range(number)]
    assert result.stdout.decode().splitlines() == expected


async def test_more_files_than_can_be_passed_are_refused(processes: Processes) -> None:
    with pytest.raises(ProcessStartFailed, match="Too many open files"):
        await ran(processes, evolve(python(""), files=(b"",) * 25))


@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("bytearray(1 << 30)", {"memory": 1 << 28}),
        ("import os\nfor _ in range(50): os.dup(0)", {"open_files": 20}),
        (
            "import tempfile; f = tempfile.TemporaryFile(); f.write(bytes(9000)); f.flush()",
            {"file_size": 4000},
        ),
    ],
    ids=["memory", "open files", "file size"],
)
async def test_limit_is_held_against_what_succeeds_without_it(
    processes: Processes, script: str, limits: dict[str, int]
) -> None:
    assert (await ran(processes, python(script))).exit_code == 0
    limited = python(script, **limits)
    assert (await ran(processes, limited)).exit_code == 1
    restricted = evolve(limited, restrictions=Restrictions())
    assert (await ran(processes, restricted)).exit_code == 1


async def test_time_of_the_processor_ends_with_the_signal_for_it(processes: Processes) -> None:
    result = await ran(processes, python("while True: pass", cpu_seconds=1))
    assert (result.signal, result.timed_out) == (signal.SIGXCPU, False)


async def test_nothing_leaves_a_core_dump_nor_lifts_its_limits(
    processes: Processes, shell: Shell
) -> None:
    line = "ulimit -c; ulimit -Hc; ulimit -n; ulimit -n 31 2>/dev/null || echo held"
    command = evolve(shell(line), limits=ResourceLimits(open_files=30), restrictions=Restrictions())
    assert (await ran(processes, command)).stdout == b"0\n0\n30\nheld\n"
    assert (await ran(processes, shell("ulimit -c"))).stdout == b"0\n"


async def test_limit_above_that_of_the_owner_changes_nothing(
    processes: Processes, shell: Shell
) -> None:
    bare = await ran(processes, shell("ulimit -Hn"))
    wide = evolve(shell("ulimit -Hn"), limits=ResourceLimits(open_files=1 << 40))
    assert (await ran(processes, wide)).stdout == bare.stdout


@needs_landlock
async def test_files_can_be_read_only_where_a_rule_says(
    processes: Processes, shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "file").write_text("given")
    (tmp_path / "secret").write_text("secret")
    line = f"cat {tmp_path}/given/file; cat {tmp_path}/secret"
    rules = (*SYSTEM, (str(tmp_path / "given"), READING))
    restricted = evolve(shell(line), restrictions=Restrictions(beneath=rules))
    assert (await ran(processes, restricted)).stdout == b"given"
    assert (await ran(processes, shell(line))).stdout == b"givensecret"


@needs_landlock
@pytest.mark.parametrize(
    "attempt",
    [
        "socket.create_connection(('127.0.0.1', tcp))",
        "socket.socket().bind(('127.0.0.1', 0))",
        "socket.socket(socket.AF_UNIX).connect(chr(0) + name)",
        "os.kill(owner, 0)",
    ],
)
async def test_landlock_alone_takes_network_and_signals(processes: Processes, attempt: str) -> None:
    name = f"zeroclaw-{os.getpid()}-{next(_nothing)}"
    with socket.socket() as tcp, socket.socket(socket.AF_UNIX) as abstract:
        tcp.bind(("127.0.0.1", 0))
        tcp.listen()
        abstract.bind(f"\0{name}")
        abstract.listen()
        script = f"import os, socket\ntcp, name, owner = {tcp.getsockname()[1]}, {name!r}, "
        command = python(f"{script}{os.getppid()}\n{attempt}")
        restricted = evolve(command, restrictions=Restrictions(without_network=True))
        assert (await ran(processes, restricted)).exit_code == 1
        async with open_processes("forkserver") as in_our_namespace:
            assert (await ran(in_our_namespace, command)).exit_code == 0


async def test_restricted_command_has_no_capability(processes: Processes, shell: Shell) -> None:
    line = "grep -E '^(CapPrm|CapEff|NoNewPrivs)' /proc/self/status"
    result = await ran(processes, evolve(shell(line), restrictions=Restrictions()))
    zero = "0" * 16
    said = result.stdout.decode().split()
    assert said == ["CapPrm:", zero, "CapEff:", zero, "NoNewPrivs:", "1"]


async def test_program_for_system_calls_is_installed(processes: Processes, shell: Shell) -> None:
    line = "grep -E '^Seccomp:' /proc/self/status"
    restricted = Restrictions(system_calls=ALLOW)
    result = await ran(processes, evolve(shell(line), restrictions=restricted))
    assert result.stdout.split() == [b"Seccomp:", b"2"]
    assert (await ran(processes, shell(line))).stdout.split()[1:] == [b"0"]


async def test_program_that_forbids_the_start_itself_lets_nothing_run(
    processes: Processes, shell: Shell, tmp_path: Path
) -> None:
    kill = bytes.fromhex("0600000000000080")
    restricted = Restrictions(system_calls=kill)
    result = await ran(processes, evolve(shell(f"touch {tmp_path}/ran"), restrictions=restricted))
    assert result.signal == signal.SIGSYS
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("restrictions", "words", "number"),
    [
        (Restrictions(system_calls=b"short"), "filter its system calls", errno.EINVAL),
        (Restrictions(system_calls=b"\xff" * 8), "filter its system calls", errno.EINVAL),
        (Restrictions(beneath=(("/absent", READING),)), "with Landlock", errno.ENOENT),
        (Restrictions(beneath=(("/usr", 1 << 40),)), "with Landlock", errno.EINVAL),
        (Restrictions(beneath=(("/usr", 0),)), "with Landlock", errno.ENOMSG),
        (Restrictions(beneath=(("/dev/null", READ_DIR),)), "with Landlock", errno.EINVAL),
        (Restrictions(beneath=(("/usr", 1 << 80),)), "with Landlock", errno.EINVAL),
    ],
)
@needs_landlock
async def test_what_cannot_be_taken_makes_the_start_fail(
    processes: Processes,
    tmp_path: Path,
    shell: Shell,
    restrictions: Restrictions,
    words: str,
    number: int,
) -> None:
    command = evolve(shell(f"touch {tmp_path}/ran"), restrictions=restrictions)
    with pytest.raises(ProcessStartFailed, match=words) as caught:
        await ran(processes, command)
    assert caught.value.errno == number
    assert not (tmp_path / "ran").exists()


@needs_landlock
async def test_folder_replaced_by_a_link_after_planning_gives_no_right(
    processes: Processes, shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "meant").symlink_to("/etc")
    rules = (*SYSTEM[:-1], (str(tmp_path / "meant"), known_rights(landlock_abi())))
    command = evolve(shell("true"), restrictions=Restrictions(beneath=rules))
    with pytest.raises(ProcessStartFailed, match="with Landlock") as caught:
        await ran(processes, command)
    assert caught.value.errno == errno.ELOOP


@pytest.mark.parametrize("restrictions", [None, Restrictions()], ids=["free", "restricted"])
@pytest.mark.parametrize(
    ("program", "number"), [("absent", errno.ENOENT), ("/etc/passwd", errno.EACCES)]
)
async def test_program_that_cannot_run_fails_with_the_same_reason(
    processes: Processes, restrictions: Restrictions | None, program: str, number: int
) -> None:
    command = Command((program,), None, {"PATH": "/usr/bin"}, restrictions=restrictions)
    with pytest.raises(ProcessStartFailed) as caught:
        await ran(processes, command)
    assert caught.value.errno == number


async def test_script_without_a_first_line_runs_restricted_too(
    processes: Processes, tmp_path: Path
) -> None:
    (tmp_path / "script").write_text("echo $1 $PWD")
    (tmp_path / "script").chmod(0o755)
    command = Command(
        ("./script", "x"), str(tmp_path), {"PATH": "/bin"}, restrictions=Restrictions()
    )
    assert (await ran(processes, command)).stdout.decode() == f"x {tmp_path}\n"


async def test_restricted_command_has_signals_at_their_defaults(
    processes: Processes, shell: Shell
) -> None:
    line = "grep -E '^Sig(Blk|Ign)' /proc/self/status"
    result = await ran(processes, evolve(shell(line), restrictions=Restrictions()))
    assert result.stdout.split() == [b"SigBlk:", b"0" * 16, b"SigIgn:", b"0" * 16]


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def living(marker: str) -> Iterator[str]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if marker.encode() in line:
                yield folder.name


@needs_landlock
async def test_two_hundred_ends_of_any_kind_leave_nothing(
    processes: Processes, shell: Shell
) -> None:
    marker = f"88.{os.getpid()}1"
    # A shell gives its background commands this file as their input.
    rules = (*SYSTEM, ("/dev/null", READ_FILE))
    restrictions = Restrictions(beneath=rules, without_network=True, system_calls=ALLOW)
    nap = f"sleep {marker}"
    line = f"(setsid sh -c '{nap} & {nap}' &) 2>&-; {nap} & "
    chosen = Random(7)
    await ran(processes, shell("true"))
    before = descriptors()

    async def one(how: str, delay: float) -> None:
        last = "exit 3" if how == "exit" else "wait"
        command = evolve(
            shell(line + last),
            files=(b"one", b"two"),
            limits=ResourceLimits(open_files=50),
            restrictions=restrictions,
        )
        if how == "cancel":
            with trio.move_on_after(delay):
                await processes.run(command, timeout=30, output_limit=10)
        else:
            timeout = delay if how == "timeout" else 30
            result = await processes.run(command, timeout=timeout, output_limit=10)
            assert result.timed_out == (how == "timeout")

    with trio.fail_after(60):
        for _ in range(25):
            async with trio.open_nursery() as nursery:
                for _ in range(8):
                    how = chosen.choice(("cancel", "timeout", "exit"))
                    nursery.start_soon(one, how, chosen.uniform(0, 0.06))
    assert list(living(marker)) == []
    assert descriptors() == before
