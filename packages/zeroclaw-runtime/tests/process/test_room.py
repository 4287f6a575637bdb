"""What a command gives back, under every reaper."""

from __future__ import annotations

import errno
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from zeroclaw_api.errors import ProcessPipeClosed, ProcessStartFailed
from zeroclaw_api.processes import Command, Processes, kept_head

Shell = Callable[..., Command]


def command_lines() -> list[bytes]:
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            lines.append((folder / "cmdline").read_bytes())
        except OSError:
            continue
    return lines


def highest_descriptor() -> int:
    return max(int(entry.name) for entry in Path("/proc/self/fd").iterdir())


def fill_gaps() -> list[int]:
    """Take every descriptor that the limit leaves."""
    taken = []
    while True:
        try:
            taken.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            return taken


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("code", [0, 1, 3, 42, 127, 129, 255])
async def test_exit_code_of_the_command_is_reported(
    processes: Processes, shell: Shell, code: int
) -> None:
    result = await processes.run(shell(f"exit {code}"), timeout=5, output_limit=100)
    assert (result.exit_code, result.signal, result.timed_out) == (code, None, False)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
async def test_signal_that_ended_the_command_is_reported(
    processes: Processes, shell: Shell, number: signal.Signals
) -> None:
    result = await processes.run(shell(f"kill -{int(number)} $$"), timeout=5, output_limit=100)
    assert (result.exit_code, result.signal) == (None, number)


async def test_both_outputs_arrive_apart_and_binary(processes: Processes, shell: Shell) -> None:
    line = r"printf '\000\377a\n'; printf '\376\001' >&2"
    result = await processes.run(shell(line), timeout=5, output_limit=100)
    assert (result.stdout, result.stderr) == (b"\x00\xffa\n", b"\xfe\x01")


async def test_stdin_of_a_megabyte_comes_back_whole(processes: Processes, shell: Shell) -> None:
    data = bytes(range(256)) * 4096
    result = await processes.run(shell("cat", stdin=data), timeout=10, output_limit=2_000_000)
    assert result.stdout == data


async def test_command_that_ignores_its_stdin_is_no_error(
    processes: Processes, shell: Shell
) -> None:
    result = await processes.run(shell("true", stdin=bytes(10**6)), timeout=5, output_limit=100)
    assert result.exit_code == 0


async def test_ten_megabytes_are_capped_to_start_and_end(
    processes: Processes, shell: Shell
) -> None:
    seen = 0

    def count(chunk: bytes) -> None:
        nonlocal seen
        seen += len(chunk)

    line = "echo first; head -c 10000000 /dev/zero; echo last"
    result = await processes.run(shell(line), timeout=20, output_limit=3000, on_output=count)
    assert len(result.stdout) == 3000
    assert result.stdout_dropped == 10_000_011 - 3000
    assert seen == 10_000_011
    assert result.stdout.startswith(b"first\n")
    assert result.stdout.endswith(b"last\n")
    assert result.stdout[kept_head(3000) - 1] == 0


async def test_child_sees_exactly_the_given_environment(
    processes: Processes, tmp_path: Path
) -> None:
    env = {"PATH": "/usr/bin:/bin", "EMPTY": "", "ODD": "a=b\nc\u00e9"}
    command = Command(argv=("env", "-0"), cwd=str(tmp_path), env=env)
    result = await processes.run(command, timeout=5, output_limit=10_000)
    got = dict(entry.split("=", 1) for entry in result.stdout.decode().split("\0")[:-1])
    assert got == {**env, "PWD": str(tmp_path)}


async def test_child_has_no_descriptor_beyond_the_three_pipes(
    processes: Processes, shell: Shell
) -> None:
    result = await processes.run(shell("echo /proc/$$/fd/*"), timeout=5, output_limit=1000)
    numbers = {int(path.rpartition("/")[2]) for path in result.stdout.decode().split()}
    # dash opens a number from 10 on for itself, bash 255; the glob itself may take one more.
    assert {number for number in numbers if 2 < number < 10} <= {3}
    direct = await processes.run(
        Command(argv=("readlink", "/proc/self/fd/3"), cwd=None, env={"PATH": "/usr/bin:/bin"}),
        timeout=5,
        output_limit=1000,
    )
    assert direct.stdout == b""


async def test_secret_of_the_environment_shows_in_no_command_line(
    processes: Processes, shell: Shell
) -> None:
    secret = f"secret-{os.urandom(8).hex()}"
    async with processes.start(shell("echo up; read _", TOKEN=secret)) as process:
        assert await process.receive_stdout() == b"up\n"
        lines = command_lines()
        assert any(b"echo up; read _" in line for line in lines)
        assert not any(secret.encode() in line for line in lines)


