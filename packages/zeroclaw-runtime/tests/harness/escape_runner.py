"""Runs every attempt of `escapes` bare, then confined by the sandbox that the argument names.

The answer is JSON on stdout.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import trio
from escapes import ESCAPES, PRELUDE, Escape

from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.restrictions import ResourceLimits
from zeroclaw_api.sandbox import Sandbox, SandboxPolicy
from zeroclaw_runtime.process.choose import open_processes
from zeroclaw_runtime.sandboxes.bubblewrap import BubblewrapSandbox
from zeroclaw_runtime.sandboxes.landlock import LandlockSandbox
from zeroclaw_runtime.sandboxes.placeholders import held_absent

# Not below /tmp, which is another one inside.
_PLACE = "/var/tmp"
_PYTHON = "/usr/bin/python3"
_SECONDS = 20


class World:
    """A workspace with what lies around it, new for each attempt."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.work, self.outside = base / "work", base / "outside"
        for folder in (self.work / ".git/hooks", self.work / "hidden", self.outside):
            folder.mkdir(parents=True)
        (self.outside / "secret").write_text("MARKED")
        (self.outside / "linked").write_text("MARKED")
        (self.work / "note").write_text("a note")
        (self.work / ".git/config").write_text("[core]\n")
        (self.work / "hidden/token").write_text("MARKED")
        (self.work / "link").symlink_to("../outside/secret")
        (self.work / "twin").hardlink_to(self.outside / "linked")

    def policy(self) -> SandboxPolicy:
        def below(*names: str) -> tuple[str, ...]:
            return tuple(str(self.work / name) for name in names)

        return SandboxPolicy(
            writable=(str(self.work),),
            readable=(),
            protected=below(".git/hooks", ".git/config", ".agent/settings"),
            hidden=below("hidden", "twin"),
            limits=ResourceLimits(memory=4 << 30),
        )

    def state_of(self, escape: Escape) -> list[object]:
        return [_state(self.base / name) for name in escape.changed]


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _state(path: Path) -> object:
    """All of a file or folder that an attempt may change."""
    try:
        found = path.stat()
    except OSError:
        return None
    if stat.S_ISDIR(found.st_mode):
        return sorted(_names(path))
    return found.st_mode, found.st_mtime, path.read_bytes()


@contextmanager
def doors(world: World) -> Iterator[dict[str, str]]:
    """Sockets that listen outside, by the names that the attempts know."""
    with ExitStack() as stack:

        def listening(address: str | tuple[str, int], family: int, kind: int) -> socket.socket:
            door = stack.enter_context(socket.socket(family, kind))
            door.bind(address)
            if kind == socket.SOCK_STREAM:
                door.listen()
            return door

        abstract = f"zeroclaw-escape-{os.getpid()}"
        local, stream = socket.AF_UNIX, socket.SOCK_STREAM
        listening("\0" + abstract, local, stream)
        listening(str(world.outside / "door"), local, stream)
        listening(str(world.work / "door"), local, stream)
        tcp = listening(("127.0.0.1", 0), socket.AF_INET, stream)
        udp = listening(("127.0.0.1", 0), socket.AF_INET, socket.SOCK_DGRAM)
        yield {
            "PATH": "/usr/bin:/bin",
            "OUTSIDE": str(world.outside),
            "OWNER": str(os.getpid()),
            "TCP": str(tcp.getsockname()[1]),
            "UDP": str(udp.getsockname()[1]),
            "ABSTRACT": abstract,
            "SOCKET": str(world.outside / "door"),
        }


async def outcome(
    processes: Processes, sandbox: Sandbox | None, escape: Escape
) -> dict[str, object]:
    """Whether one attempt got out, with what it said."""
    with TemporaryDirectory(dir=_PLACE) as folder, ExitStack() as stack:
        world = World(Path(folder))
        env = stack.enter_context(doors(world))
        program = PRELUDE + escape.program
        command = Command((_PYTHON, "-I", "-S", "-c", program), str(world.work), env)
        before, names = world.state_of(escape), _names(world.work)
        if sandbox is not None:
            policy = world.policy()
            stack.enter_context(held_absent(policy))
            command = sandbox.plan(command, policy).command
        result = await processes.run(command, timeout=_SECONDS, output_limit=4000)
        is_out = b"ESCAPED" in result.stdout or world.state_of(escape) != before
        stack.close()
        left = sorted(_names(world.work) - names)
        for name in left:
            shutil.rmtree(world.work / name, ignore_errors=True)
    said = result.stderr.decode(errors="replace")[-500:]
    return {"out": is_out, "said": said, "code": result.exit_code, "left": left}


async def main(name: str) -> None:
    found: dict[str, object] = {}
    with TemporaryDirectory(dir=_PLACE) as temporary:
        async with open_processes("forkserver") as processes:
            sandbox = made(name, processes, temporary)
            await sandbox.probe()
            for key, escape in ESCAPES.items():
                if escape.needs_root and os.getuid():
                    continue
                found[key] = {
                    "bare": await outcome(processes, None, escape),
                    "confined": await outcome(processes, sandbox, escape),
                }
    sys.stdout.write(json.dumps(found))


def made(name: str, processes: Processes, temporary: str) -> Sandbox:
    if name == "bubblewrap":
        return BubblewrapSandbox(processes)
    if name == "landlock":
        return LandlockSandbox(processes, temporary)
    raise ValueError(name)


if __name__ == "__main__":
    trio.run(main, sys.argv[1])
