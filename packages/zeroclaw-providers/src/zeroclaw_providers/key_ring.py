"""Goes on with the next key of an endpoint when one is limited, refused or used up."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

import trio
from attrs import define

from zeroclaw_api.errors import (
    ProviderAuthFailed,
    ProviderError,
    ProviderQuotaExhausted,
    ProviderRateLimited,
)
from zeroclaw_api.provider import ModelRequest, Provider, ProviderCapabilities
from zeroclaw_api.stream import StreamEvent

__all__ = ["KeyRing"]

LIMITED_SECONDS: Final = 10.0
LONGEST_LIMITED_SECONDS: Final = 60.0
REFUSED_SECONDS: Final = 600.0
"""A key that is refused or used up may be good again some day."""


@define(eq=False)
class _Key:
    provider: Provider
    rests_until: float = -math.inf


class KeyRing:
    """A `zeroclaw_api.Provider` over providers of one endpoint that differ by their key only.

    One key serves until its endpoint says no to it; then the next does, and so on round the ring.
    To change keys without need would cost the endpoint's cache of the prefix, which is kept for
    each account.
    """

    def __init__(self, providers: Sequence[Provider]) -> None:
        self._keys = [_Key(provider) for provider in providers]
        self._current = 0

    def __repr__(self) -> str:
        return f"KeyRing({self.name!r}, {len(self._keys)} keys)"

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._keys[0].provider.name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`."""
        return self._keys[0].provider.capabilities

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`. Another key is tried before anything came, never after."""
        return self._open(request)

    async def aclose(self) -> None:
        """See `Provider.aclose`."""
        for key in self._keys:
            await key.provider.aclose()

    @asynccontextmanager
    async def _open(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        async with AsyncExitStack() as stack:
            key, events = await self._first_that_answers(request, stack)
            try:
                yield events
            except ProviderError as error:
                _judge(key, error)
                raise

    async def _first_that_answers(
        self, request: ModelRequest, stack: AsyncExitStack
    ) -> tuple[_Key, AsyncIterator[StreamEvent]]:
        *others, last = self._in_turn(trio.current_time())
        for place in others:
            try:
                return await self._opened(place, request, stack)
            except ProviderError:
                if self._keys[place].rests_until <= trio.current_time():
                    raise
        return await self._opened(last, request, stack)

    def _in_turn(self, now: float) -> list[int]:
        """The places of all keys: from the current one on, those that rest last."""
        ring = range(len(self._keys))
        round_it = [*ring[self._current :], *ring[: self._current]]
        return sorted(round_it, key=lambda place: max(self._keys[place].rests_until, now))

    async def _opened(
        self, place: int, request: ModelRequest, stack: AsyncExitStack
    ) -> tuple[_Key, AsyncIterator[StreamEvent]]:
        key = self._keys[place]
        try:
            events = await stack.enter_async_context(key.provider.stream(request))
        except ProviderError as error:
            _judge(key, error)
            raise
        self._current = place
        return key, events


def _judge(key: _Key, error: ProviderError) -> None:
    """Let a key rest when the failure is its own, and not the endpoint's."""
    match error:
        case ProviderRateLimited():
            asked = LIMITED_SECONDS if error.retry_after is None else error.retry_after
            seconds = min(asked, LONGEST_LIMITED_SECONDS)
        case ProviderAuthFailed() | ProviderQuotaExhausted():
            seconds = REFUSED_SECONDS
        case _:
            return
    key.rests_until = trio.current_time() + seconds
