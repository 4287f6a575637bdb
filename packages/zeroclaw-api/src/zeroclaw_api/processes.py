"""Child processes: the contract of the room that starts commands so that none survives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from attrs import field, frozen

from zeroclaw_api.restrictions import ResourceLimits, Restrictions

__all__ = [
    "Command",
    "ProcessExit",
    "ProcessResult",
    "Processes",
    "Programs",
    "ResidentProgram",
    "ResidentPrograms",
    "RunningProcess",
    "kept_head",
]


@frozen
class Command:
    """What to start.

    `argv[0]` is an absolute path, or a name looked up in the `PATH` of `env`. `cwd` is an
    absolute path; None means `/`, never the directory of the owner. `env` is the complete
    environment: nothing is inherited, only `PWD` is set to the working directory. `stdin` is
    what `Processes.run` writes before it closes the pipe; `Processes.start` leaves the pipe to
    its caller. `files` are contents that it can read from its descriptors 3, 4 and so on, at most
    24; it inherits no other descriptor. A command never leaves a core dump.
    """

    argv: tuple[str, ...] = field()
    cwd: str | None
    env: Mapping[str, str] = field(hash=False, repr=False)
    stdin: bytes = field(default=b"", repr=False)
    files: tuple[bytes, ...] = field(default=(), repr=False)
    limits: ResourceLimits = ResourceLimits()
    restrictions: Restrictions | None = field(default=None, repr=False)

    @argv.validator
    def _names_a_program(self, _attribute: object, argv: tuple[str, ...]) -> None:
        if not argv or not argv[0]:
            raise ValueError("a command needs the name of a program as its first word")
        if any("\0" in word for word in argv):
            raise ValueError("a word of a command cannot hold a NUL character")

    @env.validator
    def _can_be_an_environment(self, _attribute: object, env: Mapping[str, str]) -> None:
        for name, value in env.items():
            if not name or "=" in name or "\0" in name or "\0" in value:
                raise ValueError(f"not a usable environment variable: {name!r}")


@frozen
class ProcessExit:
    """How the first process of a command ended: by itself, or by a signal; one is None."""

    exit_code: int | None
    signal: int | None


@frozen
class ProcessResult:
    """What a finished command left behind.

    `stdout` and `stderr` hold at most the limit given to `run`; when `..._dropped` is above 0,
    that many bytes are missing after the first `kept_head(limit)` bytes. `duration` is in
    seconds. `timed_out` says that the limit came first and what still ran was killed.
    """

    exit_code: int | None
    signal: int | None
    stdout: bytes = field(repr=False)
    stderr: bytes = field(repr=False)
    stdout_dropped: int
    stderr_dropped: int
    duration: float
    timed_out: bool


def kept_head(limit: int) -> int:
    """How many of `limit` kept bytes are the start of an output; the others are its end."""
    return limit - limit // 3


class RunningProcess(Protocol):
    """A started command with its three pipes, inside the `async with` of `Processes.start`.

    It is not a handle to keep: after the block it is dead. Used by the task that opened the
    block and its children; at most one task at a time sends, one reads each pipe. Every method
    may wait and can be cancelled without losing data or the process; only leaving the block
    ends it. A pipe that the other side closed raises `ProcessPipeClosed` on
    sending and gives `b""` on receiving.
    Fake: `zeroclaw_testing.FakeProcesses`. Kit: `zeroclaw_testing.kits.processes`.
    """

    @property
    def pid(self) -> int:
        """For messages and logs only: it may be gone, or somebody else's, at any time."""

    async def send(self, data: bytes) -> None:
        """Write everything to stdin; waits while the pipe is full."""

    async def close_stdin(self) -> None:
        """Tell the command that no more input comes. Twice is once."""

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        """The next bytes of stdout, at least one; `b""` when nothing more can come."""

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        """The next bytes of stderr, at least one; `b""` when nothing more can come."""

    async def wait(self) -> ProcessExit:
        """Wait until the first process has ended and everything it started is swept away.

        May be called by several tasks and again later. Bytes still in the pipes stay readable.
        """

    async def kill(self) -> ProcessExit:
        """Kill the whole tree now; returns when no process of it is alive."""


class Processes(Protocol):
    """The one way to start a child process.

    It is not a shell, not a sandbox and not a job list: it starts exactly the given words with
    exactly the given environment, and what confines them is decided before, by a `Sandbox`.
    Called by tools and by services that speak to a program over its pipes, never by a policy.

    Ownership is by ancestry. When `run` returns or the block of `start` is left (normally, by
    an error, by a time limit, by cancellation), no process that descends from the command is
    alive, `setsid` and double forks included; killing takes far less than 0.5 seconds. There is
    no polite signal first: who wants one speaks to the program itself before leaving. Several
    commands at once never touch each other's processes. When the owner of this object dies,
    `kill -9` included, its commands die too. What a command asks of a daemon that was running
    already is not a descendant and is not covered.

    Any number of tasks may call at once; a limit on how many is the caller's. It is opened
    before anything that starts commands and closed after all of them ended.
    Fake: `zeroclaw_testing.FakeProcesses`. Kit: `zeroclaw_testing.kits.processes`.
    """

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - reaching it is a result, not a cancellation
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        """Run to the end, at most `timeout` seconds, keeping `output_limit` bytes per pipe.

        `on_output` gets every chunk of both pipes as it comes, also what the limit drops; it
        must neither wait nor raise. A command that cannot be started raises
        `ProcessStartFailed`; an exit code above 0 is a result, not an error.
        """

    def start(self, command: Command) -> AbstractAsyncContextManager[RunningProcess]:
        """Start and hand out the pipes; leaving the block kills whatever is left.

        A program that cannot be executed raises `ProcessStartFailed` on entering, or, where the
        kernel tells only later (a script whose interpreter is missing), from `wait`.
        """


class Programs(Protocol):
    """Starts programs that outlive a turn, such as the server of a model.

    It is not `Processes`, whose commands end with the block that starts them: what is started
    here belongs to the whole run, so that any task may start it, use it and end it. Called by
    services below the turn, never by a tool. A cancelled `start` leaves nothing behind. When
    the run ends, `kill -9` included, every program is killed with all that descends from it.
    Implementation: `zeroclaw.wiring.programs`, on a `Processes` of its own.
    """

    async def start(self, command: Command) -> RunningProcess:
        """Start it; it can be used until `kill`, or until the run ends, whichever is first.

        Its pipes stay open after it ended by itself: who started it kills it in any case.
        Raises `ProcessStartFailed`, `ReaperUnavailable`.
        """


class ResidentProgram(RunningProcess, Protocol):
    """A program that its starter keeps for as long as it is of use.

    It is not restarted by anybody. Its owner kills it at the time that was set last, if it comes
    to that, with all that descends from it; what it held is free then.
    """

    def end_after(self, seconds: float) -> bool:
        """Let it be killed in so many seconds, instead of when was said before; `inf` for never.

        False where it is too late: then it was killed, or is being; `kill` waits for the end.
        Takes effect at once, so that between two checkpoints nobody can come in between.
        """


class ResidentPrograms(Programs, Protocol):
    """Starts programs that may be ended while nobody uses them.

    It is `Programs` for callers that need that; it keeps no clock of what is used, which is up
    to them. Called by services that keep a server, such as a local model's.
    Implementation: `zeroclaw.wiring.programs`.
    """

    async def start(self, command: Command) -> ResidentProgram:
        """See `Programs.start`; nothing ends it as long as `end_after` was not called."""
