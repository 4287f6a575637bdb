"""A provider whose models are behind a program of their vendor."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from errno import ENOENT
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final, assert_never

import trio
from attrs import define, field

from zeroclaw_api.errors import ProcessStartFailed, ZeroClawError
from zeroclaw_api.processes import Command, Programs, RunningProcess
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.errors import ProgramUnusable
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.programs.acp import AcpDialogue, AcpPrompt
from zeroclaw_providers.programs.dialogue import Dialogue
from zeroclaw_providers.programs.environment import ProgramEnvironment
from zeroclaw_providers.programs.plain import PlainDialogue
from zeroclaw_providers.programs.prompt import prompt_text
from zeroclaw_providers.programs.talk import Talk
from zeroclaw_providers.programs.vendors import Speech, Vendor

__all__ = ["ProgramProvider"]

KILL_SECONDS: Final = 5.0
FOLDER_SECONDS: Final = 5.0
FOLDER_THREADS: Final = 2
"""That make and remove folders at the same time, for one provider."""
SETTLE_SECONDS: Final = 0.3
"""Without output after the end of an answer, whose last pieces may come behind it."""
MOST_SETTLE_SECONDS: Final = 2.0


@define(eq=False)
class ProgramProvider:
    """A `zeroclaw_api.Provider` that runs a program for each request, in an empty folder.

    Nothing of it is left when the stream is: neither a process nor the folder. The program gets
    `environment` and no other variable; what is asked goes through its input.
    """

    _programs: Programs | None = field(repr=False)
    _name: str
    _vendor: Vendor
    _program: str
    _environment: ProgramEnvironment
    _idle_seconds: float
    _folders: trio.CapacityLimiter = field(
        factory=lambda: trio.CapacityLimiter(FOLDER_THREADS), init=False, repr=False
    )

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`: it gives text for text."""
        return ProviderCapabilities(native_tools=False)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`. The first may raise `ProgramUnusable`."""
        return self._open(request)

    async def aclose(self) -> None:
        """Nothing is held here: each program ends with its request."""
        await trio.lowlevel.checkpoint()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        failures = Failures(self._name, request.model, self._environment.secrets)
        async with self._folder() as folder, self._run(request.model, folder) as process:
            dialogue = self._dialogue(request, folder, failures)
            talk = Talk(process, failures, self._idle_seconds)
            await talk.send(dialogue.outgoing(), is_last=dialogue.ends_input)
            yield _Events(talk, dialogue, partial(self._unusable, request.model))

    def _dialogue(self, request: ModelRequest, folder: Path, failures: Failures) -> Dialogue:
        prompt = prompt_text(request)
        match self._vendor.speech:
            case Speech.PLAIN:
                return PlainDialogue(failures, self._vendor, prompt)
            case Speech.ACP:
                has_key = self._environment.has_any(self._vendor.keys)
                return AcpDialogue(failures, self._vendor, AcpPrompt(prompt, folder, has_key))
            case _:
                assert_never(self._vendor.speech)

    @asynccontextmanager
    async def _folder(self) -> AsyncIterator[Path]:
        make = partial(mkdtemp, prefix="zeroclaw-program-")
        path = Path(await trio.to_thread.run_sync(make, limiter=self._folders))
        try:
            yield path
        finally:
            with trio.move_on_after(FOLDER_SECONDS, shield=True):
                await trio.to_thread.run_sync(
                    partial(rmtree, path, ignore_errors=True),
                    limiter=self._folders,
                    abandon_on_cancel=True,
                )

    @asynccontextmanager
    async def _run(self, model: str, folder: Path) -> AsyncIterator[RunningProcess]:
        if self._programs is None:
            raise self._failed(model, "nothing may start programs here")
        argv = (self._program, *self._vendor.arguments(model))
        command = Command(argv=argv, cwd=str(folder), env=self._environment.variables)
        try:
            process = await self._programs.start(command)
        except ZeroClawError as error:
            raise self._unusable(model, error) from error
        try:
            yield process
        finally:
            with trio.move_on_after(KILL_SECONDS, shield=True):
                await process.kill()

    def _unusable(self, model: str, error: ZeroClawError) -> ProgramUnusable:
        if not isinstance(error, ProcessStartFailed):
            return self._failed(model, str(error).rstrip("."))
        if error.errno != ENOENT:
            return self._failed(model, error.problem)
        advice = f"{self._vendor.install}, or give its path as program"
        return self._failed(model, f"it is not installed, or not in PATH: {advice}")

    def _failed(self, model: str, detail: str) -> ProgramUnusable:
        return ProgramUnusable(
            provider=self._name, model=model, detail=detail, program=self._program
        )


@define(eq=False)
class _Events(AsyncIterator[StreamEvent]):
    """The events of an answer; an iterator that may be dropped anywhere, as no generator may."""

    _talk: Talk
    _dialogue: Dialogue
    _unusable: Callable[[ZeroClawError], ProgramUnusable]
    _ready: Iterator[StreamEvent] = iter(())
    _is_over: bool = False
    _settled_at: float | None = None

    async def __anext__(self) -> StreamEvent:
        while True:
            event = next(self._ready, None)
            if event is not None:
                return event
            if self._is_over:
                await trio.lowlevel.checkpoint()
                raise StopAsyncIteration
            await self._go_on()

    async def _go_on(self) -> None:
        outgoing = self._dialogue.outgoing()
        if outgoing:
            await self._talk.send(outgoing)
        if self._dialogue.is_done:
            await self._settle()
            return
        chunk = await self._talk.read()
        self._ready = self._dialogue.feed(chunk) if chunk else await self._cut_off()

    async def _settle(self) -> None:
        now = trio.current_time()
        if self._settled_at is None:
            self._settled_at = now + MOST_SETTLE_SECONDS
        seconds = min(SETTLE_SECONDS, self._settled_at - now)
        chunk = await self._talk.read_soon(seconds) if seconds > 0 else b""
        self._is_over = not chunk
        self._ready = self._dialogue.feed(chunk) if chunk else self._dialogue.close()

    async def _cut_off(self) -> Iterator[StreamEvent]:
        self._is_over = True
        try:
            ended = await self._talk.end()
        except ZeroClawError as error:
            raise self._unusable(error) from error
        return self._dialogue.cut_off(ended, self._talk.log)
