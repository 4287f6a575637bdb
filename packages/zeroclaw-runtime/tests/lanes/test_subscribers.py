"""Drivers may slow a session; observers may miss events, but are told which."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.events import (
    Done,
    Event,
    EventBody,
    Gap,
    NewToken,
    Outcome,
    Status,
    StatusUpdate,
    ToolFinished,
)
from zeroclaw_api.identifiers import CallId, SessionId
from zeroclaw_api.messages import ResultStatus, Text, ToolResult
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.usage import Usage
from zeroclaw_runtime.lanes.merging import MergingQueue
from zeroclaw_runtime.lanes.subscribers import BUFFER_BYTES, RESERVED_BYTES, Hub, Reader

AT = datetime(2026, 1, 1, tzinfo=UTC)
DRIVER, OBSERVER = SubscriberRole.DRIVER, SubscriberRole.OBSERVER
STATUS = StatusUpdate(Status.TRIMMING, 1)
DONE = Done((), Outcome.ANSWERED, "", Usage(), None)
BIG = NewToken("x" * BUFFER_BYTES)


def event(seq: int, body: EventBody = STATUS) -> Event:
    return Event(SessionId("s"), seq, None, ("a",), AT, body)


async def nothing(_after: int, _until: int) -> tuple[Event, ...]:
    await trio.lowlevel.checkpoint()
    return ()


def joined(hub: Hub, role: SubscriberRole) -> Reader:
    return hub.join(role, nothing, 0, 0)


def has_room(hub: Hub) -> bool:
    return hub.has_room


def has_driver(hub: Hub) -> bool:
    return hub.has_driver


async def rest(hub: Hub, reader: Reader) -> list[Event | Gap]:
    """What the reader holds; it leaves."""
    hub.leave(reader)
    return [entry async for entry in reader]


def coverage(entries: Sequence[Event | Gap]) -> list[int]:
    return [seq for entry in entries for seq in range(entry.first_seq, entry.seq + 1)]


async def test_every_reader_gets_every_event_in_order() -> None:
    hub = Hub()
    readers = [joined(hub, DRIVER), joined(hub, OBSERVER), joined(hub, DRIVER)]
    for seq in (1, 2, 3):
        hub.publish(event(seq))
    with trio.fail_after(5):
        for reader in readers:
            assert coverage(await rest(hub, reader)) == [1, 2, 3]


async def test_full_driver_makes_others_wait_until_it_reads() -> None:
    hub = Hub()
    slow = joined(hub, DRIVER)
    assert has_room(hub)
    hub.publish(event(1, BIG))
    assert not has_room(hub)
    went_on = trio.Event()

    async def wait() -> None:
        await hub.wait_for_room()
        went_on.set()

    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            assert not went_on.is_set()
            await anext(slow)
            await went_on.wait()


async def test_driver_that_leaves_wakes_whoever_waits_for_it() -> None:
    hub = Hub()
    stuck = joined(hub, DRIVER)
    hub.publish(event(1, BIG))
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hub.wait_for_room)
            await trio.testing.wait_all_tasks_blocked()
            hub.leave(stuck)


async def test_full_observer_slows_nobody_and_gets_a_gap() -> None:
    hub = Hub()
    slow = joined(hub, OBSERVER)
    hub.publish(event(1, BIG))
    for seq in range(2, 6):
        hub.publish(event(seq))
    with trio.fail_after(5):
        await hub.wait_for_room()
        assert (await anext(slow)).seq == 1
        hub.publish(event(6))
        found = await rest(hub, slow)
    assert found == [Gap(2, 5), event(6)]


async def test_reserved_room_keeps_the_end_of_a_turn_for_a_full_observer() -> None:
    hub = Hub()
    slow = joined(hub, OBSERVER)
    hub.publish(event(1, BIG))
    hub.publish(event(2, DONE))
    with trio.fail_after(5):
        assert await rest(hub, slow) == [event(1, BIG), event(2, DONE)]


async def test_reserved_room_of_an_observer_has_an_end() -> None:
    hub = Hub()
    slow = joined(hub, OBSERVER)
    result = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("x" * 50_000),))
    finished = ToolFinished(CallId(1), "t", result, 0.0)
    count = 2 * (BUFFER_BYTES + RESERVED_BYTES) // 50_000
    for seq in range(1, count + 1):
        hub.publish(event(seq, finished))
    with trio.fail_after(5):
        found = await rest(hub, slow)
    assert coverage(found) == list(range(1, count + 1))
    held = sum(isinstance(entry, Event) for entry in found)
    assert held * 50_000 <= BUFFER_BYTES + RESERVED_BYTES + 50_000
    assert isinstance(found[-1], Gap)


STEPS: dict[str, EventBody] = {"small": STATUS, "big": BIG, "done": DONE}


@given(st.lists(st.sampled_from(["small", "big", "done", "read"]), max_size=40))
def test_observer_accounts_for_every_number_exactly_once(plan: list[str]) -> None:
    async def main() -> None:
        hub = Hub()
        reader = joined(hub, OBSERVER)
        found: list[Event | Gap] = []
        seq = 0
        for step in plan:
            if step == "read":
                with trio.move_on_after(0):
                    found.append(await anext(reader))
                continue
            seq += 1
            hub.publish(event(seq, STEPS[step]))
        found += await rest(hub, reader)
        assert coverage(found) == list(range(1, seq + 1))

    trio.run(main)


async def test_reader_that_is_cancelled_loses_no_event() -> None:
    hub = Hub()
    reader = joined(hub, DRIVER)
    with trio.fail_after(5):
        with trio.move_on_after(0):
            await anext(reader)
        hub.publish(event(1))
        with trio.CancelScope() as scope:
            scope.cancel()
            await anext(reader)
        assert (await anext(reader)).seq == 1


async def test_past_comes_first_in_chunks_then_what_is_live() -> None:
    hub = Hub()
    history = [event(seq) for seq in range(1, 2501)]
    chunks: list[tuple[int, int]] = []

    async def replay(after: int, until: int) -> tuple[Event, ...]:
        await trio.lowlevel.checkpoint()
        chunks.append((after, until))
        return tuple(history[after:until])

    reader = hub.join(DRIVER, replay, 100, 2500)
    hub.publish(event(2501))
    with trio.fail_after(10):
        found = await rest(hub, reader)
    assert coverage(found) == list(range(101, 2502))
    assert chunks == [(100, 1100), (1100, 2100), (2100, 2500)]


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 40))
def test_text_merged_across_the_border_of_past_and_live_comes_once(
    last: int, after: int, border: int, extra: int
) -> None:
    """The store holds one event for text before and after the moment the reader joined."""
    border = min(border, last)
    after = min(after, border)
    tokens = [event(seq, NewToken(f"<{seq}>")) for seq in range(1, last + extra + 1)]
    queue = MergingQueue()
    for token in tokens[:last]:
        queue.append(token)
    (stored,) = queue.snapshot()

    async def replay(after_seq: int, until: int) -> tuple[Event, ...]:
        await trio.lowlevel.checkpoint()
        return (stored.after(after_seq),) if after_seq < stored.seq and until else ()

    async def main() -> list[Event | Gap]:
        hub = Hub()
        reader = hub.join(DRIVER, replay, after, border)
        for token in tokens[border:]:
            hub.publish(token)
        return await rest(hub, reader)

    found = trio.run(main)
    bodies = [entry.body for entry in found if isinstance(entry, Event)]
    said = "".join(body.text for body in bodies if isinstance(body, NewToken))
    assert said == "".join(f"<{seq}>" for seq in range(after + 1, last + extra + 1))
    assert coverage(found) == list(range(after + 1, last + extra + 1))


async def test_replay_that_finds_nothing_does_not_hold_up_what_is_live() -> None:
    hub = Hub()
    reader = hub.join(DRIVER, nothing, 0, 5)
    hub.publish(event(6))
    with trio.fail_after(5):
        assert (await anext(reader)).seq == 6


async def test_closing_lets_readers_finish_what_they_have() -> None:
    hub = Hub()
    reader = joined(hub, DRIVER)
    hub.publish(event(1))
    hub.close()
    with trio.fail_after(5):
        assert [entry.seq async for entry in reader] == [1]
        late = joined(hub, DRIVER)
        with pytest.raises(StopAsyncIteration):
            await anext(late)


def test_only_a_driver_can_answer_questions() -> None:
    hub = Hub()
    observer = joined(hub, OBSERVER)
    assert not has_driver(hub)
    driver = joined(hub, DRIVER)
    assert has_driver(hub)
    hub.leave(driver)
    hub.leave(observer)
    assert not has_driver(hub)
