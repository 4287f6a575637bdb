"""The process room's front: runs commands on whichever reaper it was given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessPipeClosed, ReaperLost, ZeroClawError
from zeroclaw_api.processes import Command, ProcessExit, ProcessResult, RunningProcess
from zeroclaw_runtime.process.capture import Capture
from zeroclaw_runtime.process.failures import start_failed
from zeroclaw_runtime.process.pipes import ChildPipes

__all__ = ["Launcher", "Leash", "Room"]

# A kill takes milliseconds; longer means a process the kernel cannot end (a dead network disk).
KILL_LIMIT = 5.0
# Seconds: after the tree is dead only a foreign process that was handed the pipe can hold it.
DRAIN_LIMIT = 0.2


class Leash(Protocol):
    """What one reaper holds of one command.

    It is not the command's pipes, which belong to the room. Only the room calls it. `ended` and
    `kill` may wait, may be cancelled and repeated; `close` never waits and comes last.
    """

    @property
    def pid(self) -> int:
        """The process to name in messages."""

    async def ended(self) -> ProcessExit:
        """Wait for the first process to end and for the rest to be swept away."""

    async def kill(self) -> ProcessExit:
        """Kill the whole tree; returns when it is gone."""

    def close(self) -> None:
        """Let go of the descriptors."""


class Launcher(Protocol):
    """One kind of reaper.

    It is not a judge of commands. Only the room calls it; `launch` either returns a leash or
    leaves nothing behind, also when it is cancelled.
    """

    async def launch(self, command: Command, pipes: ChildPipes) -> Leash:
        """Start the command on the pipes. Raises `ProcessStartFailed`, `ReaperUnavailable`."""


@define
class _Running:
    """A started command: the pipes of the room with the leash of a reaper."""

    _pipes: ChildPipes
    _leash: Leash

    @property
    def pid(self) -> int:
        return self._leash.pid

    async def send(self, data: bytes) -> None:
        try:
            await self._pipes.stdin.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ProcessPipeClosed(pid=self.pid) from error

    async def close_stdin(self) -> None:
        await self._pipes.stdin.aclose()

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        return bytes(await self._pipes.stdout.receive_some(max_bytes))

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        return bytes(await self._pipes.stderr.receive_some(max_bytes))

    async def wait(self) -> ProcessExit:
        return await self._leash.ended()

    async def kill(self) -> ProcessExit:
        return await self._leash.kill()


@define
class Room:
    """`zeroclaw_api.processes.Processes` on one launcher."""

    launcher: Launcher = field()

    @asynccontextmanager
    async def _started(self, command: Command) -> AsyncIterator[RunningProcess]:
        try:
            pipes = ChildPipes.open()
        except OSError as error:
            raise start_failed(command, error.errno or 0) from error
        try:
            leash = await self._launched(command, pipes)
            try:
                yield _Running(pipes, leash)
            finally:
                try:
                    await _kill_within_limit(leash, command)
                finally:
                    leash.close()
        finally:
            pipes.close()

    async def _launched(self, command: Command, pipes: ChildPipes) -> Leash:
        try:
            return await self.launcher.launch(command, pipes)
        except OSError as error:
            # We are out of descriptors or of memory; the program itself is not to blame.
            raise start_failed(command, error.errno or 0) from error

    def start(self, command: Command) -> AbstractAsyncContextManager[RunningProcess]:
        return self._started(command)

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - a time limit here is a result, not a cancellation
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        stdout, stderr = Capture(output_limit), Capture(output_limit)
        begun = trio.current_time()
        timed_out = False
        outcome: ProcessExit | ZeroClawError
        async with self.start(command) as process:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_feed, process, command.stdin)
                nursery.start_soon(_drain, process.receive_stdout, stdout, on_output)
                nursery.start_soon(_drain, process.receive_stderr, stderr, on_output)
                try:
                    with trio.move_on_after(timeout) as limit:
                        outcome = await process.wait()
                    if limit.cancelled_caught:
                        timed_out = True
                        outcome = await process.kill()
                except ZeroClawError as error:
                    outcome = error
                nursery.cancel_scope.deadline = trio.current_time() + DRAIN_LIMIT
            duration = trio.current_time() - begun
        if not isinstance(outcome, ProcessExit):
            raise outcome
        return ProcessResult(
            exit_code=outcome.exit_code,
            signal=outcome.signal,
            stdout=stdout.content(),
            stderr=stderr.content(),
            stdout_dropped=stdout.dropped,
            stderr_dropped=stderr.dropped,
            duration=duration,
            timed_out=timed_out,
        )


async def _kill_within_limit(leash: Leash, command: Command) -> None:
    with trio.move_on_after(KILL_LIMIT, shield=True) as limit:
        await leash.kill()
    if limit.cancelled_caught:
        raise ReaperLost(
            program=command.argv[0],
            problem=f"its processes could not be killed within {KILL_LIMIT:g} seconds",
        )


async def _feed(process: RunningProcess, data: bytes) -> None:
    """Write stdin; a command that does not read it has every right to."""
    try:
        if data:
            await process.send(data)
        await process.close_stdin()
    except ProcessPipeClosed:
        await process.close_stdin()


async def _drain(
    receive: Callable[[], Awaitable[bytes]],
    capture: Capture,
    on_output: Callable[[bytes], None] | None,
) -> None:
    while data := await receive():
        capture.add(data)
        if on_output is not None:
            on_output(data)
