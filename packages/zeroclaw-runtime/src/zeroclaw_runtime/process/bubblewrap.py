"""The preferred reaper, a process-id namespace per command made by bubblewrap."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import ProcessStartFailed, ReaperUnavailable
from zeroclaw_api.processes import Command, ProcessExit
from zeroclaw_runtime.process.forkserver import ForkServer
from zeroclaw_runtime.process.memory_files import memory_file
from zeroclaw_runtime.process.pipes import ChildPipes
from zeroclaw_runtime.process.room import Leash
from zeroclaw_runtime.process.startable import check_startable

__all__ = ["Bubblewrap"]

_PLACES = "/usr/local/bin:/usr/bin:/bin"
_FIRST_FILE = 3
_NAMESPACE = (
    *("--unshare-pid", "--die-with-parent", "--bind", "/", "/"),
    *("--dev-bind", "/dev", "/dev", "--proc", "/proc"),
)
# bwrap says 128+n for a death by signal n, as shells do, but 129 is an exit code that programs use.
_DEADLY = frozenset(
    {
        *(signal.SIGINT, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS),
        *(signal.SIGFPE, signal.SIGKILL, signal.SIGSEGV, signal.SIGPIPE, signal.SIGALRM),
        *(signal.SIGTERM, signal.SIGXCPU, signal.SIGXFSZ, signal.SIGSYS),
    }
)


@define
class _NamespaceLeash:
    """The leash of bwrap itself, with what bwrap says about the command inside."""

    _command: Command
    _bwrap: Leash
    _status: trio.lowlevel.FdStream
    _said: bytearray = field(factory=bytearray, init=False)
    _reading: trio.Lock = field(factory=trio.Lock, init=False)
    _killed: bool = field(default=False, init=False)

    @property
    def pid(self) -> int:
        return self._bwrap.pid

    async def ended(self) -> ProcessExit:
        outer = await self._bwrap.ended()
        async with self._reading:
            while chunk := await self._status.receive_some(4096):
                self._said += chunk
        said = _numbers(bytes(self._said))
        code = said.get("exit-code")
        if code is not None:
            number = code - 128
            return ProcessExit(None, number) if number in _DEADLY else ProcessExit(code, None)
        if self._killed or outer.signal is not None:
            return ProcessExit(None, int(signal.SIGKILL))
        # An exit code is missing exactly when the program was never executed.
        if "child-pid" not in said:
            raise ReaperUnavailable(reaper="bubblewrap", problem="it cannot make a namespace")
        raise _refused(self._command)

    async def kill(self) -> ProcessExit:
        self._killed = True
        await self._bwrap.kill()
        try:
            return await self.ended()
        except (ProcessStartFailed, ReaperUnavailable):
            return ProcessExit(None, int(signal.SIGKILL))

    def close(self) -> None:
        self._bwrap.close()
        self._status.close()


@frozen
class Bubblewrap:
    """A launcher that puts every command of a fork server into its own process-id namespace.

    This is ownership, not confinement: the command sees the same files and the same network.
    The kernel ends a namespace as one, so that no tree can outrun the kill, and a command cannot
    even name the processes that own it. bwrap runs below a reaper, not below us, because it
    arms `--die-with-parent` only after some milliseconds, takes the end of a thread for the end
    of its parent, and leaves a dead namespace for somebody else to bury.

    A death by an unusual signal n is told as the exit code 128+n, all that bwrap knows.

    A command with `restrictions` starts without a namespace, under a reaper of the fork server:
    bwrap could not set its mounts up any more once Landlock holds.
    """

    program: str
    server: ForkServer

    @classmethod
    @asynccontextmanager
    async def opened(cls) -> AsyncIterator[Bubblewrap]:
        """Lives as long as the block. Raises `ReaperUnavailable` when bwrap is not installed."""
        program = shutil.which("bwrap", path=_PLACES)
        if program is None:
            raise ReaperUnavailable(reaper="bubblewrap", problem=f"no bwrap in {_PLACES}")
        async with ForkServer.opened() as server:
            yield cls(program, server)

    async def launch(self, command: Command, pipes: ChildPipes) -> Leash:
        if command.restrictions is not None:
            return await self.server.launch(command, pipes)
        check_startable(command)
        arguments_number = _FIRST_FILE + len(command.files)
        with ExitStack() as undo, ExitStack() as handed_over:
            arguments = memory_file(_arguments(command, status_number=arguments_number + 1))
            handed_over.callback(os.close, arguments)
            status_read, status_write = os.pipe()
            handed_over.callback(os.close, status_write)
            status = trio.lowlevel.FdStream(status_read)
            undo.callback(status.close)
            bwrap = await self.server.launch(
                Command(
                    argv=(self.program, "--args", str(arguments_number), "--", *command.argv),
                    cwd=command.cwd,
                    env={},
                    files=command.files,
                    limits=command.limits,
                ),
                pipes,
                extra=(arguments, status_write),
            )
            undo.pop_all()
        return _NamespaceLeash(command, bwrap, status)


def _arguments(command: Command, *, status_number: int) -> bytes:
    """The options, for a memory file: every user can read a command line, so no secret is there."""
    options = [*_NAMESPACE, "--json-status-fd", str(status_number)]
    options += ["--chdir", command.cwd or "/"]
    for name, value in command.env.items():
        options += ["--setenv", name, value]
    return b"".join(os.fsencode(option) + b"\0" for option in options)


def _numbers(status: bytes) -> dict[str, int]:
    """The numbers in bwrap's status lines."""
    found: dict[str, int] = {}
    for line in status.splitlines():
        document: dict[str, object] = json.loads(line)
        found |= {key: value for key, value in document.items() if isinstance(value, int)}
    return found


def _refused(command: Command) -> ProcessStartFailed:
    """bwrap tells the reason on the command's own stderr, which is not ours to read."""
    return ProcessStartFailed(
        program=command.argv[0],
        cwd=command.cwd or "/",
        errno=0,
        problem="the system cannot execute it (is its interpreter installed?)",
    )
