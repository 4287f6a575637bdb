"""Builds an agent from its parts, opens its sessions: the only place that knows all of them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import trio

from zeroclaw_api.events import Event, TurnStarted
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.risk import RiskProfile
from zeroclaw_api.session import ArrivalPolicy
from zeroclaw_api.stores import SessionState, SessionStore, TurnRecord
from zeroclaw_runtime.agent import Agent, ModelRoute
from zeroclaw_runtime.clock import SystemClock
from zeroclaw_runtime.context.prompt import prefix_digest
from zeroclaw_runtime.errors import InvalidAgent
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.host.native import NativeHost
from zeroclaw_runtime.lanes.conversation import Conversation
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.mailbox import Mailbox
from zeroclaw_runtime.lanes.questions import Questions
from zeroclaw_runtime.lanes.subscribers import Hub
from zeroclaw_runtime.limits.actions import ActionWindow
from zeroclaw_runtime.limits.budget import BudgetBook
from zeroclaw_runtime.limits.resting import Resting
from zeroclaw_runtime.limits.settings import Limits
from zeroclaw_runtime.process.on_demand import open_processes_on_demand
from zeroclaw_runtime.security.receipts import Receipts
from zeroclaw_runtime.session.actor import SessionActor
from zeroclaw_runtime.tools.catalogue import build_catalogue
from zeroclaw_runtime.tools.schema import SubsetValidator
from zeroclaw_runtime.tools.threads import tool_thread_limiter

if TYPE_CHECKING:
    from zeroclaw_api.hooks import Hook
    from zeroclaw_api.host import RuntimeAdapter
    from zeroclaw_api.memory import Memory
    from zeroclaw_api.observer import Observer
    from zeroclaw_api.processes import Processes
    from zeroclaw_api.services import Clock, Validator
    from zeroclaw_api.tool import TurnTool
    from zeroclaw_runtime.turn.leaks import SessionLeaks

__all__ = ["assemble", "open_session"]

REPAIR_CHUNK = 1000
"""How many of the last events are looked at first for the beginning of an interrupted turn."""

RECEIPT_KEY_BYTES = 32
"""Of the key of a session's receipts, which is on no disk and ends with the session."""

CLEAN_END_SECONDS = 150.0
"""Bound of the shield in which a session ends: longer than its turn's own."""


def assemble(
    alias: str,
    routes: Sequence[ModelRoute],
    *,
    system: str = "",
    tools: Sequence[TurnTool] = (),
    profile: RiskProfile = RiskProfile(),
    guards: Guards | None = None,
    limits: Limits = Limits(),
    arrival: ArrivalPolicy = ArrivalPolicy.QUEUE,
    validator: Validator = SubsetValidator(),
    clock: Clock = SystemClock(),
    host: RuntimeAdapter = NativeHost(),
    hooks: Sequence[Hook] = (),
    observer: Observer | None = None,
    memory: Memory | None = None,
    book: BudgetBook | None = None,
    actions: ActionWindow | None = None,
) -> Agent:
    """Check the parts and put them together. Raises `InvalidAgent`.

    `book` and `actions` are what several agents share when they spend from one budget. Without
    `guards` its commands are owned, but not confined.
    """
    if not routes:
        raise InvalidAgent(alias=alias, problem="it has no model")
    catalogue = build_catalogue(alias, tools, profile, host, validator)
    return Agent(
        alias=alias,
        routes=tuple(routes),
        system=system,
        catalogue=catalogue,
        profile=profile,
        guards=guards or Guards(),
        limits=limits,
        arrival=arrival,
        validator=validator,
        clock=clock,
        hooks=tuple(hooks),
        observer=observer,
        broken_observers=[],
        memory=memory,
        book=book or BudgetBook(),
        actions=actions or ActionWindow(limits.actions_per_hour),
        threads=tool_thread_limiter(),
        unpriced_reported=set(),
        resting=Resting(),
        prefix_digest=prefix_digest(system, catalogue.specs),
    )


