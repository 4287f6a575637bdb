"""Describes tools in words to a model whose endpoint refused them in the protocol's form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.stream import StreamEvent
from zeroclaw_providers.dialects.provider import DialectProvider

__all__ = ["SecondWay"]


class SecondWay:
    """A `zeroclaw_api.Provider` over one with tools, for models that may turn out to have none.

    A request with tools that is refused for them is asked again at once, with them in words.
    Once that was answered, its model is asked in words from the start, as long as this lives.
    Closing closes the other one.
    """

    def __init__(self, inner: Provider) -> None:
        self._inner = inner
        self._natively = DialectProvider(inner, teaches=False)
        self._in_words = DialectProvider(inner, teaches=True)
        # The few models that one entry is asked for.
        self._without_tools: set[str] = set()

    def __repr__(self) -> str:
        return f"SecondWay({self._inner!r})"

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._inner.name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`."""
        return self._natively.capabilities

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`. The second way is tried before anything came, never after."""
        if request.model in self._without_tools:
            return self._in_words.stream(request)
        return self._open(request) if request.tools else self._natively.stream(request)

    async def aclose(self) -> None:
        """See `Provider.aclose`."""
        await self._inner.aclose()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with AsyncExitStack() as stack:
            yield await self._first_that_answers(request, stack)

    async def _first_that_answers(
        self, request: ModelRequest, stack: AsyncExitStack
    ) -> AsyncIterator[StreamEvent]:
        try:
            return await stack.enter_async_context(self._natively.stream(request))
        except ProviderError as error:
            # Few requests fail; the words to look for need not be compiled for the others.
            from zeroclaw_providers.dialects.refusal import refuses_tools

            if not refuses_tools(error):
                raise
        # Outside of the handler, so that a failure from here on does not blame the first one.
        events = await stack.enter_async_context(self._in_words.stream(request))
        self._without_tools.add(request.model)
        return events
