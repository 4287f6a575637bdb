"""One turn at a time, a cancel that never waits, each message named by one `Done`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from one_session import S, Script, follow, message, play, said, script

from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import Done, Event, Outcome, Steered
from zeroclaw_api.identifiers import QuestionId, SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.questions import AnswerReceipt, Choice, Reply
from zeroclaw_api.session import ArrivalPolicy, CancelReason, ProcessMessage, SubscriberRole
from zeroclaw_api.stores import Commit
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import ModelRoute, SessionActor, assemble, open_session
from zeroclaw_runtime.errors import MailboxFull, SequenceUnknown, SessionClosed
from zeroclaw_runtime.lanes.mailbox import MAILBOX_LIMIT
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import (
    Reached,
    Round,
    Stall,
    WaitFor,
    call,
    calls,
    say,
)
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

STEER, INTERRUPT = ArrivalPolicy.STEER, ArrivalPolicy.INTERRUPT


class Held:
    """A model whose first answer waits for `go`; `reached` says that it was asked."""

    def __init__(self, *rounds: Round) -> None:
        self.reached, self.go = trio.Event(), trio.Event()
        first: Round = (Reached(self.reached), WaitFor(self.go), *say("first"))
        self.script: Script = script(first, *rounds)


@asynccontextmanager
async def opened(
    route: ModelRoute, arrival: ArrivalPolicy = ArrivalPolicy.QUEUE, store: ModelStore | None = None
) -> AsyncIterator[SessionActor]:
    agent = assemble("home", [route], arrival=arrival, tools=[FakeTool(tool_spec("read"))])
    with trio.fail_after(20):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            yield session


async def dones(session: SessionActor, count: int) -> list[Done]:
    """The first `Done`s of the session."""
    found: list[Done] = []
    async with session.subscribe(SubscriberRole.OBSERVER, after_seq=0) as events:
        async for event in events:
            if isinstance(event, Event) and isinstance(event.body, Done):
                found.append(event.body)
                if len(found) == count:
                    break
    return found


async def test_messages_that_queue_get_a_turn_each_in_their_order() -> None:
    held = Held(say("second"), say("third"))
    async with opened(held.script.route) as session:
        for text in "abc":
            await session.process(message(text))
        held.go.set()
        found = await dones(session, 3)
    assert [done.message_ids for done in found] == [(1,), (2,), (3,)]
    assert [done.final_text for done in found] == ["first", "second", "third"]
    assert held.script.provider.most_open_streams == 1


async def test_message_that_steers_enters_the_running_turn() -> None:
    reached, go = trio.Event(), trio.Event()
    first: Round = (Reached(reached), WaitFor(go), *call("read", {}))
    model = script(first, say("both"))
    async with opened(model.route, STEER) as session:
        await session.process(message("start"))
        await reached.wait()
        await session.process(message("and this"))
        go.set()
        (done,) = await dones(session, 1)
        events = await session.replay(0, 10_000)
    assert done.message_ids == (1, 2)
    assert [e.body for e in events if isinstance(e.body, Steered)] == [Steered(done.message_ids[1])]
    assert "and this" in said(model.last_messages)


async def test_message_that_steers_too_late_gets_a_turn_of_its_own() -> None:
    held = Held(say("second"))
    async with opened(held.script.route, STEER) as session:
        await session.process(message("start"))
        await held.reached.wait()
        await session.process(message("too late"))
        held.go.set()
        found = await dones(session, 2)
    assert [done.message_ids for done in found] == [(1,), (2,)]


async def test_message_that_interrupts_cancels_the_turn_and_goes_first() -> None:
    held = Held(say("urgent"), say("queued"))
    async with opened(held.script.route) as session:
        await session.process(message("start"))
        await held.reached.wait()
        await session.process(message("queued"))
        await session.process(message("urgent", INTERRUPT))
        found = await dones(session, 3)
    assert [done.message_ids for done in found] == [(1,), (3,), (2,)]
    assert (found[0].outcome, found[0].error_key) == (Outcome.CANCELLED, "cancelled_by_superseded")
    assert found[1].final_text == "urgent"


async def test_steering_messages_are_named_even_when_their_turn_is_cancelled_at_once() -> None:
    async def speak(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        return ToolOutput.of_text("x" * 60_000)

    reached, go = trio.Event(), trio.Event()
    model = script(
        (Reached(reached), WaitFor(go), *calls(*[("read", {"n": n}) for n in range(8)])), (Stall(),)
    )
    read = FakeTool(tool_spec("read"), speak)
    agent = assemble("home", [model.route], arrival=STEER, tools=[read])
    with trio.fail_after(20):
        # A driver that does not read is full after these results: the turn waits for it.
        async with (
            open_session(agent, S, processes=FakeProcesses()) as session,
            session.subscribe(SubscriberRole.DRIVER),
        ):
            await session.process(message("start"))
            await reached.wait()
            for _ in range(3):
                await session.process(message("more"))
            go.set()
            await trio.testing.wait_all_tasks_blocked()
            assert len(model.provider.requests) == 1
            session.cancel()
            found = await dones(session, 1)
    assert found[0].message_ids == (1, 2, 3, 4)


async def test_cancel_ends_the_running_turn_and_says_so() -> None:
    held = Held()
    async with opened(held.script.route) as session:
        await session.process(message())
        await held.reached.wait()
        started = trio.current_time()
        assert session.cancel()
        (done,) = await dones(session, 1)
        assert trio.current_time() - started < 0.5
        assert (done.outcome, done.error_key) == (Outcome.CANCELLED, "cancelled_by_user")
        assert not session.cancel()
    assert held.script.provider.open_streams == 0


async def test_cancel_reaches_a_message_that_was_accepted_and_not_begun() -> None:
    model = script(say("never"))
    store = ModelStore()
    async with opened(model.route, store=store) as session:
        accepted = trio.Event()

        async def cancel_at_once(_session_id: SessionId, commit: Commit) -> None:
            await trio.lowlevel.checkpoint()
            if commit.accepted:
                accepted.set()

        store.after_commit = cancel_at_once
        await session.process(message())
        assert session.cancel(CancelReason.USER)
        (done,) = await dones(session, 1)
    assert done.outcome is Outcome.CANCELLED


async def test_cancel_without_a_turn_is_answered_with_no() -> None:
    async with opened(script().route) as session:
        assert not session.cancel()


async def test_session_goes_on_after_a_cancelled_turn() -> None:
    held = Held(say("alive"))
    async with opened(held.script.route) as session:
        await session.process(message())
        await held.reached.wait()
        session.cancel()
        await dones(session, 1)
        seen = await follow(session, message("again"))
    assert seen.done.final_text == "alive"


async def test_shutdown_lets_a_turn_end_within_its_grace() -> None:
    held = Held()
    async with opened(held.script.route) as session:
        await session.process(message())
        await held.reached.wait()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.shutdown, 10.0)
            await trio.testing.wait_all_tasks_blocked()
            with pytest.raises(SessionClosed):
                await session.process(message())
            held.go.set()
        (done,) = await dones(session, 1)
    assert done.outcome is Outcome.ANSWERED


async def test_shutdown_cancels_a_turn_that_exceeds_its_grace() -> None:
    held = Held()
    async with opened(held.script.route) as session:
        await session.process(message())
        await held.reached.wait()
        await session.shutdown(0.01)
        (done,) = await dones(session, 1)
        with pytest.raises(SessionClosed):
            await session.ask("too late")
    assert done.error_key == "cancelled_by_shutdown"


async def test_mailbox_has_a_bound_however_many_write_at_once() -> None:
    held = Held()
    outcomes: list[str] = []

    async with opened(held.script.route) as session:
        await session.process(message())
        await held.reached.wait()

        async def send() -> None:
            try:
                await session.process(message())
                outcomes.append("accepted")
            except MailboxFull:
                outcomes.append("full")

        async with trio.open_nursery() as nursery:
            for _ in range(MAILBOX_LIMIT + 50):
                nursery.start_soon(send)
    assert outcomes.count("accepted") == MAILBOX_LIMIT
    assert outcomes.count("full") == 50


async def test_message_that_could_not_be_made_durable_was_never_accepted() -> None:
    store = ModelStore()
    model = script(say("second"))

    async def refuse(_session_id: SessionId, _commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        raise StoreError(session_id=S, problem="full")

    async with opened(model.route, store=store) as session:
        store.before_commit = refuse
        with pytest.raises(StoreError):
            await session.process(message("lost"))
        store.before_commit = None
        seen = await follow(session, message("kept"))
    assert seen.done.message_ids == (1,)
    assert "lost" not in said(model.last_messages)


async def test_reader_may_go_on_only_after_an_event_that_exists() -> None:
    async with opened(script(say("x")).route) as session:
        with pytest.raises(SequenceUnknown):
            async with session.subscribe(SubscriberRole.OBSERVER, after_seq=5):
                raise AssertionError("there is no event 5")


async def test_reader_that_comes_later_reads_the_whole_turn_again() -> None:
    async with opened(script(say("hello there", pieces=5)).route) as session:
        seen = await follow(session, message())
        last = seen.events[-1].seq
        for after in range(last):
            async with session.subscribe(SubscriberRole.DRIVER, after_seq=after) as events:
                numbers: list[int] = []
                async for event in events:
                    numbers += range(event.first_seq, event.seq + 1)
                    if event.seq == last:
                        break
            assert numbers == list(range(after + 1, last + 1))


async def test_asking_gives_back_the_end_of_the_turn() -> None:
    async with opened(script(say("42")).route) as session:
        done = await session.ask("what?")
    assert (done.outcome, done.final_text) == (Outcome.ANSWERED, "42")


async def test_answer_to_no_question_is_unknown() -> None:
    async with opened(script().route) as session:
        reply = Reply(Choice.APPROVE, LOCAL_USER)
        assert session.answer(QuestionId("s:1:1"), reply) is AnswerReceipt.UNKNOWN


async def test_missing_origin_reads_as_the_one_that_sees_least() -> None:
    assert ProcessMessage("x", LOCAL_USER).origin is TurnOrigin.SUB_TURN
    seen = await play(assemble("home", [script(say("x")).route]))
    assert seen.done.outcome is Outcome.ANSWERED
