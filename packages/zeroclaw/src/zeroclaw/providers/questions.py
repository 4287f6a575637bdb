"""The two questions that show what a model can do, as requests."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.risk import Risk
from zeroclaw_api.tool import ToolSpec
from zeroclaw_runtime import ModelRoute

__all__ = ["PING", "to_call", "to_speak"]

SPEAK: Final = 'Say "ok", then count from one to five.'
"""Long enough to come in pieces from whoever sends pieces."""
CALL: Final = 'Call the tool ping with the word "hello", and say nothing.'

SPEAK_TOKENS: Final = 64
CALL_TOKENS: Final = 512
"""Models that think first need some before they call."""

PING: Final = ToolSpec(
    name="ping",
    description="Answers pong. It does nothing else.",
    parameters={
        "type": "object",
        "properties": {"word": {"type": "string", "description": "Any word."}},
        "required": ["word"],
    },
    risk=Risk.LOW,
    effects=frozenset(),
    idempotent=True,
)


def to_speak(route: ModelRoute) -> ModelRequest:
    """Tells it to say a few words."""
    return _request(route, SPEAK, SPEAK_TOKENS)


def to_call(route: ModelRoute) -> ModelRequest:
    """Tells it to call `PING`, which nobody will run."""
    return _request(route, CALL, CALL_TOKENS, (PING,))


def _request(
    route: ModelRoute, words: str, tokens: int, tools: tuple[ToolSpec, ...] = ()
) -> ModelRequest:
    return ModelRequest(
        route.model,
        "",
        tools,
        (Message(MessageId(1), TurnId(1), Role.USER, (Text(words),)),),
        max_output_tokens=min(tokens, route.max_output_tokens),
        params=route.params,
    )
