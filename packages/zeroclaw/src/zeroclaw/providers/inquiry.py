"""Asks one model both questions, as long as there is time."""

from __future__ import annotations

from typing import Final

import trio

from zeroclaw.providers.judging import Course, Silent
from zeroclaw.providers.questions import to_call, to_speak
from zeroclaw.providers.reply import Reading, Reply
from zeroclaw.words import say
from zeroclaw_api.errors import BadStream, ZeroClawError
from zeroclaw_api.provider import ModelRequest
from zeroclaw_runtime import ModelRoute

__all__ = ["course_of"]

MOST_CHARACTERS: Final = 65_536
"""Of one answer: more than so few tokens can be."""


async def course_of(route: ModelRoute, seconds: float) -> Course:
    """What came of the questions within so many seconds; tools only where an agent had them."""
    spoken: Reply | ZeroClawError | Silent = Silent(seconds)
    called: Reply | ZeroClawError | Silent | None = None
    with trio.move_on_after(seconds):
        spoken = await _answer(route, to_speak(route))
        if isinstance(spoken, Reply) and route.provider.capabilities.native_tools:
            called = Silent(seconds)
            called = await _answer(route, to_call(route))
    return Course(spoken, called, route.price)


async def _answer(route: ModelRoute, request: ModelRequest) -> Reply | ZeroClawError:
    reading, began = Reading(), trio.current_time()
    try:
        async with route.provider.stream(request) as events:
            async for event in events:
                reply = reading.take(event, trio.current_time() - began)
                if reply is not None:
                    return reply
                if reading.characters > MOST_CHARACTERS:
                    return _broken(route, say("providers_reply_too_long"))
    except ZeroClawError as error:
        return error
    return _broken(route, say("providers_reply_without_end"))


def _broken(route: ModelRoute, detail: str) -> BadStream:
    return BadStream(provider=route.provider.name, model=route.model, detail=detail)
