"""Messages wait in order; those that interrupt go first, those that steer can be taken out."""

from __future__ import annotations

import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import MessageId
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ArrivalPolicy, ProcessMessage
from zeroclaw_api.stores import AcceptedMessage
from zeroclaw_runtime.lanes.mailbox import Mailbox

QUEUE, STEER, INTERRUPT = ArrivalPolicy.QUEUE, ArrivalPolicy.STEER, ArrivalPolicy.INTERRUPT


def waiting(number: int, arrival: ArrivalPolicy | None = None) -> AcceptedMessage:
    return AcceptedMessage(MessageId(number), ProcessMessage("x", LOCAL_USER, arrival=arrival))


async def taken(mailbox: Mailbox) -> list[int]:
    found: list[int] = []
    while len(mailbox):
        message = await mailbox.take()
        assert message is not None
        found.append(message.id)
    return found


@given(st.lists(st.sampled_from([None, *ArrivalPolicy])), st.sampled_from(ArrivalPolicy))
def test_interrupting_messages_go_first_and_each_kind_keeps_its_order(
    arrivals: list[ArrivalPolicy | None], default: ArrivalPolicy
) -> None:
    mailbox = Mailbox(default)
    for number, arrival in enumerate(arrivals):
        mailbox.put(waiting(number, arrival))
    first = [n for n, arrival in enumerate(arrivals) if (arrival or default) is INTERRUPT]
    rest = [n for n, arrival in enumerate(arrivals) if (arrival or default) is not INTERRUPT]
    assert trio.run(taken, mailbox) == first + rest


def test_only_steering_messages_are_taken_out_for_a_running_turn() -> None:
    mailbox = Mailbox(QUEUE)
    for number, arrival in enumerate([STEER, None, STEER, INTERRUPT]):
        mailbox.put(waiting(number, arrival))
    assert [message.id for message in mailbox.take_steering()] == [0, 2]
    assert mailbox.take_steering() == ()
    assert trio.run(taken, mailbox) == [3, 1]


def test_policy_of_the_message_goes_before_that_of_the_session() -> None:
    mailbox = Mailbox(STEER)
    assert mailbox.policy_of(waiting(1)) is STEER
    assert mailbox.policy_of(waiting(1, QUEUE)) is QUEUE


async def test_taking_waits_for_an_arrival_and_ends_with_the_mailbox() -> None:
    mailbox = Mailbox(QUEUE)
    got: list[AcceptedMessage | None] = []

    async def take_twice() -> None:
        got.append(await mailbox.take())
        got.append(await mailbox.take())

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(take_twice)
            await trio.testing.wait_all_tasks_blocked()
            mailbox.put(waiting(1))
            await trio.testing.wait_all_tasks_blocked()
            mailbox.close()
    assert got == [waiting(1), None]


async def test_closed_mailbox_keeps_what_waits() -> None:
    mailbox = Mailbox(QUEUE)
    mailbox.put(waiting(1))
    mailbox.close()
    with trio.fail_after(5):
        assert await mailbox.take() is None
    assert len(mailbox) == 1
