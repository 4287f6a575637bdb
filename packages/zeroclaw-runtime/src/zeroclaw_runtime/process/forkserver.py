"""The reaper for hosts without bubblewrap, a fork server that is a child subreaper."""

from __future__ import annotations

import array
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from attrs import define, field

from zeroclaw_api.errors import ReaperLost, ReaperUnavailable
from zeroclaw_api.processes import Command, ProcessExit
from zeroclaw_runtime.process.failures import start_failed
from zeroclaw_runtime.process.memory_files import memory_files
from zeroclaw_runtime.process.pipes import ChildPipes
from zeroclaw_runtime.process.reaper_main import REPLY
from zeroclaw_runtime.process.request import command_request
from zeroclaw_runtime.process.room import Leash

__all__ = ["ForkServer"]

# Seconds: the first request waits for an interpreter to start, on a loaded machine too.
LAUNCH_LIMIT = 10.0
# A server killed from outside may take one request with it, seldom its successor too.
LAUNCH_ATTEMPTS = 3
# Seconds the server gets to see that its owner is done before it is killed.
CLOSE_LIMIT = 1.0


@define
class _ReaperLeash:
    """The control socket of one reaper process."""

    _program: str
    _control: trio.SocketStream
    pid: int = field(default=0, init=False)
    _received: bytearray = field(factory=bytearray, init=False)
    _exit: ProcessExit | None = field(default=None, init=False)
    _reading: trio.Lock = field(factory=trio.Lock, init=False)

    async def started(self, command: Command) -> bool:
        """Hand over the command; True when it runs, False when nothing can have been started.

        Raises `ProcessStartFailed`, or `ReaperLost` when it may have been started.
        """
        try:
            await self._control.send_all(command_request(command))
            await self._reply()
        except (trio.BrokenResourceError, ReaperLost):
            return False
        kind, number, stage = await self._reply()
        if kind == b"F":
            raise start_failed(command, number, stage)
        self.pid = number
        return True

    async def ended(self) -> ProcessExit:
        async with self._reading:
            if self._exit is None:
                _, code, signal_number = await self._reply()
                self._exit = (
                    ProcessExit(None, signal_number) if signal_number else ProcessExit(code, None)
                )
            return self._exit

    async def kill(self) -> ProcessExit:
        self._ask_for_the_kill()
        return await self.ended()

    def _ask_for_the_kill(self) -> None:
        self._control.socket.shutdown(socket.SHUT_WR)

    async def abandoned(self) -> None:
        """Ask for the kill, then wait for the socket to close: by then nothing is alive."""
        try:
            self._ask_for_the_kill()
            while await self._control.receive_some():
                continue
        except trio.BrokenResourceError:
            return

    def close(self) -> None:
        self._control.socket.close()

    async def _reply(self) -> tuple[bytes, int, int]:
        while len(self._received) < REPLY.size:
            try:
                data = await self._control.receive_some(REPLY.size - len(self._received))
            except trio.BrokenResourceError as error:
                raise self._lost() from error
            if not data:
                raise self._lost()
            self._received += data
        record = bytes(self._received)
        self._received.clear()
        kind, first, second = REPLY.unpack(record)
        return kind, first, second

    def _lost(self) -> ReaperLost:
        return ReaperLost(program=self._program, problem="its reaper was killed from outside")


@define
class _Server:
    """One running server process with the socket for requests."""

    process: subprocess.Popen[bytes]
    requests: trio.socket.SocketType

    @classmethod
    def begin(cls) -> _Server:
        """Start the program. It becomes ready by itself; requests wait in its socket."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        arguments = (_program(), str(theirs.fileno()), str(os.getpid()))
        with theirs:
            try:
                # Not trio.open_process: the server is no command, and outlives none.
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-E", *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                    env={},
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                raise ReaperUnavailable(reaper="forkserver", problem=str(error)) from error
        return cls(process, trio.socket.from_stdlib_socket(ours))

    async def close(self) -> None:
        """End the server; it has no command any more. Waits a bounded time."""
        self.requests.close()
        watch = os.pidfd_open(self.process.pid)
        try:
            with trio.move_on_after(CLOSE_LIMIT, shield=True) as limit:
                await trio.lowlevel.wait_readable(watch)
            if limit.cancelled_caught:
                signal.pidfd_send_signal(watch, signal.SIGKILL)
        finally:
            os.close(watch)
        self.process.wait()


@define
class ForkServer:
    """A launcher whose server starts with the first command, again when it was killed.

    Commands of a killed server go on: each has a reaper process of its own.
    """

    _server: _Server | None = field(default=None, init=False)

    @classmethod
    @asynccontextmanager
    async def opened(cls) -> AsyncIterator[ForkServer]:
        """Lives as long as the block; the server ends with it."""
        launcher = cls()
        try:
            yield launcher
        finally:
            if launcher._server is not None:
                await launcher._server.close()

    @property
    def server_pid(self) -> int | None:
        """The server's process, None before the first command; for messages and tests."""
        return None if self._server is None else self._server.process.pid

    async def launch(
        self, command: Command, pipes: ChildPipes, *, extra: tuple[int, ...] = ()
    ) -> Leash:
        """Start the command; its files become 3, 4... of its process, then `extra` follows."""
        with memory_files(command.files) as files, trio.move_on_after(LAUNCH_LIMIT):
            for _ in range(LAUNCH_ATTEMPTS):
                leash = await self._attempt(command, [*pipes.child_ends, *files, *extra])
                if leash is not None:
                    pipes.close_child_ends()
                    return leash
            raise self._mute(command)
        raise self._mute(command)

    async def _attempt(self, command: Command, descriptors: list[int]) -> Leash | None:
        """One try, None when the server died before it could have started anything."""
        ours, theirs = socket.socketpair()
        leash = _ReaperLeash(
            command.argv[0], trio.SocketStream(trio.socket.from_stdlib_socket(ours))
        )
        running = False
        try:
            with theirs:
                await self._request([theirs.fileno(), *descriptors])
            running = await leash.started(command)
        finally:
            if not running:
                await _abandon(leash)
        return leash if running else None

    async def _request(self, descriptors: list[int]) -> None:
        """Pass the descriptors to the server; one that died shows by what comes back."""
        server = self._living()
        rights = array.array("i", descriptors).tobytes()
        try:
            await server.requests.sendmsg([b"r"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        except ConnectionError:
            server.process.kill()
            server.process.wait()

    @staticmethod
    def _mute(command: Command) -> ReaperLost:
        return ReaperLost(program=command.argv[0], problem="the fork server does not start it")

    def _living(self) -> _Server:
        server = self._server
        if server is not None and server.process.poll() is not None:
            server.requests.close()
            server = None
        if server is None:
            server = self._server = _Server.begin()
        return server


async def _abandon(leash: _ReaperLeash) -> None:
    """Close our end and wait until the reaper closed its own, which it does when all is dead."""
    with trio.move_on_after(LAUNCH_LIMIT, shield=True):
        await leash.abandoned()
    leash.close()


def _program() -> str:
    return str(Path(__file__).with_name("reaper_main.py"))
