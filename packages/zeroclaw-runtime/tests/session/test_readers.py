"""What slow, stuck, leaving or many readers do to a turn, each with what it gets to read."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from attrs import define, evolve, field
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.events import (
    AskUser,
    Done,
    Event,
    Gap,
    NewToken,
    Outcome,
    QuestionClosed,
    Thinking,
    ToolFinished,
)
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest, Provider
from zeroclaw_api.questions import Answered, AnswerReceipt, Choice, Reply
from zeroclaw_api.session import ProcessMessage, SubscriberRole, Subscription
from zeroclaw_api.stream import Finish, FinishReason, ReasoningDelta, StreamEvent, TextDelta
from zeroclaw_api.tool import ToolContext, ToolOutput, TurnTool
from zeroclaw_runtime import ModelRoute, SessionActor, assemble, open_session
from zeroclaw_testing import (
    FakeTool,
    ScriptedProvider,
    Step,
    WaitFor,
    call,
    say,
    tool_spec,
)

DRIVER, OBSERVER = SubscriberRole.DRIVER, SubscriberRole.OBSERVER

TOKENS = 20_000
"""Several buffers full, whatever the size of a token."""

MEMORY_OF_A_FULL_BUFFER = 2 * 1024 * 1024
IN_TIME = 0.5

STOP = Finish(FinishReason.STOP)


@define(eq=False)
class Heard:
    """What one reader got."""

    entries: list[Event | Gap] = field(factory=list)

    @property
    def events(self) -> list[Event]:
        return [entry for entry in self.entries if isinstance(entry, Event)]

    @property
    def gaps(self) -> list[Gap]:
        return [entry for entry in self.entries if isinstance(entry, Gap)]

    @property
    def text(self) -> str:
        return text_of(self.events)

    async def listen(self, reader: Subscription, until: type[object] = Done) -> object:
        """Read up to a kind of body."""
        async for entry in reader:
            self.entries.append(entry)
            if isinstance(entry, Event) and isinstance(entry.body, until):
                return entry.body
        raise AssertionError(f"the session ended without {until.__name__}")

    async def listen_to(self, reader: Subscription, last: int) -> None:
        """Read up to a number."""
        while not self.entries or self.entries[-1].seq < last:
            self.entries.append(await anext(aiter(reader)))


def text_of(events: Sequence[Event]) -> str:
    return "".join(event.body.text for event in events if isinstance(event.body, NewToken))


def numbers(entries: Sequence[Event | Gap]) -> list[int]:
    """Every sequence number that the entries stand for."""
    return [number for entry in entries for number in range(entry.first_seq, entry.seq + 1)]


def pieces(count: int) -> str:
    """A text whose every piece of five characters differs from its neighbours."""
    return "".join(f"{number % 9973:4d} " for number in range(count))


def long_answer(*after: Step) -> tuple[Step, ...]:
    words = pieces(TOKENS)
    deltas = [TextDelta(words[start : start + 5]) for start in range(0, len(words), 5)]
    return (*deltas, *after, STOP)


@asynccontextmanager
async def opened(provider: Provider, *tools: TurnTool) -> AsyncIterator[SessionActor]:
    agent = assemble("reader", [ModelRoute(provider, "m")], tools=tools)
    with trio.fail_after(30):
        async with open_session(agent, "s") as session:
            yield session


async def send(session: SessionActor) -> None:
    await session.process(ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE))


async def test_full_driver_slows_the_turn_and_memory_stays_bounded() -> None:
    provider = ScriptedProvider(always=long_answer())
    seen, driven = Heard(), Heard()
    async with opened(provider) as session:
        async with (
            session.subscribe(DRIVER) as slow,
            session.subscribe(OBSERVER) as fast,
            trio.open_nursery() as nursery,
        ):
            tracemalloc.start()
            nursery.start_soon(seen.listen, fast)
            await send(session)
            await trio.testing.wait_all_tasks_blocked()
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert not isinstance(seen.events[-1].body, Done)
            assert len(seen.text) < 5 * TOKENS / 2
            assert held < MEMORY_OF_A_FULL_BUFFER
            await driven.listen(slow)
        assert driven.text == seen.text == pieces(TOKENS)
        assert driven.gaps == []


async def test_stuck_driver_that_leaves_wakes_the_turn() -> None:
    seen = Heard()
    async with opened(ScriptedProvider(always=long_answer())) as session:
        async with session.subscribe(OBSERVER) as fast, trio.open_nursery() as nursery:
            nursery.start_soon(seen.listen, fast)
            async with session.subscribe(DRIVER):
                await send(session)
                await trio.testing.wait_all_tasks_blocked()
                assert len(seen.text) < 5 * TOKENS
        assert seen.text == pieces(TOKENS)


async def test_driver_that_is_cancelled_wakes_the_turn() -> None:
    seen = Heard()
    async with opened(ScriptedProvider(always=long_answer())) as session:

        async def sit_still() -> None:
            async with session.subscribe(DRIVER):
                await trio.sleep_forever()

        async with session.subscribe(OBSERVER) as fast, trio.open_nursery() as outer:
            outer.start_soon(seen.listen, fast)
            async with trio.open_nursery() as drivers:
                drivers.start_soon(sit_still)
                drivers.start_soon(sit_still)
                await trio.testing.wait_all_tasks_blocked()
                await send(session)
                await trio.testing.wait_all_tasks_blocked()
                assert len(seen.text) < 5 * TOKENS
                drivers.cancel_scope.cancel()
        assert seen.text == pieces(TOKENS)


async def test_stuck_observer_gets_a_gap_whose_replay_is_complete() -> None:
    quick, stuck = Heard(), Heard()
    async with opened(ScriptedProvider(always=long_answer())) as session:
        async with session.subscribe(DRIVER) as fast, session.subscribe(OBSERVER) as late:
            await send(session)
            done = await quick.listen(fast)
            assert await stuck.listen(late) == done
        assert len(stuck.gaps) == 1
        whole: list[Event] = []
        for entry in stuck.entries:
            if isinstance(entry, Gap):
                whole += await session.replay(entry.first_seq - 1, entry.seq)
            else:
                whole.append(entry)
        assert text_of(whole) == quick.text == pieces(TOKENS)
        assert numbers(stuck.entries) == numbers(whole) == numbers(quick.entries)


async def test_observer_that_resumes_after_its_gap_reads_what_a_fast_one_saw() -> None:
    quick, stuck, resumed = Heard(), Heard(), Heard()
    async with opened(ScriptedProvider(always=long_answer())) as session:
        async with session.subscribe(DRIVER) as fast, session.subscribe(OBSERVER) as late:
            await send(session)
            await quick.listen(fast)
            async for entry in late:
                if isinstance(entry, Gap):
                    break
                stuck.entries.append(entry)
        async with session.subscribe(OBSERVER, stuck.events[-1].seq) as again:
            await resumed.listen(again)
        assert stuck.text + resumed.text == quick.text
        assert numbers(stuck.entries + resumed.entries) == numbers(quick.entries)


async def test_without_any_reader_the_turn_runs_on() -> None:
    provider = ScriptedProvider(always=long_answer())
    async with opened(provider) as session:
        await send(session)
        await trio.testing.wait_all_tasks_blocked()
        assert provider.open_streams == 0
        heard = Heard()
        async with session.subscribe(OBSERVER, 0) as reader:
            await heard.listen(reader)
        assert heard.text == pieces(TOKENS)


async def test_stuck_observers_alone_never_slow_the_turn() -> None:
    provider = ScriptedProvider(always=long_answer())
    async with (
        opened(provider) as session,
        session.subscribe(OBSERVER),
        session.subscribe(OBSERVER),
    ):
        await send(session)
        await trio.testing.wait_all_tasks_blocked()
        assert provider.open_streams == 0


async def test_cancelled_turn_is_done_in_time_although_its_driver_is_stuck() -> None:
    seen, stuck = Heard(), Heard()
    async with opened(ScriptedProvider(always=long_answer())) as session:
        async with session.subscribe(DRIVER) as slow, session.subscribe(OBSERVER) as fast:
            await send(session)
            await trio.testing.wait_all_tasks_blocked()
            with trio.fail_after(IN_TIME):
                session.cancel()
                done = await seen.listen(fast)
            assert isinstance(done, Done)
            assert done.outcome is Outcome.CANCELLED
            assert await stuck.listen(slow) == done
        assert stuck.text == seen.text == done.final_text


async def test_shutdown_ends_although_a_driver_is_stuck() -> None:
    async with opened(ScriptedProvider(always=long_answer())) as session:
        async with session.subscribe(DRIVER) as slow:
            await send(session)
            await trio.testing.wait_all_tasks_blocked()
            with trio.fail_after(IN_TIME):
                await session.shutdown(0)
            heard = Heard([entry async for entry in slow])
        assert isinstance(heard.events[-1].body, Done)


def flooding(until: trio.Event, *, asks: bool) -> FakeTool:
    """A tool that shows things until the drivers are full, ending when it is told or answered."""

    async def run(context: ToolContext, _args: JsonObject) -> ToolOutput:
        async def flood() -> None:
            while True:
                await context.progress("x" * 1000)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(flood)
            if asks:
                answer = await context.ask("Well?")
                assert isinstance(answer, Answered)
            else:
                await until.wait()
            nursery.cancel_scope.cancel()
        return ToolOutput.of_text("dry")

    return FakeTool(tool_spec("flood"), run)


def call_then_answer(request: ModelRequest) -> tuple[Step, ...]:
    return say("yes") if request.messages[-1].tool_results else call("flood", {})


async def test_finished_tool_is_told_although_a_driver_is_stuck() -> None:
    enough = trio.Event()
    seen, stuck = Heard(), Heard()
    tool = flooding(enough, asks=False)
    async with (
        opened(ScriptedProvider(always=call_then_answer), tool) as session,
        session.subscribe(DRIVER) as slow,
        session.subscribe(OBSERVER) as fast,
    ):
        await send(session)
        await trio.testing.wait_all_tasks_blocked()
        assert tool.running == 1
        with trio.fail_after(IN_TIME):
            enough.set()
            finished = await seen.listen(fast, ToolFinished)
        assert isinstance(finished, ToolFinished)
        assert isinstance(finished.outcome, ToolResult)
        assert finished.outcome.status is ResultStatus.SUCCESS
        assert finished == await stuck.listen(slow, ToolFinished)
        await stuck.listen(slow)
        assert stuck.text == "yes"


async def test_closed_question_is_told_although_a_driver_is_stuck() -> None:
    seen, stuck = Heard(), Heard()
    tool = flooding(trio.Event(), asks=True)
    async with (
        opened(ScriptedProvider(always=call_then_answer), tool) as session,
        session.subscribe(DRIVER) as slow,
        session.subscribe(OBSERVER) as fast,
    ):
        await send(session)
        asked = await seen.listen(fast, AskUser)
        assert isinstance(asked, AskUser)
        await trio.testing.wait_all_tasks_blocked()
        with trio.fail_after(IN_TIME):
            reply = Reply(Choice.TEXT, LOCAL_USER, text="well")
            assert session.answer(asked.question.id, reply) is AnswerReceipt.ACCEPTED
            closed = await seen.listen(fast, QuestionClosed)
        assert closed == await stuck.listen(slow, QuestionClosed)
        await stuck.listen(slow)


async def test_hundred_readers_of_both_roles_hear_the_same() -> None:
    words = pieces(500)
    chance = random.Random(5)
    heard = [Heard() for _ in range(100)]
    async with opened(ScriptedProvider(always=say(words, pieces=500))) as session:

        async def read(one: Heard, number: int, task_status: trio.TaskStatus[None]) -> None:
            role = DRIVER if number % 2 else OBSERVER
            leaves_after = chance.randrange(1, 20) if number % 5 == 0 else None
            async with session.subscribe(role) as reader:
                task_status.started()
                async for entry in reader:
                    one.entries.append(entry)
                    for _ in range(chance.randrange(3)):
                        await trio.lowlevel.checkpoint()
                    if len(one.entries) == leaves_after:
                        return
                    if isinstance(entry, Event) and isinstance(entry.body, Done):
                        return

        async with trio.open_nursery() as nursery:
            for number, one in enumerate(heard):
                await nursery.start(read, one, number)
            await send(session)
    stayed = [one for number, one in enumerate(heard) if number % 5]
    left = [one for number, one in enumerate(heard) if number % 5 == 0]
    assert {one.text for one in stayed} == {words}
    assert all(numbers(one.entries) == numbers(stayed[0].entries) for one in stayed)
    assert all(words.startswith(one.text) for one in left)
    assert all(one.gaps == [] for one in heard)


@st.composite
def answers(draw: st.DrawFn) -> tuple[StreamEvent, ...]:
    """Runs of text and of thinking, in pieces."""
    words = st.lists(st.text("abc🐟\n", min_size=1, max_size=4), min_size=1, max_size=6)
    made: list[StreamEvent] = []
    for is_thought in draw(st.lists(st.booleans(), max_size=6)):
        made += [ReasoningDelta(it) if is_thought else TextDelta(it) for it in draw(words)]
    return (*made, TextDelta("."))


def atoms(events: Sequence[Event]) -> list[tuple[int, str, str]]:
    """Each number with what it stands for; merged texts are taken apart."""
    found = []
    for event in events:
        body = event.body
        if not isinstance(body, NewToken | Thinking):
            found.append((event.seq, type(body).__name__, repr(body)))
            continue
        start = 0
        for number, length in enumerate(event.part_lengths or (len(body.text),)):
            part = body.text[start : start + length]
            found.append((event.first_seq + number, type(body).__name__, part))
            start += length
        assert start == len(body.text)
    return found


@given(answer=answers(), data=st.data())
async def test_subscribing_after_any_number_resumes_exactly_there(
    answer: tuple[StreamEvent, ...], data: st.DataObject
) -> None:
    """Before the end, with text that is merged while it waits, as well as after it."""
    middle = data.draw(st.integers(0, len(answer)))
    go_on = trio.Event()
    steps = (*answer[:middle], WaitFor(go_on), *answer[middle:], STOP)
    whole, early, late = Heard(), Heard(), Heard()
    async with opened(ScriptedProvider([say("first"), steps])) as session:
        async with session.subscribe(DRIVER) as first, trio.open_nursery() as nursery:
            await send(session)
            await whole.listen(first)
            nursery.start_soon(whole.listen, first)
            await send(session)
            await trio.testing.wait_all_tasks_blocked()
            known = data.draw(st.integers(0, whole.events[-1].seq))
            async with session.subscribe(OBSERVER, known) as midway:
                await read_some(midway, early, data.draw(st.integers(0, 5)))
                go_on.set()
                await trio.testing.wait_all_tasks_blocked()
                last = whole.events[-1]
                assert isinstance(last.body, Done)
                await early.listen_to(midway, last.seq)
        async with session.subscribe(OBSERVER, known) as afterwards:
            await late.listen_to(afterwards, last.seq)
    wanted = [atom for atom in atoms(whole.events) if atom[0] > known]
    assert atoms(early.events) == wanted
    assert atoms(late.events) == wanted


async def read_some(reader: Subscription, heard: Heard, count: int) -> None:
    """Read so many entries, or as many as there are; then a cancel comes while waiting."""

    async def read() -> None:
        while len(heard.entries) < count:
            heard.entries.append(await anext(aiter(reader)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()


async def test_late_reader_of_a_long_turn_hears_nothing_twice() -> None:
    """Longer than what a reader replays at once, still merged in front of the next commit."""
    for known in (0, 1, 999, 1000, 1001, TOKENS // 2):
        go_on = trio.Event()
        steps = long_answer(WaitFor(go_on), TextDelta("end"))
        early, late = Heard(), Heard()
        async with opened(ScriptedProvider(always=steps)) as session:
            await send(session)
            await trio.testing.wait_all_tasks_blocked()
            async with session.subscribe(OBSERVER, known) as midway:
                go_on.set()
                await early.listen(midway)
            async with session.subscribe(OBSERVER, known) as afterwards:
                await late.listen(afterwards)
        last = early.events[-1].seq
        assert numbers(early.entries) == list(range(known + 1, last + 1))
        assert atoms(early.events) == atoms(late.events)


async def test_tool_that_shows_things_without_end_can_be_cancelled() -> None:
    tool = flooding(trio.Event(), asks=False)
    async with opened(ScriptedProvider(always=call_then_answer), tool) as session:
        await send(session)
        for _ in range(100):
            await trio.lowlevel.checkpoint()
        assert tool.running == 1
        seen = Heard()
        async with session.subscribe(OBSERVER, 0) as reader:
            with trio.fail_after(IN_TIME):
                session.cancel()
                await seen.listen(reader)


@pytest.mark.parametrize("seed", range(10))
async def test_reader_that_is_cancelled_while_it_waits_loses_nothing(seed: int) -> None:
    chance = random.Random(seed)
    words = pieces(400)
    heard, cancelled = Heard(), 0
    async with (
        opened(ScriptedProvider(always=say(words, pieces=400))) as session,
        session.subscribe(DRIVER, 0) as reader,
    ):
        await send(session)
        while not (heard.events and isinstance(heard.events[-1].body, Done)):
            with trio.CancelScope() as scope:

                async def cancel_soon(scope: trio.CancelScope = scope) -> None:
                    for _ in range(chance.randrange(6)):
                        await trio.lowlevel.checkpoint()
                    scope.cancel()

                async with trio.open_nursery() as nursery:
                    nursery.start_soon(cancel_soon)
                    await heard.listen(reader)
            cancelled += scope.cancelled_caught
    assert cancelled > 10
    assert heard.text == words
    assert numbers(heard.entries) == list(range(1, heard.events[-1].seq + 1))


async def test_control_taking_merged_text_apart_shows_a_piece_that_came_twice() -> None:
    async with opened(ScriptedProvider(always=say("one two three", pieces=4))) as session:
        heard = Heard()
        async with session.subscribe(DRIVER) as reader:
            await send(session)
            await heard.listen(reader)
    whole = atoms(heard.events)
    token = next(event for event in heard.events if isinstance(event.body, NewToken))
    assert atoms([*heard.events, evolve(token)]) != whole