@pytest.mark.parametrize(
    ("argv", "cwd", "number"),
    [
        (("no-such-program-here",), None, errno.ENOENT),
        (("/no/such/program",), None, errno.ENOENT),
        (("/etc/passwd",), None, errno.EACCES),
        (("/usr",), None, errno.EACCES),
        (("true",), "/no/such/folder", errno.ENOENT),
        (("true",), "/etc/passwd", errno.ENOTDIR),
    ],
)
async def test_what_cannot_start_names_program_and_reason(
    processes: Processes, argv: tuple[str, ...], cwd: str | None, number: int
) -> None:
    command = Command(argv=argv, cwd=cwd, env={"PATH": "/usr/bin:/bin"})
    with pytest.raises(ProcessStartFailed) as caught:
        await processes.run(command, timeout=5, output_limit=100)
    assert caught.value.errno == number
    assert argv[0] in str(caught.value)
    assert os.strerror(number) in str(caught.value)


async def test_script_without_its_interpreter_fails_to_start(
    processes: Processes, tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with pytest.raises(ProcessStartFailed, match="script"):
        await processes.run(
            Command(argv=(str(script),), cwd=None, env={}), timeout=5, output_limit=100
        )


async def test_script_without_a_first_line_runs_in_the_shell(
    processes: Processes, tmp_path: Path
) -> None:
    script = tmp_path / "script"
    script.write_text("echo ran $1\n")
    script.chmod(0o755)
    command = Command(argv=("script", "well"), cwd=None, env={"PATH": f"{tmp_path}:/bin"})
    result = await processes.run(command, timeout=5, output_limit=100)
    assert result.stdout == b"ran well\n"


async def test_running_process_speaks_over_its_pipes(processes: Processes, shell: Shell) -> None:
    line = "while read word; do echo got $word; done; echo bye >&2; exit 7"
    async with processes.start(shell(line)) as process:
        await process.send(b"one\n")
        assert await process.receive_stdout() == b"got one\n"
        await process.send(b"two\n")
        assert await process.receive_stdout() == b"got two\n"
        await process.close_stdin()
        assert await process.receive_stderr() == b"bye\n"
        assert (await process.wait()).exit_code == 7
        assert (await process.wait()).exit_code == 7
        assert await process.receive_stdout() == b""
        with pytest.raises(ProcessPipeClosed):
            await process.send(b"late\n")


async def test_two_tasks_may_wait_while_a_third_kills(processes: Processes, shell: Shell) -> None:
    ends = []

    async def wait_for_the_end() -> None:
        ends.append(await process.wait())

    async with (
        processes.start(shell("echo up; exec cat")) as process,
        trio.open_nursery() as nursery,
    ):
        assert await process.receive_stdout() == b"up\n"
        nursery.start_soon(wait_for_the_end)
        nursery.start_soon(wait_for_the_end)
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(process.kill)
        nursery.start_soon(process.kill)
    assert [end.signal for end in ends] == [signal.SIGKILL, signal.SIGKILL]


@pytest.mark.parametrize("room", range(1, 8))
async def test_running_out_of_descriptors_is_a_failed_start(
    processes: Processes, shell: Shell, room: int
) -> None:
    await processes.run(shell("true"), timeout=5, output_limit=100)
    before = open_descriptors()
    old = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest_descriptor() + 1 + room, old[1]))
    fillers = fill_gaps()
    try:
        for filler in fillers[-room:]:
            os.close(filler)
        with pytest.raises(ProcessStartFailed) as caught:
            await processes.run(shell("true"), timeout=5, output_limit=100)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, old)
        for filler in fillers[:-room]:
            os.close(filler)
    assert caught.value.errno == errno.EMFILE
    assert open_descriptors() == before


async def test_two_hundred_commands_leak_no_descriptor(processes: Processes, shell: Shell) -> None:
    await processes.run(shell("true"), timeout=5, output_limit=100)
    before = open_descriptors()
    limiter = trio.CapacityLimiter(8)

    async def one(index: int) -> None:
        async with limiter:
            line = "exit 0" if index % 4 else "sleep 50"
            await processes.run(shell(line), timeout=0.05, output_limit=100)

    async with trio.open_nursery() as nursery:
        for index in range(200):
            nursery.start_soon(one, index)
    assert open_descriptors() == before
