"""The fork server's program: one reaper process per command, standard library only.

Run by path in an isolated interpreter; the arguments are the number of its request socket, then
the process id of its owner. It imports nothing of ours. `forkserver.py` is the other side of the
two kinds of sockets:

- request socket (packets): one byte with the descriptors of one command, its control socket, then
  those that become its 0, 1, 2... End of file ends the server.
- control socket (stream): first the command, an 8-byte length and the NUL-ended fields
  cwd, number of words, words, number of takings, takings, `NAME=value`...; then end of file asks
  to kill. A taking is what `restrict_main.py` takes from the command, in its words.
  Answers are `REPLY` records: accepted (until then nothing was started), started (pid), failed
  (errno, stage), ended (exit code or -1, signal or 0), the last one only when no descendant is
  alive.

A reaper is a child subreaper, so that every orphan of its command becomes its own child: when it
has no child left, nothing of the command is alive. The server is a subreaper too. If a reaper is
killed, its orphans fall to the server, which kills them before it lets the control socket close.
"""

# Not pathlib: it would double the start of this program.
# ruff: noqa: PTH110, PTH118, PTH120, PTH123, PTH208

from __future__ import annotations

import errno
import fcntl
import importlib
import os
import resource
import select
import signal
import socket
import struct
import sys
from collections.abc import Callable

REPLY = struct.Struct("<cii")
LENGTH = struct.Struct("<Q")
# What failed when a command did not start.
PROGRAM, DIRECTORY, LANDLOCK, LIMITS, SYSTEM_CALLS = range(5)

_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_ABOVE_TARGETS = 32
_DEFAULT_PATH = b"/bin:/usr/bin"
# The file beside this one, by the name that it has for an interpreter without packages.
_RESTRICT_MAIN = "restrict_main"
# What Python ignores, with what whoever started us in the background may have had ignored.
_DEFAULT_SIGNALS = (
    *(signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD),
    *(signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM),
)
_TRY_NEXT = (errno.ENOENT, errno.ENOTDIR, errno.EACCES)


def children(pid: int) -> list[int]:
    """The direct children of a process, those of all its threads; none when it is gone."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as listing:
                found += map(int, listing.read().split())
    except OSError:
        return found
    return found


def sweep(spare: set[int]) -> dict[int, int]:
    """Kill every child but the spared, until none is left; gives their wait statuses.

    Only direct children are signalled: their numbers cannot be reused before we wait for them.
    What they leave behind becomes our child, so that the next round meets it.
    """
    statuses: dict[int, int] = {}
    while doomed := [pid for pid in children(os.getpid()) if pid not in spare]:
        for pid in doomed:
            os.kill(pid, signal.SIGKILL)
        for pid in doomed:
            statuses[pid] = os.waitpid(pid, 0)[1]
    return statuses


def sweep_all() -> dict[int, int]:
    """Kill until the kernel itself says that no child is left."""
    statuses: dict[int, int] = {}
    while True:
        statuses.update(sweep(set()))
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return statuses
        if pid:
            statuses[pid] = status


def reap_dead() -> dict[int, int]:
    """Collect the children that ended by themselves, without waiting."""
    statuses: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return statuses
        if pid == 0:
            return statuses
        statuses[pid] = status


def child_signals() -> int:
    """A descriptor that becomes readable whenever a child ended."""
    readable, writable = os.pipe()
    os.set_blocking(readable, False)
    os.set_blocking(writable, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    return readable


def drain(descriptor: int) -> None:
    """Forget the wake-ups that were already seen."""
    try:
        while os.read(descriptor, 4096):
            continue
    except BlockingIOError:
        return


def become_subreaper() -> None:
    """Make orphaned descendants our children; refuse to go on without that."""
    import ctypes  # the client imports this module for its formats, without paying for ctypes

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER")
    # A set-uid program would run as somebody we may not kill.
    if prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_NO_NEW_PRIVS")


def receive_command(
    control: socket.socket,
) -> tuple[str, list[bytes], list[bytes], dict[bytes, bytes]]:
    """Read cwd, words, takings and environment; raises EOFError when the owner is gone."""

    def exactly(count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            chunk = control.recv(min(count - len(data), 1 << 20))
            if not chunk:
                raise EOFError
            data += chunk
        return bytes(data)

    fields = exactly(LENGTH.unpack(exactly(LENGTH.size))[0]).split(b"\0")[:-1]
    words, rest = counted(fields[1:])
    takings, entries = counted(rest)
    environment = dict(entry.split(b"=", 1) for entry in entries)
    return os.fsdecode(fields[0]), words, takings, environment


def counted(fields: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The fields that the first one counts, then all behind them."""
    end = 1 + int(fields[0])
    return fields[1:end], fields[end:]


