"""The opening of other sessions does not hold up a stream that runs."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
import trio
from attrs import define

from zeroclaw_api.events import Done, Event, NewToken
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage, SubscriberRole
from zeroclaw_api.stores import SessionState
from zeroclaw_runtime import (
    Agent,
    InMemorySessionStore,
    ModelRoute,
    assemble,
    open_session,
)
from zeroclaw_testing import ScriptedProvider, say

OTHERS = 1000
LONGEST_GAP = 0.1
"""Seconds. Alone, the stream's tokens come within a millisecond; a person sees a tenth."""


@pytest.fixture
def collector_off() -> Iterator[None]:
    """A full collection stops everything for as long as there are objects: not our doing."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@define(eq=False)
class BlockingStore(InMemorySessionStore):
    """A store that computes for a long time where it should wait."""

    seconds: float = 0.0

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """Open, but hold the loop meanwhile."""
        until = trio.current_time() + self.seconds
        while trio.current_time() < until:
            continue
        return await super().open(session_id, owner)


async def longest_gap(store: InMemorySessionStore, others: int) -> float:
    """The longest wait for a token of a steady stream while other sessions are opened."""
    steady = assemble(
        "steady", [ModelRoute(ScriptedProvider(always=say("word " * 20_000, pieces=20_000)), "m")]
    )
    provider = ScriptedProvider(always=say("yes"))
    others_open = trio.Event()

    async def hold(agent: Agent, number: int, task_status: trio.TaskStatus[None]) -> None:
        async with open_session(agent, f"o{number}", store=store) as session:
            await session.process(message)
            task_status.started()
            await trio.sleep_forever()

    async def open_others() -> None:
        agent = assemble("others", [ModelRoute(provider, "m")])
        for number in range(others):
            await nursery.start(hold, agent, number)
        others_open.set()

    message = ProcessMessage("go", LOCAL_USER, TurnOrigin.INTERACTIVE)
    gaps: list[float] = []
    async with (
        open_session(steady, "steady") as session,
        session.subscribe(SubscriberRole.DRIVER) as reader,
        trio.open_nursery() as nursery,
    ):
        await session.process(message)
        last = trio.current_time()
        async for event in reader:
            body = event.body if isinstance(event, Event) else None
            if isinstance(body, NewToken):
                if not gaps:
                    nursery.start_soon(open_others)
                gaps.append(trio.current_time() - last)
                last = trio.current_time()
            if isinstance(body, Done) or others_open.is_set():
                break
        assert others_open.is_set(), "the stream ended before the others were open"
        nursery.cancel_scope.cancel()
    return max(gaps[1:])


@pytest.mark.slow
@pytest.mark.usefixtures("collector_off")
async def test_opening_a_thousand_sessions_does_not_hold_up_a_stream() -> None:
    with trio.fail_after(60):
        assert await longest_gap(InMemorySessionStore(), OTHERS) < LONGEST_GAP


@pytest.mark.usefixtures("collector_off")
async def test_control_a_store_that_blocks_the_loop_holds_up_a_stream() -> None:
    with trio.fail_after(60):
        assert await longest_gap(BlockingStore(seconds=2 * LONGEST_GAP), 3) > LONGEST_GAP
