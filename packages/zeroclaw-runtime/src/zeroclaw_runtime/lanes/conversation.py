"""The window of a conversation that the model sees, as it grows."""

from __future__ import annotations

from attrs import define, field

from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.messages import Message
from zeroclaw_runtime.context.history import estimate_tokens

__all__ = ["Conversation"]


@define(eq=False, repr=False)
class Conversation:
    """Messages in their order; only whole turns ever leave it.

    `tokens` is the estimate of all, kept as they come and go: a turn must not count a long
    window again to learn that it still fits.
    """

    messages: list[Message]
    was_trimmed: bool = False
    tokens: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.tokens = estimate_tokens(self.messages)

    def add(self, message: Message) -> None:
        """Append one message."""
        self.messages.append(message)
        self.tokens += estimate_tokens((message,))

    def start_at(self, first: MessageId) -> None:
        """Let everything before a message go."""
        index = next(i for i, message in enumerate(self.messages) if message.id == first)
        self.tokens -= estimate_tokens(self.messages[:index])
        del self.messages[:index]
        self.was_trimmed = True