def candidates(words: list[bytes], environment: dict[bytes, bytes]) -> list[str]:
    """The files that may be the program, in the order of the command's own `PATH`."""
    program = os.fsdecode(words[0])
    if "/" in program:
        return [program]
    path = os.fsdecode(environment.get(b"PATH", _DEFAULT_PATH))
    found = [os.path.join(folder or ".", program) for folder in path.split(":")]
    return [candidate for candidate in found if os.path.exists(candidate)]


def first_that_starts(
    words: list[bytes],
    environment: dict[bytes, bytes],
    start: Callable[[str, list[bytes]], int],
) -> int:
    """Start the program as `execvp` would choose it; `start` raises OSError or does not return."""
    refused = OSError(errno.ENOENT, "not found")
    for candidate in candidates(words, environment):
        try:
            return start(candidate, words)
        except OSError as error:
            if error.errno == errno.ENOEXEC:
                return start("/bin/sh", [b"/bin/sh", os.fsencode(candidate), *words[1:]])
            if error.errno not in _TRY_NEXT:
                raise
            if refused.errno != errno.EACCES:
                refused = error
    raise refused


def spawn(words: list[bytes], environment: dict[bytes, bytes], pipes: list[int]) -> int:
    """Start the program on its descriptors, in its own session."""
    actions = [(os.POSIX_SPAWN_DUP2, pipe, number) for number, pipe in enumerate(pipes)]

    def start(program: str, arguments: list[bytes]) -> int:
        return os.posix_spawn(
            program,
            arguments,
            environment,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=_DEFAULT_SIGNALS,
        )

    return first_that_starts(words, environment, start)


def become(
    words: list[bytes],
    environment: dict[bytes, bytes],
    pipes: list[int],
    takings: list[bytes],
    complaint: int,
) -> None:
    """Become the program, in the child that was forked for it; never returns.

    What fails is written to `complaint`, which closes by itself when the program starts. The
    filter of system calls comes last: it may refuse what the steps before it need.
    """
    stage = PROGRAM
    try:
        signal.set_wakeup_fd(-1)
        restrict = importlib.import_module(_RESTRICT_MAIN)
        os.setsid()
        for number, pipe in enumerate(pipes):
            os.dup2(pipe, number)
        for number in _DEFAULT_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        stage = LANDLOCK
        if b"restricted" in takings:
            restrict.restrict_files(takings)
        stage = LIMITS
        restrict.limit_resources(takings)
        stage = SYSTEM_CALLS
        restrict.filter_system_calls(takings)
        stage = PROGRAM

        def start(program: str, arguments: list[bytes]) -> int:
            os.execve(program, arguments, environment)

        first_that_starts(words, environment, start)
    except OSError as error:
        os.write(complaint, REPLY.pack(b"F", error.errno or 0, stage))
    except (MemoryError, OverflowError, ValueError, struct.error):
        os.write(complaint, REPLY.pack(b"F", errno.EINVAL, stage))
    finally:
        os._exit(127)


def fork_confined(
    words: list[bytes], environment: dict[bytes, bytes], pipes: list[int], takings: list[bytes]
) -> tuple[int, bytes]:
    """Start a command that loses rights first; gives its process and what it complained about."""
    read, write = os.pipe()
    complaint = fcntl.fcntl(write, fcntl.F_DUPFD_CLOEXEC, _ABOVE_TARGETS)
    os.close(write)
    pid = os.fork()
    if pid == 0:
        become(words, environment, pipes, takings, complaint)
    os.close(complaint)
    with open(read, "rb") as said:
        return pid, said.read()


