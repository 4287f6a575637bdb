"""What every channel must show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio
import trio.testing

from zeroclaw_api.channel import (
    Channel,
    ChannelReply,
    Inbound,
    InboundMessage,
    OutboundMessage,
    Place,
)
from zeroclaw_api.identifiers import QuestionId
from zeroclaw_api.questions import Choice, Question, QuestionKind
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.kits.conformance import Conformance, needs, optional

__all__ = ["ChannelConformance"]


class ChannelConformance(Conformance[Channel]):
    """The subject is a channel joined to a platform of the test.

    The platform is reached through `person_says`, `person_answers` and `shown_text`.
    """

    def place(self) -> Place:
        """Where the subject may speak."""
        return Place("chat")

    @optional
    async def person_says(self, channel: Channel, text: str) -> None:
        """Let a person say the text; returns when the platform has it acknowledged."""
        raise NotImplementedError

    @optional
    async def person_answers(self, channel: Channel, question: Question) -> None:
        """Let a person approve a question that was shown."""
        raise NotImplementedError

    @optional
    async def shown_text(self, channel: Channel, platform_id: str) -> str | None:
        """What the platform shows under this id."""
        raise NotImplementedError

    async def test_capabilities_are_usable_and_constant(self) -> None:
        async with self.subject() as channel:
            assert channel.name.strip(), "it has no name"
            assert channel.capabilities.max_characters > 0, "a message may hold nothing"
            assert channel.capabilities == channel.capabilities, "the capabilities change"

    async def test_running_says_ready_once_and_ends_when_cancelled(self) -> None:
        async with self.subject() as channel:
            for _ in range(2):
                count = await self._count_readies(channel)
                assert count == 1, f"`ready` was called {count} times"

    @needs("person_says")
    async def test_said_message_is_delivered_with_its_words(self) -> None:
        heard: list[Inbound] = []

        async def deliver(inbound: Inbound) -> None:
            heard.append(inbound)

        async def talk(channel: Channel) -> None:
            await self.person_says(channel, "first")
            await self.person_says(channel, "zwölf – 12")

        await self._while_running(deliver, talk)
        said = [inbound for inbound in heard if isinstance(inbound, InboundMessage)]
        assert [message.text for message in said] == ["first", "zwölf – 12"], f"heard {said!r}"
        assert len({message.platform_id for message in said}) == 2, "two messages share an id"
        assert all(message.by.user_id for message in said), "a message comes from nobody"

    @needs("person_says")
    async def test_platform_is_told_only_after_delivery(self) -> None:
        order: list[str] = []
        arrived, durable = trio.Event(), trio.Event()

        async def deliver(inbound: Inbound) -> None:
            arrived.set()
            await durable.wait()
            order.append("durable")

        async def talk(channel: Channel) -> None:
            async with trio.open_nursery() as nursery:

                async def say() -> None:
                    await self.person_says(channel, "hold on")
                    order.append("acknowledged")

                nursery.start_soon(say)
                await arrived.wait()
                await trio.testing.wait_all_tasks_blocked(0.01)
                durable.set()

        await self._while_running(deliver, talk)
        assert order == ["durable", "acknowledged"], f"it went {order}"

    @needs("shown_text")
    async def test_sent_messages_are_shown_under_their_own_ids(self) -> None:
        async with self.subject() as channel:
            one = await channel.send(OutboundMessage(self.place(), "one"))
            two = await channel.send(OutboundMessage(self.place(), "two"))
            assert (one.place, two.place) == (self.place(), self.place()), "the place changed"
            assert one.platform_id != two.platform_id, "two messages share an id"
            shown = [await self.shown_text(channel, sent.platform_id) for sent in (one, two)]
            assert shown == ["one", "two"], f"the platform shows {shown}"

    @needs("shown_text")
    async def test_edited_message_shows_the_new_text(self) -> None:
        async with self.subject() as channel:
            if not channel.capabilities.edits_drafts:
                return
            sent = await channel.send(OutboundMessage(self.place(), "draft"))
            await channel.edit(sent, "final")
            shown = await self.shown_text(channel, sent.platform_id)
            assert shown == "final", f"the platform shows {shown!r}"

    @needs("person_answers")
    async def test_answer_to_a_question_comes_in_as_a_reply_to_it(self) -> None:
        heard: list[Inbound] = []

        async def deliver(inbound: Inbound) -> None:
            heard.append(inbound)

        async def talk(channel: Channel) -> None:
            sent = await channel.ask(self.place(), _QUESTION)
            assert sent.place == self.place(), "the question went elsewhere"
            await self.person_answers(channel, _QUESTION)

        await self._while_running(deliver, talk)
        answers = [inbound for inbound in heard if isinstance(inbound, ChannelReply)]
        assert [answer.question_id for answer in answers] == [_QUESTION.id], f"heard {heard!r}"
        assert answers[0].reply.choice is Choice.APPROVE, "the choice was misread"

    async def _count_readies(self, channel: Channel) -> int:
        readied, settled = [trio.Event()], trio.Event()

        def ready() -> None:
            readied[-1].set()
            readied.append(trio.Event())

        async def run() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(settle)
                await channel.run(ready, _ignore)
                raise AssertionError("`run` returned although nobody cancelled it")

        async def settle() -> None:
            await readied[0].wait()
            await trio.testing.wait_all_tasks_blocked(0.01)
            settled.set()

        await self.cancel_promptly("`run`", run, settled)
        return len(readied) - 1

    async def _while_running(
        self,
        deliver: Callable[[Inbound], Awaitable[None]],
        talk: Callable[[Channel], Awaitable[None]],
    ) -> None:
        async with self.subject() as channel, trio.open_nursery() as nursery:
            ready = trio.Event()
            nursery.start_soon(channel.run, ready.set, deliver)
            await ready.wait()
            await talk(channel)
            nursery.cancel_scope.cancel()


_QUESTION = Question(
    id=QuestionId("q-1"),
    kind=QuestionKind.CONFIRM,
    prompt="Run it?",
    choices=(Choice.APPROVE, Choice.DENY),
    answerers=(),
    expires_at=ManualClock().now(),
    digest="d",
)


async def _ignore(inbound: Inbound) -> None:
    await trio.lowlevel.checkpoint()
