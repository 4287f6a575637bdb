"""Decides in which order the models of an agent are asked."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from zeroclaw_api.messages import Item, Media, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_runtime.agent import ModelRoute

__all__ = ["in_order", "shows_pictures"]


def in_order(
    routes: Sequence[ModelRoute], resting: Container[str], *, with_pictures: bool
) -> tuple[ModelRoute, ...]:
    """First who sees, where there is something to see; of them first who does not rest."""

    def rank(route: ModelRoute) -> tuple[bool, bool]:
        is_blind = with_pictures and not route.provider.capabilities.vision
        return is_blind, route.provider.name in resting

    return tuple(sorted(routes, key=rank))


def shows_pictures(request: ModelRequest) -> bool:
    """Whether a picture is in the conversation, be it in the result of a tool."""
    return any(_has_picture(message.items) for message in request.messages)


def _has_picture(items: Iterable[Item | Media]) -> bool:
    return any(
        item.mime.startswith("image/")
        if isinstance(item, Media)
        else isinstance(item, ToolResult) and _has_picture(item.content)
        for item in items
    )
