"""Chooses the pictures of a conversation that go into a request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from zeroclaw_api.messages import Media, Message, Role, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stores import BlobStore

__all__ = ["PictureLimits", "picture_bytes"]


@frozen
class PictureLimits:
    """What an endpoint takes: which types, how large each in bytes, how many in one request."""

    types: frozenset[str]
    most_bytes: int
    most: int

    def wanted(self, request: ModelRequest) -> tuple[Media, ...]:
        """The latest pictures of users and of tools, each once, that it takes."""
        found = {
            media.sha256: media
            for message in request.messages
            for media in _media_of(message)
            if media.mime in self.types and media.size <= self.most_bytes
        }
        return tuple(found.values())[-self.most :]


async def picture_bytes(wanted: Iterable[Media], blobs: BlobStore | None) -> dict[str, bytes]:
    """The bytes of pictures by their digest, as far as there is a store that has them."""
    images: dict[str, bytes] = {}
    if blobs is not None:
        for media in wanted:
            data = await blobs.get(media.sha256)
            if data is not None:
                images[media.sha256] = data
    return images


def _media_of(message: Message) -> Iterator[Media]:
    for item in message.items:
        if isinstance(item, Media) and message.role is Role.USER:
            yield item
        elif isinstance(item, ToolResult) and message.role is Role.TOOL:
            yield from (part for part in item.content if isinstance(part, Media))
