"""The channel kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

import pytest
import trio
from attrs import evolve

from zeroclaw_api.channel import (
    Channel,
    ChannelCapabilities,
    Inbound,
    InboundMessage,
    OutboundMessage,
    Place,
    SentMessage,
)
from zeroclaw_api.principal import Principal
from zeroclaw_api.questions import Choice, Question, Reply
from zeroclaw_testing.channel import LoopbackChannel
from zeroclaw_testing.kits.channel import ChannelConformance
from zeroclaw_testing.kits.control import require_caught

ADA = Principal("loopback", "test", "ada", "Ada")
Deliver = Callable[[Inbound], Awaitable[None]]


class TestLoopbackChannel(ChannelConformance):
    def make(self) -> Channel:
        return LoopbackChannel()

    async def person_says(self, channel: Channel, text: str) -> None:
        assert isinstance(channel, LoopbackChannel)
        await channel.hear(text, ADA)

    async def person_answers(self, channel: Channel, question: Question) -> None:
        assert isinstance(channel, LoopbackChannel)
        await channel.press(question.id, Reply(Choice.APPROVE, ADA))

    async def shown_text(self, channel: Channel, platform_id: str) -> str | None:
        assert isinstance(channel, LoopbackChannel)
        shown = {sent.platform_id: text for sent, text in channel.texts.items()}
        return shown.get(platform_id)


class SaysNothing(LoopbackChannel):
    @property
    def capabilities(self) -> ChannelCapabilities:
        return ChannelCapabilities(max_characters=0)


class ReadiesTwice(LoopbackChannel):
    async def run(self, ready: Callable[[], None], deliver: Deliver) -> None:
        ready()
        ready()
        await trio.sleep_forever()


class ReturnsEarly(LoopbackChannel):
    async def run(self, ready: Callable[[], None], deliver: Deliver) -> None:
        ready()
        await trio.lowlevel.checkpoint()


class Transcribes(LoopbackChannel):
    async def run(self, ready: Callable[[], None], deliver: Deliver) -> None:
        async def ascii_only(inbound: Inbound) -> None:
            if isinstance(inbound, InboundMessage):
                inbound = evolve(inbound, text=inbound.text.encode("ascii", "replace").decode())
            await deliver(inbound)

        await super().run(ready, ascii_only)


class AcknowledgesEarly(LoopbackChannel):
    async def run(self, ready: Callable[[], None], deliver: Deliver) -> None:
        async with trio.open_nursery() as nursery:

            async def later(inbound: Inbound) -> None:
                nursery.start_soon(deliver, inbound)
                await trio.lowlevel.checkpoint()

            await super().run(ready, later)


class OverwritesIds(LoopbackChannel):
    async def send(self, message: OutboundMessage) -> SentMessage:
        return evolve(await super().send(message), platform_id="out-1")


class IgnoresEdits(LoopbackChannel):
    async def edit(self, sent: SentMessage, text: str) -> None:
        await trio.lowlevel.checkpoint()


class MisreadsAnswers(LoopbackChannel):
    async def press(self, question_id: str, reply: Reply) -> None:
        await super().press(f"{question_id}?", reply)


class AsksElsewhere(LoopbackChannel):
    async def ask(self, place: Place, question: Question) -> SentMessage:
        return await super().ask(Place("elsewhere"), question)


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (SaysNothing, "test_capabilities_are_usable_and_constant"),
        (ReadiesTwice, "test_running_says_ready_once_and_ends_when_cancelled"),
        (ReturnsEarly, "test_running_says_ready_once_and_ends_when_cancelled"),
        (Transcribes, "test_said_message_is_delivered_with_its_words"),
        (AcknowledgesEarly, "test_platform_is_told_only_after_delivery"),
        (OverwritesIds, "test_sent_messages_are_shown_under_their_own_ids"),
        (IgnoresEdits, "test_edited_message_shows_the_new_text"),
        (MisreadsAnswers, "test_answer_to_a_question_comes_in_as_a_reply_to_it"),
        (AsksElsewhere, "test_answer_to_a_question_comes_in_as_a_reply_to_it"),
    ],
)
async def test_kit_catches_a_broken_channel(broken: type[LoopbackChannel], check: str) -> None:
    class Broken(TestLoopbackChannel):
        time_limit: ClassVar[float] = 1.0

        def make(self) -> Channel:
            return broken()

    await require_caught(getattr(Broken(), check))


async def test_lost_connection_ends_run_with_its_error() -> None:
    channel = LoopbackChannel()

    async def ignore(_inbound: Inbound) -> None:
        await trio.lowlevel.checkpoint()

    async def run() -> None:
        with pytest.raises(ConnectionError):
            await channel.run(lambda: None, ignore)

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await channel.lose_connection(ConnectionError("gone"))
    assert not channel.is_connected
