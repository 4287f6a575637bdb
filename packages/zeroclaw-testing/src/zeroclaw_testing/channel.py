"""A channel whose platform is the test itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import trio
from attrs import frozen

from zeroclaw_api.channel import (
    ChannelCapabilities,
    ChannelReply,
    Inbound,
    InboundMessage,
    OutboundMessage,
    Place,
    SentMessage,
)
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import Question, Reply
from zeroclaw_testing.errors import FakeChannelRefused

__all__ = ["AskedQuestion", "LoopbackChannel"]

_HELD: Final = 1000
"""Messages that wait on the platform for `run`; more make the test wait."""

_EVERYTHING: Final = ChannelCapabilities(max_characters=4000, edits_drafts=True, buttons=True)


@frozen
class AskedQuestion:
    """A question as it was shown, and where."""

    sent: SentMessage
    question: Question


@frozen(eq=False)
class _Incoming:
    """Something from the platform, with the event that acknowledges it."""

    inbound: Inbound | Exception
    taken: trio.Event


class LoopbackChannel:
    """A platform of one account: a test says things and reads what was said.

    `texts` holds the current text of every message the platform took, in order.
    """

    def __init__(
        self,
        name: str = "loopback.test",
        capabilities: ChannelCapabilities = _EVERYTHING,
    ) -> None:
        self._name = name
        self._capabilities = capabilities
        self._send, self._receive = trio.open_memory_channel[_Incoming](_HELD)
        self._said = 0
        self.texts: dict[SentMessage, str] = {}
        self.questions: list[AskedQuestion] = []
        self.is_connected = False

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    @property
    def capabilities(self) -> ChannelCapabilities:
        """The capabilities it was given."""
        return self._capabilities

    async def run(
        self, ready: Callable[[], None], deliver: Callable[[Inbound], Awaitable[None]]
    ) -> None:
        """See `Channel.run`."""
        await trio.lowlevel.checkpoint()
        self.is_connected = True
        try:
            ready()
            async for incoming in self._receive:
                if isinstance(incoming.inbound, Exception):
                    incoming.taken.set()
                    raise incoming.inbound
                await deliver(incoming.inbound)
                incoming.taken.set()
        finally:
            self.is_connected = False

    async def send(self, message: OutboundMessage) -> SentMessage:
        """See `Channel.send`."""
        await trio.lowlevel.checkpoint()
        self._require_short(message.text)
        return self._keep(message.place, message.text)

    async def edit(self, sent: SentMessage, text: str) -> None:
        """See `Channel.edit`."""
        await trio.lowlevel.checkpoint()
        if not self._capabilities.edits_drafts:
            raise FakeChannelRefused(channel=self._name, problem="messages cannot be edited")
        if sent not in self.texts:
            raise FakeChannelRefused(channel=self._name, problem="there is no such message")
        self._require_short(text)
        self.texts[sent] = text

    async def ask(self, place: Place, question: Question) -> SentMessage:
        """See `Channel.ask`."""
        await trio.lowlevel.checkpoint()
        sent = self._keep(place, question.prompt)
        self.questions.append(AskedQuestion(sent, question))
        return sent

    async def hear(self, text: str, by: Principal, place: Place | None = None) -> InboundMessage:
        """Let a person say something; returns when the channel has acknowledged it."""
        self._said += 1
        message = InboundMessage(
            platform_id=f"in-{self._said}",
            place=Place("chat") if place is None else place,
            by=by,
            text=text,
        )
        await self._arrive(message)
        return message

    async def press(self, question_id: str, reply: Reply) -> None:
        """Let a person answer a question; returns when the channel has acknowledged it."""
        await self._arrive(ChannelReply(question_id, reply))

    async def lose_connection(self, error: Exception) -> None:
        """Make `run` raise."""
        await self._arrive(error)

    async def _arrive(self, inbound: Inbound | Exception) -> None:
        incoming = _Incoming(inbound, trio.Event())
        await self._send.send(incoming)
        await incoming.taken.wait()

    def _require_short(self, text: str) -> None:
        if len(text) > self._capabilities.max_characters:
            raise FakeChannelRefused(channel=self._name, problem="the message is too long")

    def _keep(self, place: Place, text: str) -> SentMessage:
        sent = SentMessage(place, f"out-{len(self.texts) + 1}")
        self.texts[sent] = text
        return sent
