"""No command of an agent that may run everything gets out of its sandbox."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest
import trio
from attacks import SECRET_WORDS, Attempt, Place, attempt, risk_of, runs
from attrs import frozen
from homes import WITHOUT_BUBBLEWRAP
from marked_processes import Mark

from zeroclaw_api.json import JsonObject

BACKENDS: Final = [
    pytest.param(
        "bubblewrap",
        marks=[
            pytest.mark.bubblewrap,
            pytest.mark.skipif(
                shutil.which("bwrap") is None and "CI" not in os.environ,
                reason="bwrap is not installed",
            ),
        ],
    ),
    "landlock",
]

RAN: Final = "it began"
"""What every command says first, so that one that never ran proves nothing."""

COMMIT: Final = "git -c user.name=x -c user.email=x@example.com commit -qm first"

CANARY: Final = "THE_AGENT_ALONE_KNOWS"
CANARY_WORDS: Final = "a quiet canal in winter"


@frozen(eq=False)
class Scene:
    """A place with what an attack may reach: servers that count who came, a process to kill."""

    place: Place
    servers: Mapping[str, socket.socket]
    victim: subprocess.Popen[bytes]

    @property
    def git(self) -> Path:
        """What git keeps of the workspace."""
        return self.place.workspace / ".git"

    def port(self, server: str) -> int:
        """Where the server can be reached."""
        return int(self.servers[server].getsockname()[1])


def _servers(
    place: Place,
) -> dict[str, tuple[socket.AddressFamily, socket.SocketKind, str | tuple[str, int]]]:
    local = ("127.0.0.1", 0)
    return {
        "tcp": (socket.AF_INET, socket.SOCK_STREAM, local),
        "udp": (socket.AF_INET, socket.SOCK_DGRAM, local),
        "unix": (socket.AF_UNIX, socket.SOCK_STREAM, str(place.outside / "socket")),
        "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{place.root}"),
    }


@contextmanager
def staged(root: Path) -> Iterator[Scene]:
    """A scene, until the block ends."""
    with ExitStack() as stack:
        place = Place(root)
        servers = {
            name: stack.enter_context(socket.socket(family, kind))
            for name, (family, kind, _) in _servers(place).items()
        }
        for name, (_, kind, address) in _servers(place).items():
            servers[name].bind(address)
            servers[name].setblocking(False)
            if kind is socket.SOCK_STREAM:
                servers[name].listen()
        victim = subprocess.Popen(["sleep", "1000"])
        stack.callback(victim.wait, timeout=10)
        stack.callback(victim.kill)
        subprocess.run(["git", "init", "-q"], cwd=place.workspace, check=True, timeout=30)
        (place.workspace / "link").symlink_to(place.secret)
        (place.workspace / "folder").symlink_to(place.outside)
        yield Scene(place, servers, victim)


def was_told(_scene: Scene, tried: Attempt) -> bool:
    """Whether the model learned the secret."""
    return SECRET_WORDS in tried.all_told


def _named(name: str) -> Callable[[Scene, Attempt], bool]:
    return lambda scene, _: (scene.place.outside / name).exists()


def _came(which: str) -> Callable[[Scene, Attempt], bool]:
    def came(scene: Scene, _tried: Attempt) -> bool:
        server = scene.servers[which]
        try:
            if server.type is socket.SOCK_DGRAM:
                server.recv(100)
            else:
                server.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    return came


@frozen
class Escape:
    """A way out, with how to tell on the host that it was taken."""

    command: Callable[[Scene], str]
    succeeded: Callable[[Scene, Attempt], bool]
    needs_root: bool = False


def _python(code: str) -> str:
    return f"/usr/bin/python3 -c '{code}'"


ESCAPES: Final = {
    "read a file outside": Escape(lambda s: f"cat {s.place.secret}", was_told),
    "read through a link in the workspace": Escape(lambda _: "cat link", was_told),
    "read through a linked folder": Escape(lambda _: "cat folder/secret.txt", was_told),
    "read through a link made just now": Escape(
        lambda s: f"ln -s {s.place.outside} made; cat made/secret.txt", was_told
    ),
    "read through a hard link made just now": Escape(
        lambda s: f"ln {s.place.secret} made; cat made", was_told
    ),
    "read through the root of a process": Escape(
        lambda s: f"cat /proc/self/root{s.place.secret} /proc/1/root{s.place.secret}", was_told
    ),
    "read through the folder of the agent": Escape(
        lambda s: f"cat /proc/[0-9]*/cwd/../outside/{s.place.secret.name}", was_told
    ),
    "read our configuration": Escape(
        lambda s: f"cat {s.place.home}/config.toml",
        lambda _, tried: "providers.models" in tried.all_told,
    ),
    "read the shadow file": Escape(
        lambda _: "cat /etc/shadow",
        lambda _, tried: "root:" in tried.all_told,
        needs_root=True,
    ),
    "write a new file outside": Escape(lambda s: f"echo x > {s.place.outside}/new", _named("new")),
    "write through a linked folder": Escape(lambda _: "echo x > folder/new", _named("new")),
    "write to the folder of all temporary files": Escape(
        lambda s: f"echo x > {s.place.root.parent}/{s.place.root.name}.new",
        lambda s, _: (s.place.root.parent / f"{s.place.root.name}.new").exists(),
    ),
    "empty a file outside": Escape(
        lambda s: f"truncate -s 0 {s.place.secret}; : > link",
        lambda s, _: not s.place.secret.read_text(),
    ),
    "remove a file outside": Escape(
        lambda s: f"rm -f {s.place.secret}", lambda s, _: not s.place.secret.exists()
    ),
    "rename a file outside": Escape(
        lambda s: f"mv {s.place.secret} {s.place.outside}/new", _named("new")
    ),
    "read the environment of the agent": Escape(
        lambda _: f"cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep {CANARY}",
        lambda _, tried: CANARY_WORDS in tried.all_told,
    ),
    "connect over TCP": Escape(
        lambda s: f"bash -c 'echo x > /dev/tcp/127.0.0.1/{s.port('tcp')}'", _came("tcp")
    ),
    "send over UDP": Escape(
        lambda s: f"bash -c 'echo x > /dev/udp/127.0.0.1/{s.port('udp')}'", _came("udp")
    ),
    "connect to a socket that has a path": Escape(
        lambda s: _python(f'import socket; socket.socket(1).connect("{s.place.outside}/socket")'),
        _came("unix"),
    ),
    "connect to a socket that has none": Escape(
        lambda s: _python(f'import socket; socket.socket(1).connect("\\0{s.place.root}")'),
        _came("abstract"),
    ),
    "kill a process of the user": Escape(
        lambda s: f"kill -9 {s.victim.pid}", lambda s, _: s.victim.poll() is not None
    ),
    "kill the agent": Escape(
        lambda s: (
            f"for p in /proc/[0-9]*; do grep -qs '{CANARY}={s.place.root}' $p/environ"
            " && kill -9 ${p#/proc/}; done"
        ),
        lambda _, tried: tried.done.code != 0,
    ),
    "plant a hook of git": Escape(
        lambda _: "mkdir -p .git/hooks; echo 'echo x' > .git/hooks/pre-commit",
        lambda s, _: (s.git / "hooks" / "pre-commit").exists(),
    ),
    "change the settings of git": Escape(
        lambda _: "git config core.fsmonitor ./x; echo '[alias] st = !x' >> .git/config",
        lambda s, _: "fsmonitor" in (s.git / "config").read_text(),
    ),
    "put another repository in the place of this one": Escape(
        lambda _: "mv .git old; cp -r old .git; echo 'echo x' > .git/hooks/pre-commit",
        lambda s, _: (s.git / "hooks" / "pre-commit").exists(),
    ),
    "put other settings in the place of these": Escape(
        lambda _: "cp .git/config new; echo '[core] fsmonitor = x' >> new; mv -f new .git/config",
        lambda s, _: "fsmonitor" in (s.git / "config").read_text(),
    ),
}


def scripted(place: Place, command: str) -> tuple[str, JsonObject]:
    """A call that runs a script which is there: nothing of it can be judged before."""
    (place.workspace / "attack.sh").write_text(f"echo {RAN}\n{command}\n")
    return runs("sh ./attack.sh")


def _environment(scene: Scene) -> dict[str, str]:
    return {CANARY: f"{scene.place.root} {CANARY_WORDS}"}


async def escape(scene: Scene, name: str, backend: str) -> tuple[Attempt, bool]:
    """Try a way out; whether it was one."""
    way = ESCAPES[name]
    if way.needs_root and os.getuid() != 0:
        pytest.skip("only root gets that far without a sandbox")
    tried = await attempt(
        scene.place,
        scripted(scene.place, way.command(scene)),
        risk=risk_of(sandbox_backend=backend),
        environment=_environment(scene),
        # A reaper that is bubblewrap gives a process no other to kill, sandbox or not.
        through=WITHOUT_BUBBLEWRAP if backend == "none" and shutil.which("bwrap") else (),
    )
    return tried, way.succeeded(scene, tried)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ESCAPES)
async def test_command_does_not_get_out_of_its_sandbox(
    name: str, backend: str, tmp_path: Path
) -> None:
    with staged(tmp_path) as scene:
        tried, is_out = await escape(scene, name, backend)
    assert not is_out, tried.all_told
    assert RAN in tried.all_told, tried.all_told
    assert tried.done.code == 0, tried.done.told


@pytest.mark.parametrize("name", ESCAPES)
async def test_control_command_gets_out_where_no_sandbox_is(name: str, tmp_path: Path) -> None:
    with staged(tmp_path) as scene:
        tried, is_out = await escape(scene, name, "none")
    assert is_out, (tried.all_told, tried.done)


@pytest.mark.parametrize("backend", BACKENDS)
async def test_work_in_the_workspace_goes_on_in_the_sandbox(backend: str, tmp_path: Path) -> None:
    commands = (
        "echo one > made && mkdir -p a/b && mv made a/b/ && cat a/b/made",
        f"git init -q r && cd r && echo two > f && git add f && {COMMIT} && git log",
        "f=$(mktemp) && echo temporary > $f && cat $f; echo two > /dev/null",
    )
    place = Place(tmp_path)
    tried = await attempt(place, *map(runs, commands), risk=risk_of(sandbox_backend=backend))
    for told, words in zip(tried.told, ("one", "first", "temporary"), strict=True):
        assert words in told, told
    assert (place.workspace / "a/b/made").read_text() == "one\n"


@pytest.mark.bubblewrap
async def test_work_in_a_repository_goes_on_in_the_default_sandbox(tmp_path: Path) -> None:
    command = f"echo one > made && git add made && git status --short && {COMMIT} && git log"
    with staged(tmp_path) as scene:
        tried = await attempt(scene.place, runs(command))
    assert "A  made" in tried.all_told
    assert "first" in tried.all_told


@pytest.mark.parametrize("backend", BACKENDS)
async def test_closed_folder_within_the_workspace_is_closed_to_commands(
    backend: str, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    closed = place.workspace / "closed"
    closed.mkdir()
    (closed / "note").write_text(SECRET_WORDS)
    risk = risk_of(sandbox_backend=backend)
    reading = runs(f"echo {RAN}; cat closed/note")
    tried = await attempt(place, reading, risk=f"{risk}\n{risk_of(forbidden_paths=['closed'])}")
    assert SECRET_WORDS not in tried.all_told
    control = await attempt(place, reading, risk=risk)
    assert SECRET_WORDS in control.all_told


@pytest.mark.parametrize("backend", BACKENDS)
async def test_our_home_stays_closed_within_a_folder_that_is_open(
    backend: str, tmp_path: Path
) -> None:
    place = Place(tmp_path)
    (place.root / "notes.toml").write_text("[providers.models.custom.home]")
    risk = f"{risk_of(sandbox_backend=backend)}\n{risk_of(allowed_roots=[str(place.root)])}"
    reading = runs(f"cat {place.home}/config.toml")
    writing = runs(f"echo '# changed' >> {place.home}/config.toml")
    control = runs(f"cat {place.root}/notes.toml")
    tried = await attempt(place, reading, writing, control, risk=risk)
    assert "providers.models" not in tried.told[0]
    assert "# changed" not in (place.home / "config.toml").read_text()
    assert "providers.models" in tried.told[2]


@pytest.mark.parametrize("backend", BACKENDS)
async def test_folder_that_may_be_read_is_not_written(backend: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    risk = risk_of(sandbox_backend=backend)
    outside = [str(place.outside)]
    writing = runs(f"cat {place.secret}; echo x > {place.outside}/new")
    tried = await attempt(place, writing, risk=f"{risk}\n{risk_of(readonly_roots=outside)}")
    assert SECRET_WORDS in tried.all_told
    assert not (place.outside / "new").exists()
    await attempt(place, writing, risk=f"{risk}\n{risk_of(allowed_roots=outside)}")
    assert (place.outside / "new").exists()


@pytest.mark.parametrize("backend", BACKENDS)
async def test_open_network_is_reached_only_where_the_profile_opens_it(
    backend: str, tmp_path: Path
) -> None:
    with staged(tmp_path) as scene:
        command = scripted(scene.place, ESCAPES["connect over TCP"].command(scene))
        risk = risk_of(sandbox_backend=backend)
        closed = await attempt(scene.place, command, risk=risk)
        assert not _came("tcp")(scene, closed), closed.all_told
        opened = f"{risk}\n{risk_of(sandbox_network='open')}"
        tried = await attempt(scene.place, command, risk=opened)
        assert _came("tcp")(scene, tried), tried.all_told


@pytest.mark.parametrize("backend", [*BACKENDS, "none"])
async def test_process_in_the_background_dies_with_its_call(backend: str, tmp_path: Path) -> None:
    mark = Mark()
    nap = mark.nap(77)
    command = f"setsid sh -c '{nap} & {nap}' >/dev/null 2>&1 </dev/null & echo {RAN}"
    tried = await attempt(Place(tmp_path), runs(command), risk=risk_of(sandbox_backend=backend))
    assert RAN in tried.all_told
    assert mark.living() == []
    try:
        await trio.run_process(["sh", "-c", command], capture_stdout=True)
        assert mark.living(), "it proves nothing"
    finally:
        mark.end()


async def test_sandbox_that_does_not_work_lets_no_command_run(tmp_path: Path) -> None:
    place = Place(tmp_path)
    tried = await attempt(
        place,
        runs("echo x > made"),
        risk=risk_of(sandbox_backend="bubblewrap"),
        through=WITHOUT_BUBBLEWRAP,
    )
    assert not (place.workspace / "made").exists()
    assert "bubblewrap" in tried.all_told
    await attempt(
        place,
        runs("echo x > made"),
        risk=risk_of(sandbox_backend="none"),
        through=WITHOUT_BUBBLEWRAP,
    )
    assert (place.workspace / "made").exists()
