"""The body of a request, as the pool wants to read it.

The library's own is an async generator. Where the peer hangs up while it is sent, nobody ends that,
and it is found unfinished by the garbage collector; this one has nothing to end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

__all__ = ["RequestBody"]


class RequestBody(AsyncIterator[bytes]):
    """Bytes, given once."""

    def __init__(self, data: bytes) -> None:
        self._left = [data] if data else []

    async def __anext__(self) -> bytes:
        if not self._left:
            raise StopAsyncIteration
        return self._left.pop()
