"""What every provider that asks one endpoint over HTTP is, whatever protocol it speaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Generic, Protocol, TypeVar

import trio

from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stores import BlobStore
from zeroclaw_api.stream import StreamEvent

__all__ = ["EndpointProvider", "Style"]

StyleT = TypeVar("StyleT", bound="Style")


class Style(Protocol):
    """How requests are written; a value of the protocol's own, which nobody has to close."""

    @property
    def provider(self) -> str:
        """The provider's name, which marks which opaque data is its own."""

    @property
    def native_tools(self) -> bool:
        """Whether tools are offered."""

    @property
    def vision(self) -> bool:
        """Whether pictures are sent."""


class EndpointProvider(ABC, Generic[StyleT]):
    """A `zeroclaw_api.Provider`; a protocol adds how it opens an answer.

    `blobs` has the bytes of pictures; without it a note stands in their place.
    """

    def __init__(self, style: StyleT, blobs: BlobStore | None) -> None:
        self._style = style
        self._blobs = blobs

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def name(self) -> str:
        """See `Provider.name`."""
        return self._style.provider

    @property
    def capabilities(self) -> ProviderCapabilities:
        """See `Provider.capabilities`."""
        return ProviderCapabilities(self._style.native_tools, self._style.vision)

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """See `Provider.stream`."""
        return self._open(request)

    async def aclose(self) -> None:
        """Nothing is held here: the connections are those of the `Http` that was given."""
        await trio.lowlevel.checkpoint()

    @abstractmethod
    def _open(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """Send the request, then give the events of its answer."""