def reap(control: socket.socket, owner: int, pipes: list[int]) -> None:
    """The life of one reaper: start the command, watch it, leave nothing of it."""
    become_subreaper()
    wakeups = child_signals()
    cwd, words, takings, environment = receive_command(control)
    control.sendall(REPLY.pack(b"A", 0, 0))
    stage = DIRECTORY
    complaint = b""
    try:
        os.chdir(cwd)
        stage = PROGRAM
        environment[b"PWD"] = os.fsencode(cwd)
        if takings:
            leader, complaint = fork_confined(words, environment, pipes, takings)
        else:
            leader = spawn(words, environment, pipes)
    except OSError as error:
        control.sendall(REPLY.pack(b"F", error.errno or 0, stage))
        return
    finally:
        os.chdir("/")
        for pipe in pipes:
            os.close(pipe)
    if complaint:
        sweep_all()
        control.sendall(complaint)
        return
    statuses: dict[int, int] = {}
    try:
        control.sendall(REPLY.pack(b"S", leader, 0))
        watched = select.poll()
        watched.register(control, select.POLLIN)
        # A child that the owner forked may hold the socket open when the owner is dead.
        watched.register(owner, select.POLLIN)
        watched.register(wakeups, select.POLLIN)
        while leader not in statuses:
            if any(ready != wakeups for ready, _ in watched.poll()):
                statuses.update(sweep_all())
            drain(wakeups)
            statuses.update(reap_dead())
    finally:
        statuses.update(sweep_all())
    code = os.waitstatus_to_exitcode(statuses[leader])
    control.sendall(REPLY.pack(b"X", *((code, 0) if code >= 0 else (-1, -code))))


def run_reaper(
    request: socket.socket, owner: int, held: list[socket.socket], fds: list[int]
) -> None:
    """What the server's child does; it never returns into the server's loop."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        request.close()
        # A copy of another command's socket would hide that command's end from its owner.
        for other in held:
            other.close()
        # Out of the way of the numbers they are copied to, which would overwrite one another.
        moved = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _ABOVE_TARGETS) for fd in fds]
        for fd in fds:
            os.close(fd)
        reap(socket.socket(fileno=moved[0]), owner, moved[1:])
        status = 0
    except (EOFError, BrokenPipeError, ConnectionResetError):
        status = 0
    finally:
        os._exit(status)


def serve(request: socket.socket, owner_pid: int) -> None:
    """Fork a reaper per request until the owner goes away."""
    owner = os.pidfd_open(owner_pid)
    if os.getppid() != owner_pid:
        return
    become_subreaper()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wakeups = child_signals()
    reapers: dict[int, socket.socket] = {}
    watched = select.poll()
    watched.register(request, select.POLLIN)
    watched.register(owner, select.POLLIN)
    watched.register(wakeups, select.POLLIN)
    while True:
        for ready, _ in watched.poll():
            if ready == wakeups:
                drain(wakeups)
                bury(reapers)
                continue
            if ready == owner:
                return
            message, fds, _, _ = socket.recv_fds(request, 1, _ABOVE_TARGETS)
            if not message:
                return
            try:
                pid = os.fork()
            except OSError:
                # Out of processes: the closed control socket tells the owner.
                for descriptor in fds:
                    os.close(descriptor)
                continue
            if pid == 0:
                run_reaper(request, owner, list(reapers.values()), fds)
            reapers[pid] = socket.socket(fileno=fds[0])
            for pipe in fds[1:]:
                os.close(pipe)


def bury(reapers: dict[int, socket.socket]) -> None:
    """Let go of ended reapers; after an unnatural end first kill the orphans it left to us."""
    statuses = reap_dead()
    lost = any(status != 0 for pid, status in statuses.items() if pid in reapers)
    if lost:
        statuses.update(sweep(set(reapers) - set(statuses)))
    for pid in statuses:
        control = reapers.pop(pid, None)
        if control is not None:
            control.close()


if __name__ == "__main__":
    # An isolated interpreter does not look beside its program; loaded once, for all its forks.
    sys.path.append(os.path.dirname(__file__))
    importlib.import_module(_RESTRICT_MAIN)
    serve(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
