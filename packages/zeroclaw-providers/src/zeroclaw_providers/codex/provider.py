"""A provider of the models that a subscription of ChatGPT pays for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from attrs import frozen

from zeroclaw_api.errors import ProviderAuthFailed
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.services import Http, LoginToken
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.codex.subscription import Subscription
from zeroclaw_providers.endpoint import IDLE_SECONDS
from zeroclaw_providers.endpoint_provider import EndpointProvider
from zeroclaw_providers.model_options import ModelOptions
from zeroclaw_providers.openai_responses.provider import ResponsesProvider

__all__ = ["CodexProvider"]

BETA: Final = "responses=experimental"
OUR_NAME: Final = "zeroclaw"
"""Who asks: the service wants to know the program, and is told the truth."""
REFUSED: Final = "HTTP 401"


@frozen
class _Style:
    provider: str
    native_tools: bool
    vision: bool = False


class CodexProvider(EndpointProvider[_Style]):
    """Asks in the protocol of OpenAI's Responses, with a token that is fresh for each request.

    `url` is the root of the API. `idle_seconds` bounds the wait for data.
    """

    def __init__(
        self,
        http: Http,
        url: str,
        subscription: Subscription,
        *,
        native_tools: bool = True,
        options: ModelOptions = ModelOptions(),
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._http = http
        self._url = url
        self._subscription = subscription
        self._options = options
        self._idle_seconds = idle_seconds
        super().__init__(_Style(subscription.provider, native_tools), None)

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with AsyncExitStack() as stack:
            token = await self._subscription.token(request.model)
            try:
                events = await stack.enter_async_context(self._with(token).stream(request))
            except ProviderAuthFailed as error:
                if not error.detail.startswith(REFUSED):
                    raise
                # A token may be taken back before its end; nothing of the answer was shown yet.
                token = await self._subscription.renewed(token, request.model)
                events = await self._again(stack, token, request)
            yield events

    async def _again(
        self, stack: AsyncExitStack, token: LoginToken, request: ModelRequest
    ) -> AsyncIterator[StreamEvent]:
        try:
            return await stack.enter_async_context(self._with(token).stream(request))
        except ProviderAuthFailed as error:
            raise self._subscription.refused(error) from error

    def _with(self, token: LoginToken) -> ResponsesProvider:
        account = {"chatgpt-account-id": token.account} if token.account else {}
        return ResponsesProvider(
            self._http,
            self._url,
            token.access,
            self.name,
            headers={"OpenAI-Beta": BETA, "originator": OUR_NAME, **account},
            is_limited=False,
            native_tools=self._style.native_tools,
            options=self._options,
            idle_seconds=self._idle_seconds,
        )
