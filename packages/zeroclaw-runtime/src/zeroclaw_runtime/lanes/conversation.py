"""The window of a conversation that the model sees, as it grows."""

from __future__ import annotations

from attrs import define

from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.messages import Message

__all__ = ["Conversation"]


@define(eq=False)
class Conversation:
    """Messages in their order; only whole turns ever leave it."""

    messages: list[Message]
    was_trimmed: bool = False

    def add(self, message: Message) -> None:
        """Append one message."""
        self.messages.append(message)

    def start_at(self, first: MessageId) -> None:
        """Let everything before a message go."""
        index = next(i for i, message in enumerate(self.messages) if message.id == first)
        del self.messages[:index]
        self.was_trimmed = True