@asynccontextmanager
async def open_session(
    agent: Agent,
    session_id: str,
    *,
    store: SessionStore | None = None,
    processes: Processes | None = None,
) -> AsyncIterator[SessionActor]:
    """Open a conversation, new or old; leaving the block ends it cleanly.

    Without a `store` it lives in memory and ends with the block. A turn that a crash cut off is
    ended as interrupted first; messages that were accepted and never begun are answered now.
    Raises `SessionBusy`, `StoreError`.
    """
    key = SessionId(session_id)
    keeper = store or _store_in_memory()
    async with AsyncExitStack() as stack:
        state = await keeper.open(key, f"process {os.getpid()}")
        stack.push_async_callback(_release, keeper, key)
        if processes is None:
            opening = agent.guards.open_processes or _own_processes
            on_demand = open_processes_on_demand(opening)
            processes = await stack.enter_async_context(on_demand)
        receipts = Receipts(os.urandom(RECEIPT_KEY_BYTES))
        leaks = _leaks_of(agent, receipts)
        actor = await _restore(agent, key, keeper, processes, state, receipts, leaks)
        async with trio.open_nursery() as nursery:
            if leaks is not None:
                nursery.start_soon(leaks.prepare)
            nursery.start_soon(actor.work)
            try:
                yield actor
            finally:
                with trio.move_on_after(CLEAN_END_SECONDS, shield=True):
                    await actor.shutdown(grace=0)
                if leaks is not None:
                    leaks.close()


# What not every session needs is loaded by the first one that does.


def _store_in_memory() -> SessionStore:
    from zeroclaw_runtime.stores.in_memory import InMemorySessionStore

    return InMemorySessionStore()


def _own_processes() -> AbstractAsyncContextManager[Processes]:
    from zeroclaw_runtime.process.choose import open_processes

    return open_processes()


async def _restore(
    agent: Agent,
    session_id: SessionId,
    store: SessionStore,
    processes: Processes,
    state: SessionState,
    receipts: Receipts,
    leaks: SessionLeaks | None,
) -> SessionActor:
    """An actor that goes on where the state ends, after the repair of what a crash left."""
    hub = Hub()
    journal = Journal(session_id, (agent.alias,), hub, store, agent.clock, state.head)
    messages = list(state.messages)
    conversation = Conversation(messages, was_trimmed=bool(messages) and messages[0].turn_id != 1)
    mailbox = Mailbox(agent.arrival)
    for accepted in state.waiting:
        mailbox.put(accepted)
    if state.open_turn is not None:
        from zeroclaw_runtime.session.restore import plan_repair

        events = await _turn_events(store, session_id, state.head.last_seq, state.open_turn)
        repair = plan_repair(state, state.open_turn, events)
        for role, items in repair.messages:
            conversation.add(await journal.add_message(repair.turn.turn_id, role, items))
        journal.note(calls=repair.calls, turn=repair.turn)
        await journal.commit([*repair.finished, repair.done], repair.turn.turn_id)
    return SessionActor(
        session_id,
        agent,
        journal,
        Questions(journal, agent.clock),
        conversation,
        mailbox,
        store,
        processes,
        receipts,
        leaks,
    )


def _leaks_of(agent: Agent, receipts: Receipts) -> SessionLeaks | None:
    build = agent.guards.leaks
    if build is None:
        return None
    from zeroclaw_runtime.turn.leaks import SessionLeaks

    return SessionLeaks(build, receipts.is_issued, agent.threads)


async def _turn_events(
    store: SessionStore, session_id: SessionId, last: int, turn: TurnRecord
) -> tuple[Event, ...]:
    """The last events, back to the beginning of a turn at least."""
    reach = REPAIR_CHUNK
    while True:
        events = await store.events(session_id, max(0, last - reach), last)
        if reach >= last or any(
            isinstance(event.body, TurnStarted) and event.turn_id == turn.turn_id
            for event in events
        ):
            return events
        reach *= 4


async def _release(store: SessionStore, session_id: SessionId) -> None:
    with trio.move_on_after(CLEAN_END_SECONDS, shield=True):
        await store.release(session_id)
