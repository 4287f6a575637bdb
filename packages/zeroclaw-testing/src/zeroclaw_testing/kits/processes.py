"""What every process room must show; needs a POSIX shell, Linux for what survives."""

from __future__ import annotations

import itertools
import sys
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import trio

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.processes import Command, Processes, RunningProcess, kept_head
from zeroclaw_testing.kits.conformance import Conformance, failure_of

__all__ = [
    "CAT",
    "FAIL",
    "FLOOD",
    "FLOOD_BYTES",
    "HANG",
    "PLACE",
    "SAY",
    "WAR",
    "ProcessesConformance",
]

SAY: Final = 'printf %s "$WORD"; printf %s "$1" >&2'
FAIL: Final = "exit 7"
HANG: Final = "printf started; sleep 60; :"
CAT: Final = "exec cat"
PLACE: Final = "pwd"
FLOOD_BYTES: Final = 300_000
FLOOD: Final = f"printf first; head -c {FLOOD_BYTES} /dev/zero; printf last"
WAR: Final = '(setsid sh -c \'sleep $0 & sleep $0\' "$1" &); printf started; sleep "$1"; :'
"""Starts children in a session of their own, which survive a killed process group."""

_NUMBERS = itertools.count(1)


class ProcessesConformance(Conformance[Processes]):
    """The subject is an open process room. `sees_processes` is False for one without real ones.

    What must not survive would otherwise end after `survivor_seconds`.
    """

    sees_processes: ClassVar[bool] = True
    survivor_seconds: ClassVar[int] = 60

    async def test_output_and_exit_code_come_back(self) -> None:
        async with self.subject() as room:
            command = _shell(SAY, "to stderr", WORD="wörd")
            result = await room.run(command, timeout=5, output_limit=1000)
            found = (result.exit_code, result.signal, result.timed_out)
            assert found == (0, None, False), f"it ended with {found}"
            assert result.stdout == "wörd".encode(), f"stdout is {result.stdout!r}"
            assert result.stderr == b"to stderr", f"stderr is {result.stderr!r}"

    async def test_exit_code_above_zero_is_a_result(self) -> None:
        async with self.subject() as room:
            result = await room.run(_shell(FAIL), timeout=5, output_limit=1000)
            assert result.exit_code == 7, f"the exit code is {result.exit_code}"

    async def test_input_is_written_and_closed(self) -> None:
        async with self.subject() as room:
            data = bytes(range(256)) * 1000
            command = _shell(CAT, stdin=data)
            result = await room.run(command, timeout=5, output_limit=len(data))
            assert result.stdout == data, f"{len(result.stdout)} of {len(data)} bytes came back"

    async def test_directory_is_the_one_asked_for(self) -> None:
        async with self.subject() as room:
            for cwd, wanted in (("/usr", b"/usr\n"), (None, b"/\n")):
                command = _shell(PLACE, cwd=cwd)
                result = await room.run(command, timeout=5, output_limit=1000)
                assert result.stdout == wanted, f"in {cwd} it ran in {result.stdout!r}"

    async def test_long_output_keeps_head_and_tail(self) -> None:
        limit = 3000
        async with self.subject() as room:
            chunks: list[bytes] = []
            result = await room.run(
                _shell(FLOOD), timeout=5, output_limit=limit, on_output=chunks.append
            )
            whole = b"first" + bytes(FLOOD_BYTES) + b"last"
            head = kept_head(limit)
            wanted = whole[:head] + whole[len(whole) - (limit - head) :]
            assert result.stdout == wanted, "the kept bytes are not the head and the tail"
            assert result.stdout_dropped == len(whole) - limit, f"dropped {result.stdout_dropped}"
            assert b"".join(chunks) == whole, "`on_output` did not see everything"

    async def test_time_limit_kills_and_says_so(self) -> None:
        async with self.subject() as room:
            result = await room.run(_shell(HANG), timeout=0.3, output_limit=1000)
            assert result.timed_out, "it says that it ended in time"
            assert result.exit_code is None, f"it has the exit code {result.exit_code}"
            assert result.signal == 9, f"the signal is {result.signal}"
            assert result.stdout == b"started", f"what it wrote is lost: {result.stdout!r}"

    async def test_cancelled_command_ends_at_once(self) -> None:
        async with self.subject() as room:
            begun = trio.Event()

            def notice(_chunk: bytes) -> None:
                begun.set()

            work = partial(room.run, _shell(HANG), timeout=60, output_limit=9, on_output=notice)
            await self.cancel_promptly("a command", work, begun)

    async def test_nothing_survives_time_limit_or_cancellation(self) -> None:
        if not self.sees_processes or sys.platform != "linux":
            return
        async with self.subject() as room:
            mark = _mark(self.survivor_seconds)
            await room.run(_shell(WAR, mark), timeout=0.3, output_limit=1000)
            assert not _alive(mark), "processes outlived the time limit"
            mark = _mark(self.survivor_seconds)
            async with room.start(_shell(WAR, mark)) as process:
                assert await process.receive_stdout() == b"started", "it did not start"
            assert not _alive(mark), "processes outlived their block"
            mark, begun = _mark(self.survivor_seconds), trio.Event()

            async def hold() -> None:
                async with room.start(_shell(WAR, mark)) as process:
                    await process.receive_stdout()
                    begun.set()
                    await trio.sleep_forever()

            await self.cancel_promptly("a block", hold, begun)
            assert not _alive(mark), "processes outlived the cancellation"

    async def test_commands_side_by_side_do_not_kill_each_other(self) -> None:
        async with self.subject() as room, room.start(_shell(CAT)) as process:
            async with trio.open_nursery() as nursery:
                for _ in range(4):
                    hang = partial(room.run, _shell(HANG), timeout=0.1, output_limit=9)
                    nursery.start_soon(hang)
            await process.send(b"still here")
            assert await _receive(process, 10) == b"still here", "the other command is gone"

    async def test_pipes_carry_a_conversation(self) -> None:
        async with self.subject() as room, room.start(_shell(CAT)) as process:
            for word in (b"one", b"two"):
                await process.send(word)
                assert await _receive(process, 3) == word, "the answer is another"
            await process.close_stdin()
            await process.close_stdin()
            ended = await process.wait()
            assert (ended.exit_code, ended.signal) == (0, None), f"it ended as {ended!r}"
            assert await process.receive_stdout() == b"", "there is output after the end"
            assert await process.wait() == ended, "waiting again says something else"

    async def test_killed_command_ends_by_its_signal(self) -> None:
        async with self.subject() as room, room.start(_shell(HANG)) as process:
            assert await _receive(process, 7) == b"started", "it did not start"
            with self.promptly("killing"):
                ended = await process.kill()
            assert (ended.exit_code, ended.signal) == (None, 9), f"it ended as {ended!r}"
            assert await process.kill() == ended, "killing again says something else"

    async def test_sending_to_a_closed_pipe_is_an_error_of_ours(self) -> None:
        async with self.subject() as room, room.start(_shell(CAT)) as process:
            await process.close_stdin()
            await process.wait()
            failure = await failure_of(partial(process.send, b"x"))
            assert isinstance(failure, ZeroClawError), f"it says {failure!r}"

    async def test_missing_program_is_an_error_that_names_it(self) -> None:
        name = "/nonexistent/zeroclaw-kit"
        command = Command((name,), None, {})
        async with self.subject() as room:
            failure = await failure_of(partial(room.run, command, timeout=5, output_limit=1000))
            assert isinstance(failure, ZeroClawError), f"it says {failure!r}"
            assert name in str(failure), f"the error does not name it: {failure}"


def _shell(
    script: str, *words: str, cwd: str | None = "/", stdin: bytes = b"", **env: str
) -> Command:
    env = {"PATH": "/usr/bin:/bin", **env}
    return Command(("/bin/sh", "-c", script, "kit", *words), cwd, env, stdin)


def _mark(seconds: int) -> str:
    """A number of seconds that no other process sleeps for."""
    return f"{seconds}.{id(_NUMBERS) % 10**9:09}{next(_NUMBERS)}"


def _alive(mark: str) -> list[str]:
    """The processes that have the mark on their command line, in any PID namespace."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in line:
            found.append(line.decode(errors="replace"))
    return found


async def _receive(process: RunningProcess, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = await process.receive_stdout()
        if not piece:
            break
        data += piece
    return data
