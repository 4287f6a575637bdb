"""A model server is ready, or it is gone with the reason told."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol, TypeAlias

import pytest
import trio
from attrs import evolve

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command, ResidentProgram, ResidentPrograms
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.local.bundled import engine_folder
from zeroclaw_providers.local.server import Launch, start_server

SECONDS = 60


class Children(ResidentPrograms, Protocol):
    """What the fixture lends: it also tells how many still run."""

    @property
    def alive(self) -> int: ...


OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[Children]]


@pytest.fixture
async def children(open_children: OpenChildren) -> AsyncIterator[Children]:
    async with open_children() as opened:
        yield opened


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    """A launch of a file that looks like a model."""
    file = tmp_path / "some.gguf"
    file.write_bytes(b"GGUF and more")
    return Launch("local.home", "some", file, 512, tmp_path)


def served_by(launch: Launch, code: str) -> Launch:
    """The launch with other code in place of the server."""
    program = launch.file.with_name("program.py")
    program.write_text(f"import os, sys\nline = sys.stdin.readline()\n{code}\n")
    return evolve(launch, program=program)


async def failure_of(work: Callable[[], Awaitable[object]]) -> str:
    with trio.fail_after(SECONDS), pytest.raises(LocalModelFailed) as caught:
        await work()
    assert (caught.value.provider, caught.value.model) == ("local.home", "some")
    return caught.value.detail


async def test_ready_server_has_an_address_with_a_key_of_its_own(
    children: Children, launch: Launch
) -> None:
    asked = served_by(launch, "print('{\"port\": 4321}', flush=True)\nsys.stdin.read()")
    with trio.fail_after(SECONDS):
        one = await start_server(children, asked)
        two = await start_server(children, asked)
        assert one.url == "http://127.0.0.1:4321/v1"
        assert len(one.key) >= 20
        assert one.key != two.key
        assert one.key not in repr(one)
        assert children.alive == 2
        await one.stop()
        await two.stop()
    assert children.alive == 0


async def test_server_that_ended_is_told_from_a_busy_one(
    children: Children, launch: Launch
) -> None:
    code = "print('{\"port\": 1}', flush=True)\nsys.stdin.read()"
    with trio.fail_after(SECONDS):
        server = await start_server(children, served_by(launch, code))
        assert not await server.has_ended()
        await server.process.close_stdin()
        assert await server.has_ended()


async def test_key_is_in_no_argument_of_the_child(children: Children, launch: Launch) -> None:
    code = "print('{\"port\": 1}', flush=True)\nsys.stdin.read()"
    with trio.fail_after(SECONDS):
        server = await start_server(children, served_by(launch, code))
        words = await trio.Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
    assert b"program.py" in words
    assert server.key.encode() not in words


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ('print(\'{"problem": "X: it is bad"}\', flush=True)', "did not start (X: it is bad)"),
        ("sys.exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), 9)", "killed; if the system did it, there is not enough memory"),
        ("print('std::bad_alloc', file=sys.stderr); os.abort()", "take a smaller model"),
        ("print('one\\ntwo\\nthree\\nfour', file=sys.stderr)", "(two / three / four)"),
        ("print('0.1 I x\\n0.2 E load: torn file\\n0.3 E y', file=sys.stderr)", "(torn file)"),
        ("print('nonsense', flush=True)", "did not start"),
        ("print('[' * 100_000, flush=True)", "did not start"),
        ('print(\'{"problem": "ImportError: x.so"}\', flush=True)', "cannot be loaded"),
        ('print(\'{"problem": "ImportError: libgomp.so.1: no"}\', flush=True)', "Debian: libgomp1"),
        ("os.close(1); sys.stdin.read()", "without a word"),
        ('print(\'{"port": 1, "tools": false}\', flush=True)', "set text_tools = true in place"),
    ],
)
async def test_server_that_does_not_start_is_gone_with_its_reason(
    children: Children, launch: Launch, code: str, reason: str
) -> None:
    asked = served_by(launch, code)
    assert reason in await failure_of(lambda: start_server(children, asked))
    assert children.alive == 0


async def test_silent_server_is_killed_at_its_time_limit(
    children: Children, launch: Launch
) -> None:
    asked = evolve(served_by(launch, "sys.stdin.read()"), ready_seconds=0.2)
    detail = await failure_of(lambda: start_server(children, asked))
    assert "not ready within 0.2 seconds" in detail
    assert children.alive == 0


async def test_cancelling_the_start_leaves_no_server(children: Children, launch: Launch) -> None:
    asked = served_by(launch, "sys.stdin.read()")
    with trio.fail_after(SECONDS), trio.move_on_after(0.5) as scope:
        await start_server(children, asked)
    assert scope.cancelled_caught
    assert children.alive == 0


async def test_long_log_before_the_answer_holds_nobody_up(
    children: Children, launch: Launch
) -> None:
    code = (
        "sys.stderr.write('x' * 1_000_000); sys.stderr.flush()\n"
        "print('{\"port\": 1}', flush=True)\nsys.stdin.read()"
    )
    with trio.fail_after(SECONDS):
        server = await start_server(children, served_by(launch, code))
        await server.stop()


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("none.gguf", None, "is no file"),
        (".", None, "is no file"),
        ("empty.gguf", b"", "is no GGUF file"),
        ("text.gguf", b"once upon a time", "is no GGUF file"),
    ],
)
async def test_file_that_is_no_model_starts_nothing(
    children: Children, launch: Launch, name: str, content: bytes | None, reason: str
) -> None:
    file = launch.file.parent / name
    if content is not None:
        file.write_bytes(content)
    assert reason in await failure_of(lambda: start_server(children, evolve(launch, file=file)))
    assert children.alive == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_file_that_cannot_be_read_is_named(children: Children, launch: Launch) -> None:
    launch.file.chmod(0)
    assert "cannot be read" in await failure_of(lambda: start_server(children, launch))


async def test_machine_that_starts_no_process_is_told_about(launch: Launch) -> None:
    class Refusing:
        async def start(self, command: Command) -> ResidentProgram:
            await trio.lowlevel.checkpoint()
            raise ProcessStartFailed(
                program=command.argv[0], cwd="/", errno=12, problem="no memory"
            )

    detail = await failure_of(lambda: start_server(Refusing(), launch))
    assert sys.executable in detail
    assert "no memory" in detail


async def test_real_engine_says_what_is_wrong_with_a_torn_file(
    children: Children, launch: Launch, real_model: Path
) -> None:
    packages = engine_folder()
    assert packages is not None
    with real_model.open("rb") as stream:
        launch.file.write_bytes(stream.read(1_000_000))
    real = evolve(launch, packages=packages)
    assert "did not start (" in await failure_of(lambda: start_server(children, real))
    assert children.alive == 0
