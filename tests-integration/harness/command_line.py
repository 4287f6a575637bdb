"""Runs the installed `zeroclaw` command as a user's shell would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from attrs import field, frozen
from planted_secrets import PLANTED, LeakWatch, current_watch, drained, recording

__all__ = ["COMMAND", "CommandLine", "Finished", "Running"]

COMMAND: Final = Path(sys.executable).with_name("zeroclaw")
"""The console script of the environment that runs the tests."""

CANCELLED: Final = 130

DRAIN_SECONDS: Final = 1.0
"""For what is left in the pipes of a command that has ended; somebody may still hold them open."""
NAME_LENGTH: Final = 60


@frozen
class Finished:
    """What became of a command."""

    code: int
    out: bytes
    err: bytes

    @property
    def answer(self) -> str:
        """Standard output as text."""
        return self.out.decode()

    @property
    def told(self) -> str:
        """Standard error as text."""
        return self.err.decode()


@frozen
class Running:
    """A command that is under way."""

    process: trio.Process

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def interrupt(self) -> None:
        """What Ctrl+C does."""
        self.process.send_signal(signal.SIGINT)

    async def unless_ended(self, wait: Callable[[], Awaitable[object]]) -> None:
        """Wait for something, but no longer than the command lives."""
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await self.process.wait()
                nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await wait()
            nursery.cancel_scope.cancel()

    async def finish(self) -> Finished:
        """Wait for its end, then read what it wrote; for a command that writes little."""
        code = await self.process.wait()
        return Finished(code, await _rest(self.process.stdout), await _rest(self.process.stderr))


async def _rest(pipe: trio.abc.ReceiveStream | None) -> bytes:
    """What is still in a pipe; its writer has ended."""
    data = b""
    while pipe is not None and (more := await pipe.receive_some()):
        data += more
    return data


@frozen
class CommandLine:
    """The command with a home of its own; `environment` is added to the usual variables.

    It has no terminal: it runs in a session of its own, so that nobody can be asked. `through`
    is a program, with its arguments, that starts the command.
    """

    home: Path
    environment: Mapping[str, str] = field(factory=dict, hash=False)
    through: tuple[str, ...] = ()

    async def run(self, *arguments: str | bytes, stdin: bytes | int = b"") -> Finished:
        """Run it to its end; `stdin` may be an open file."""
        watch, name = self.watched(*arguments)
        if arguments[:2] == ("secrets", "set") and isinstance(stdin, bytes):
            watch.plant(stdin, "what was given to `secrets set`")
        done = await trio.run_process(
            [*self.through, COMMAND, *arguments],
            stdin=stdin,
            capture_stdout=True,
            capture_stderr=True,
            check=False,
            env=self.variables(),
            cwd=self.home,
            start_new_session=True,
        )
        watch.record(f"standard output of {name}").extend(done.stdout)
        watch.record(f"standard error of {name}").extend(done.stderr)
        return Finished(done.returncode, done.stdout, done.stderr)

    @asynccontextmanager
    async def started(
        self, *arguments: str, stdin: int = subprocess.DEVNULL
    ) -> AsyncIterator[Running]:
        """Start it with its output piped; it is killed if it outlives the block."""
        watch, name = self.watched(*arguments)
        process = await trio.lowlevel.open_process(
            [*self.through, COMMAND, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.variables(),
            cwd=self.home,
            start_new_session=True,
        )
        pipes = [pipe for pipe in (process.stdout, process.stderr) if pipe is not None]
        for each, pipe in zip(("output", "error"), pipes, strict=True):
            recording(pipe, watch.record(f"standard {each} of {name}"))
        try:
            yield Running(process)
        finally:
            if process.returncode is None:
                process.kill()
            with trio.move_on_after(10, shield=True):
                await process.wait()
            for pipe in pipes:
                await drained(pipe, DRAIN_SECONDS)
                await pipe.aclose()

    def watched(self, *arguments: str | bytes) -> tuple[LeakWatch, str]:
        """What watches for secrets, with what to call this run; for whoever starts the command."""
        watch = current_watch()
        watch.enter(self.home)
        words = (
            each if isinstance(each, str) else each.decode(errors="replace") for each in arguments
        )
        return watch, f"`zeroclaw {' '.join(words)}`"[:NAME_LENGTH]

    def variables(self) -> dict[str, str]:
        """The environment it runs in."""
        usual = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {
            **usual,
            **PLANTED,
            "HOME": str(self.home),
            "ZEROCLAW_HOME": str(self.home),
            **self.environment,
        }
