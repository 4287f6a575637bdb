"""A process room in which programs are functions of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from errno import ENOENT
from typing import Final, TypeAlias

import trio
from attrs import evolve, frozen

from zeroclaw_api.errors import ProcessPipeClosed, ProcessStartFailed
from zeroclaw_api.processes import (
    Command,
    ProcessExit,
    ProcessResult,
    RunningProcess,
    kept_head,
)

__all__ = ["FakeOutcome", "FakeProcesses", "FakeProgram", "FakeRunningProcess"]

_SIGKILL: Final = 9


@frozen
class FakeOutcome:
    """What a program does: write this, then exit, or with `hangs` run until it is killed.

    With `echoes` it copies its input to stdout and ends when the input is closed.
    """

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0
    hangs: bool = False
    echoes: bool = False


FakeProgram: TypeAlias = FakeOutcome | Callable[[Command], FakeOutcome]


class FakeRunningProcess:
    """One fake program that runs."""

    def __init__(self, command: Command, outcome: FakeOutcome, pid: int) -> None:
        self._command = command
        self._outcome = outcome
        self._pid = pid
        self._stdout = bytearray(outcome.stdout)
        self._stderr = bytearray(outcome.stderr)
        self._exit: ProcessExit | None = None
        self._ended = trio.Event()
        self._changed = trio.Event()
        self._is_stdin_open = True
        if not outcome.hangs and not outcome.echoes:
            self._end(ProcessExit(exit_code=outcome.exit_code, signal=None))

    @property
    def pid(self) -> int:
        """A number without meaning."""
        return self._pid

    async def send(self, data: bytes) -> None:
        """Read by the program, and repeated if it echoes."""
        await trio.lowlevel.checkpoint()
        if not self._is_stdin_open or self._exit is not None:
            raise ProcessPipeClosed(pid=self._pid)
        if self._outcome.echoes:
            self._stdout += data
            self._wake()

    async def close_stdin(self) -> None:
        """An echoing program ends."""
        await trio.lowlevel.checkpoint()
        self._is_stdin_open = False
        if self._outcome.echoes:
            self._end(ProcessExit(exit_code=self._outcome.exit_code, signal=None))

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        """The next bytes the program wrote."""
        return await self._receive(self._stdout, max_bytes)

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        """The next bytes the program wrote."""
        return await self._receive(self._stderr, max_bytes)

    async def wait(self) -> ProcessExit:
        """Wait for the end of the program."""
        await self._ended.wait()
        assert self._exit is not None
        return self._exit

    async def kill(self) -> ProcessExit:
        """End the program now."""
        await trio.lowlevel.checkpoint()
        return self.end_now()

    def end_now(self) -> ProcessExit:
        """What killing comes to, without waiting."""
        return self._exit or self._end(ProcessExit(exit_code=None, signal=_SIGKILL))

    async def _receive(self, written: bytearray, max_bytes: int) -> bytes:
        await trio.lowlevel.checkpoint()
        while not written and self._exit is None:
            await self._changed.wait()
        data = bytes(written[:max_bytes])
        del written[:max_bytes]
        return data

    def _end(self, ended: ProcessExit) -> ProcessExit:
        if self._exit is None:
            self._exit = ended
            self._ended.set()
            self._wake()
        return self._exit

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


class FakeProcesses:
    """Runs the programs it was given, by the first word of the command.

    `commands` holds what was started; `alive` counts what has not ended.
    """

    def __init__(self, programs: Mapping[str, FakeProgram] | None = None) -> None:
        self.programs = dict(programs or {})
        self.commands: list[Command] = []
        self.alive = 0

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        """See `Processes.run`."""
        outcome = self._outcome(command)
        started = trio.current_time()
        self.commands.append(command)
        self.alive += 1
        timed_out = False
        try:
            await trio.lowlevel.checkpoint()
            for chunk in (outcome.stdout, outcome.stderr):
                if chunk and on_output is not None:
                    on_output(chunk)
            if outcome.hangs:
                with trio.move_on_after(timeout) as scope:
                    await trio.sleep_forever()
                timed_out = scope.cancelled_caught
        finally:
            self.alive -= 1
        stdout, stdout_dropped = _keep(outcome.stdout, output_limit)
        stderr, stderr_dropped = _keep(outcome.stderr, output_limit)
        return ProcessResult(
            exit_code=None if timed_out else outcome.exit_code,
            signal=_SIGKILL if timed_out else None,
            stdout=stdout,
            stderr=stderr,
            stdout_dropped=stdout_dropped,
            stderr_dropped=stderr_dropped,
            duration=trio.current_time() - started,
            timed_out=timed_out,
        )

    def start(self, command: Command) -> AbstractAsyncContextManager[RunningProcess]:
        """See `Processes.start`."""
        return self._start(command)

    @asynccontextmanager
    async def _start(self, command: Command) -> AsyncIterator[RunningProcess]:
        await trio.lowlevel.checkpoint()
        outcome = self._outcome(command)
        self.commands.append(command)
        process = FakeRunningProcess(command, outcome, len(self.commands))
        self.alive += 1
        try:
            yield process
        finally:
            process.end_now()
            self.alive -= 1

    def _outcome(self, command: Command) -> FakeOutcome:
        program = self.programs.get(command.argv[0])
        if program is None:
            raise ProcessStartFailed(
                program=command.argv[0],
                cwd=command.cwd or "/",
                errno=ENOENT,
                problem="the test has no such program",
            )
        outcome = program(command) if callable(program) else program
        if not outcome.echoes:
            return outcome
        return evolve(outcome, stdout=outcome.stdout + command.stdin)


def _keep(output: bytes, limit: int) -> tuple[bytes, int]:
    """The first and last bytes that fit, with how many are missing between."""
    if len(output) <= limit:
        return output, 0
    head = kept_head(limit)
    tail = output[len(output) - (limit - head) :]
    return output[:head] + tail, len(output) - limit
