"""A provider of the models that GitHub Copilot serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from attrs import frozen

from zeroclaw_api.errors import ProviderAuthFailed
from zeroclaw_api.provider import ListedModels, ModelRequest
from zeroclaw_api.services import Http
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.copilot.exchange import EDITOR_HEADERS, CopilotToken, CopilotTokens
from zeroclaw_providers.endpoint import IDLE_SECONDS
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_chat.provider import OpenAIChatProvider

__all__ = ["CopilotProvider"]


@frozen
class _Style:
    provider: str
    native_tools: bool
    vision: bool = False


class CopilotProvider(EndpointProvider[_Style]):
    """Asks in OpenAI's chat protocol, with a token that is fresh for each request."""

    def __init__(
        self,
        http: Http,
        tokens: CopilotTokens,
        name: str,
        *,
        native_tools: bool = True,
        options: ModelOptions | None = None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._http = http
        self._tokens = tokens
        self._options = ModelOptions() if options is None else options
        self._idle_seconds = idle_seconds
        super().__init__(_Style(name, native_tools), None)

    async def models(self) -> ListedModels:
        """See `ListsModels.models`."""
        return await self._with(await self._tokens.current("/models")).models()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with AsyncExitStack() as stack:
            token = await self._tokens.current(request.model)
            try:
                events = await stack.enter_async_context(self._with(token).stream(request))
            except ProviderAuthFailed:
                # Copilot takes tokens back before their end; nothing of the answer was shown yet.
                self._tokens.forget(token)
                token = await self._tokens.current(request.model)
                events = await stack.enter_async_context(self._with(token).stream(request))
            yield events

    def _with(self, token: CopilotToken) -> OpenAIChatProvider:
        return OpenAIChatProvider(
            self._http,
            token.api,
            token.text,
            self.name,
            headers=EDITOR_HEADERS,
            native_tools=self._style.native_tools,
            options=self._options,
            idle_seconds=self._idle_seconds,
        )
