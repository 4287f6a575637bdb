"""Tries to get out of Landlock, as whoever runs it; the tests run it as several users.

Called with the name of what to try, prints one JSON document.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import trio
from attrs import field, frozen

from zeroclaw_api.processes import Command, Processes, ProcessResult
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.process.confined import Confined
from zeroclaw_runtime.sandboxes.landlock import LandlockSandbox

# Each line runs in the workspace and ends with 0 when it got what it wanted. `out` is a folder
# outside, `owner` the process that owns the room.
ATTEMPTS = {
    "read a file outside": "open(out + '/secret').read()",
    "read through a link": "open('link').read()",
    "read through the root of a process": "open('/proc/self/root' + out + '/secret').read()",
    "read the environment of the owner": "open(f'/proc/{owner}/environ').read(1)",
    "read the memory of the owner": "open(f'/proc/{owner}/mem', 'rb').close()",
    "read the command line of the owner": "open(f'/proc/{owner}/cmdline').read(1)",
    "make a hard link": "os.link(out + '/secret', 'made')",
    "read an older hard link": "open('twin').read()",
    "write outside": "open(out + '/new', 'w').close()",
    "make a folder outside": "os.mkdir(out + '/made')",
    "list a folder outside": "os.listdir(out)",
    "truncate outside": "os.truncate(out + '/cut', 1)",
    "move something in": "os.rename(out + '/movable', 'sub/moved')",
    "move something out": "os.rename('sub/mine', out + '/mine')",
    "remove something outside": "os.unlink(out + '/doomed')",
    "run a program outside": "os.execv(out + '/program', ['program'])",
    "change a mode outside": "os.chmod(out + '/touched', 0o600)",
    "change a time outside": "os.utime(out + '/touched')",
    "see a size outside": "os.stat(out + '/secret')",
    "use the temporary folder of all": "open('/tmp/' + token, 'w').close()",
    "use shared memory of all": "open('/dev/shm/' + token, 'w').close()",
    "connect over TCP": "socket.create_connection(('127.0.0.1', tcp))",
    "listen on TCP": "socket.socket().bind(('127.0.0.1', 0))",
    "send over UDP": "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', tcp))",
    "connect to a socket file": "socket.socket(socket.AF_UNIX).connect(out + '/socket')",
    "connect to an abstract socket": "socket.socket(socket.AF_UNIX).connect('\\0' + token)",
    "signal the owner": "os.kill(owner, 0)",
    "trace the owner": "sys.exit(libc.ptrace(0x4206, owner, 0, 0) and 1)",
    "make a user namespace": "sys.exit(libc.unshare(0x10000000) and 1)",
    "plant a hook": "open('.git/hooks/pre-commit', 'w').close()",
    "edit a protected file": "open('.git/config', 'a').close()",
    "cut a protected file": "os.truncate('.git/config', 0)",
    "replace a protected file": "os.replace('sub/file', '.git/config')",
    "link over a protected file": "os.unlink('.git/config'); os.symlink('sub/file', '.git/config')",
    "remove a protected folder": "os.rmdir('.git/hooks')",
    "move the folder above": "os.rename('.git', 'sub/git')",
    "link a protected file elsewhere": "os.link('.git/config', 'sub/config')",
    "read a hidden file": "open('.env').read()",
    "move a hidden file": "os.rename('.env', 'sub/env')",
    "read a hidden folder": "open('sub/keys/key').read()",
    "change the root": "os.chroot('.')",
    "make a device": "os.mknod('sub/device', 0o20600, os.makedev(1, 3))",
}
OPENERS = "import ctypes, os, socket, sys; libc = ctypes.CDLL(None)"


@frozen
class Stage:
    """Folders to try things in, with what listens outside; removed by who made them."""

    base: Path
    token: str
    tcp: int = field(default=0)

    @property
    def work(self) -> Path:
        return self.base / "work"

    @property
    def policy(self) -> SandboxPolicy:
        work = self.work
        return SandboxPolicy(
            writable=(str(work),),
            readable=(),
            protected=(f"{work}/.git/hooks", f"{work}/.git/config"),
            hidden=(f"{work}/.env", f"{work}/sub/keys"),
        )

    def fill(self) -> None:
        """Make everything as it was before the first attempt."""
        shutil.rmtree(self.work, ignore_errors=True)
        for place in ("/tmp", "/dev/shm"):
            Path(place, self.token).unlink(missing_ok=True)
        for folder in ("temporary", "outside", "work/.git/hooks", "work/sub/keys"):
            (self.base / folder).mkdir(parents=True, exist_ok=True)
        outside, work = self.base / "outside", self.work
        for name in ("secret", "twin", "cut", "movable", "doomed", "touched"):
            (outside / name).write_text("outside")
        (outside / "program").write_text("#!/bin/sh\nexit 0\n")
        (outside / "program").chmod(0o700)
        for name in (".git/config", "sub/file", "sub/mine", ".env", "sub/keys/key"):
            (work / name).write_text("inside")
        (work / "link").symlink_to(outside / "secret")
        (work / "twin").hardlink_to(outside / "twin")

    def attempt(self, line: str) -> Command:
        named = f"out, owner, tcp, token = {str(self.base / 'outside')!r}, {os.getpid()}, "
        named += f"{self.tcp}, {self.token!r}"
        script = f"{OPENERS}\n{named}\n{line}"
        return self.command("/usr/bin/python3", "-I", "-S", "-c", script)

    def command(self, *words: str) -> Command:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.work)}
        return Command(argv=words, cwd=str(self.work), env=env)


async def result_of(processes: Processes, command: Command) -> ProcessResult:
    return await processes.run(command, timeout=10, output_limit=4000)


async def escapes(stage: Stage, processes: Processes, confined: Confined) -> dict[str, object]:
    """For each attempt, whether it succeeds confined, then whether it does unconfined."""
    found: dict[str, object] = {}
    for name, line in ATTEMPTS.items():
        stage.fill()
        inside = await result_of(confined, stage.attempt(line))
        kept = (stage.work / ".git/config").read_text()
        stage.fill()
        bare = await result_of(processes, stage.attempt(line))
        stderr = inside.stderr.decode()
        found[name] = [inside.exit_code == 0, bare.exit_code == 0, kept == "inside", stderr]
    stage.fill()
    return found


async def limits(stage: Stage, processes: Processes, confined: Confined) -> dict[str, object]:
    """What 30 processes at once come to, without and with a limit of 10 of them."""
    line = "import os, signal\nfor _ in range(30): os.fork() or signal.pause()\nprint('started')"
    plain = stage.command("/usr/bin/python3", "-I", "-S", "-c", line)
    limited = Command(
        argv=plain.argv, cwd=plain.cwd, env=plain.env, limits=ResourceLimits(processes=10)
    )
    return {
        "without": (await result_of(confined, plain)).stdout.decode(),
        "with": (await result_of(confined, limited)).stdout.decode(),
        "unconfined": (await result_of(processes, limited)).stdout.decode(),
    }


async def everyday(stage: Stage, processes: Processes, _confined: Confined) -> dict[str, object]:
    """Ordinary work in a workspace without anything protected."""
    sandbox = LandlockSandbox(processes, str(stage.base / "temporary"))
    policy = SandboxPolicy(writable=(str(stage.work),), readable=())
    confined = Confined(sandbox, policy, processes)
    lines = {
        "git": "git init -q repo && cd repo && echo x > f && git add f && git -c user.name=a "
        "-c user.email=a@example.com commit -qm x && git status --short && git log --oneline",
        "move": "mkdir -p a b && echo x > a/f && mv a/f b/ && ln b/f b/g && cat b/g",
        "devices": "echo x > /dev/null && head -c 4 /dev/urandom | wc -c",
        "substitution": "cat <(echo x)",
        "temporary": "python3 -c 'import tempfile; tempfile.TemporaryFile().write(b\"x\")'",
        "python": "python3 -c 'import json, ssl, sqlite3, subprocess; "
        'subprocess.run(["true"], check=True)\'',
        "make": "printf 'all:\\n\\techo made\\n' > Makefile && make -s",
        "names": "id -un && nproc",
    }
    found: dict[str, object] = {}
    for name, line in lines.items():
        result = await result_of(confined, stage.command("bash", "-c", line))
        found[name] = [result.exit_code, result.stdout.decode(), result.stderr.decode()]
    return found


async def open_network(
    stage: Stage, processes: Processes, _confined: Confined
) -> dict[str, object]:
    """With an open network, TCP works; local sockets and the owner stay out of reach."""
    sandbox = LandlockSandbox(processes, str(stage.base / "temporary"))
    policy = SandboxPolicy(writable=(str(stage.work),), readable=(), network=NetworkAccess.OPEN)
    confined = Confined(sandbox, policy, processes)
    found: dict[str, object] = {}
    for name in (
        "connect over TCP",
        "listen on TCP",
        "send over UDP",
        "signal the owner",
        "connect to a socket file",
        "connect to an abstract socket",
    ):
        result = await result_of(confined, stage.attempt(ATTEMPTS[name]))
        found[name] = result.exit_code == 0
    return found


WORK = {"escapes": escapes, "limits": limits, "everyday": everyday, "network": open_network}


async def main(what: str, base: Path) -> None:
    token = f"zeroclaw-{os.getpid()}"
    with (
        socket.socket() as tcp,
        socket.socket(socket.AF_UNIX) as file,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        tcp.bind(("127.0.0.1", 0))
        stage = Stage(base, token, tcp.getsockname()[1])
        stage.fill()
        file.bind(str(base / "outside" / "socket"))
        abstract.bind(f"\0{token}")
        for listener in (tcp, file, abstract):
            listener.listen(50)
        with trio.fail_after(100):
            async with open_processes("forkserver") as processes:
                sandbox = LandlockSandbox(processes, str(base / "temporary"))
                await sandbox.probe()
                confined = Confined(sandbox, stage.policy, processes)
                sys.stdout.write(json.dumps(await WORK[what](stage, processes, confined)))


def run_as(what: str, uid: int) -> dict[str, object]:
    """What the program prints when this user runs it."""
    interpreter = sys.executable
    if uid != os.geteuid():
        # The interpreter of the tests may lie in a home folder.
        interpreter = "/usr/bin/python3"
    ours = [path for path in sys.path if not path.startswith(sys.base_prefix)]
    with tempfile.TemporaryDirectory() as folder:
        os.chown(folder, uid, uid)
        done = subprocess.run(
            [interpreter, __file__, what, folder],
            user=uid if uid != os.geteuid() else None,
            group=uid if uid != os.geteuid() else None,
            extra_groups=[] if uid != os.geteuid() else None,
            env={"PYTHONPATH": ":".join(filter(None, ours)), "PATH": "/usr/bin:/bin"},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    if done.returncode:
        raise AssertionError(done.stderr)
    document: dict[str, object] = json.loads(done.stdout)
    return document


if __name__ == "__main__":
    trio.run(main, sys.argv[1], Path(sys.argv[2]))
