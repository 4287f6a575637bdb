"""Writes the shortest request that tells whether a model answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zeroclaw_api.errors import ProviderRejected
from zeroclaw_api.identifiers import MessageId, TurnId
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.provider import ModelRequest

if TYPE_CHECKING:
    from zeroclaw_api.json import JsonObject

__all__ = ["ENOUGH_TOKENS", "hello", "wants_room"]

_WORDS: Final = "Say OK."

ENOUGH_TOKENS: Final = 256
"""Some models refuse to begin where there is no room to think in."""

_LIMITS: Final = ("max_tokens", "max_completion_tokens", "max_output_tokens")


def hello(model: str, tokens: int = 1, params: JsonObject | None = None) -> ModelRequest:
    """A greeting, to be answered with so many tokens at most."""
    message = Message(MessageId(1), TurnId(1), Role.USER, (Text(_WORDS),))
    return ModelRequest(model, "", (), (message,), max_output_tokens=tokens, params=params or {})


def wants_room(error: ProviderRejected) -> bool:
    """Whether a longer answer might not have been refused."""
    return any(limit in error.detail for limit in _LIMITS)
