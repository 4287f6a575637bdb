"""The channel: a platform on which people talk with an agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from attrs import frozen

from zeroclaw_api.messages import Media
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import Question, Reply

__all__ = [
    "Channel",
    "ChannelCapabilities",
    "ChannelReply",
    "Inbound",
    "InboundMessage",
    "OutboundMessage",
    "Place",
    "SentMessage",
]


@frozen
class Place:
    """Where on a platform something is said: a chat, in it perhaps a thread."""

    chat_id: str
    thread_id: str | None = None


@frozen
class InboundMessage:
    """Something a person said. `platform_id` is the platform's own, the key for deduplication."""

    platform_id: str
    place: Place
    by: Principal
    text: str
    media: tuple[Media, ...] = ()


@frozen
class ChannelReply:
    """An answer to a question this channel showed, by button or by words."""

    question_id: str
    reply: Reply


Inbound: TypeAlias = InboundMessage | ChannelReply


@frozen
class OutboundMessage:
    """Something to say."""

    place: Place
    text: str
    media: tuple[Media, ...] = ()


@frozen
class SentMessage:
    """A message the platform has taken; `platform_id` lets a draft be edited."""

    place: Place
    platform_id: str


@frozen
class ChannelCapabilities:
    """What the platform can do. `max_characters` bounds one message."""

    max_characters: int
    edits_drafts: bool = False
    buttons: bool = False


class Channel(Protocol):
    """An adapter for one account on one platform.

    It is not an orchestrator: deduplication, access lists, splitting, drafts and routing to
    sessions lie above it. It owns the words and buttons with which approvals are asked. The
    orchestrator calls `run` once under a supervisor, and the rest from other tasks meanwhile.
    Everything waits and is cancelled by trio; leaving `run` closes the connection.
    Fake: `zeroclaw_testing.LoopbackChannel`. Kit: `zeroclaw_testing.kits.channel`.
    """

    @property
    def name(self) -> str:
        """Type and alias, such as `telegram.home`."""

    @property
    def capabilities(self) -> ChannelCapabilities:
        """What the platform can do; constant over its life."""

    async def run(
        self, ready: Callable[[], None], deliver: Callable[[Inbound], Awaitable[None]]
    ) -> None:
        """Connect, call `ready`, hand over what comes in until cancelled.

        `deliver` returns when the message is durable: only then acknowledge to the platform.
        Raises what the supervisor decides on: a refused key is final, a lost connection is not.
        """

    async def send(self, message: OutboundMessage) -> SentMessage:
        """Say something; returns when the platform has taken it."""

    async def edit(self, sent: SentMessage, text: str) -> None:
        """Replace the text of a message; only where `edits_drafts`."""

    async def ask(self, place: Place, question: Question) -> SentMessage:
        """Show a question in the platform's own way; its answer comes in as `ChannelReply`."""
