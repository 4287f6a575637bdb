"""One session over all its lives: real kernel, obedient surroundings, stimuli as methods."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

import trio
from attrs import define, field, frozen
from kernel_fakes import (
    TODAY,
    DoneWatch,
    Fault,
    Life,
    LifeStore,
    MarkedMemory,
    MortalProcesses,
    Step,
    StimulatedProvider,
    StimulatedTool,
    Tally,
)
from stepping import SteppedRun

from zeroclaw_api.errors import StoreError, ZeroClawError
from zeroclaw_api.events import (
    AskUser,
    ConfirmRequest,
    Done,
    Event,
    Gap,
    QuestionClosed,
    TurnStarted,
)
from zeroclaw_api.identifiers import MessageId, QuestionId, SessionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.questions import Question, Reply
from zeroclaw_api.risk import Effect, Risk, RiskProfile
from zeroclaw_api.session import (
    ArrivalPolicy,
    CancelReason,
    ProcessMessage,
    SubscriberRole,
    Subscription,
)
from zeroclaw_api.stores import Commit
from zeroclaw_api.tool import ToolSpec
from zeroclaw_api.usage import Price
from zeroclaw_runtime.agent import Agent, ModelRoute
from zeroclaw_runtime.assembly import assemble, open_session
from zeroclaw_runtime.errors import MailboxFull, SessionClosed
from zeroclaw_runtime.limits.settings import Limits
from zeroclaw_runtime.session.actor import SessionActor
from zeroclaw_testing.stores import ModelStore

__all__ = ["SESSION", "KernelWorld", "Options", "ReaderRecord"]

SESSION: Final = SessionId("s")
AGES: Final = 100_000.0
"""Seconds after which anything that waits for time has been waiting for something else."""

MOST_JUMPS: Final = 400
"""Deadlines one after the other until a session without a disturbance has run dry."""

TOOLS: Final = (
    ("look", Risk.LOW, frozenset({Effect.READ})),
    ("peek", Risk.LOW, frozenset({Effect.READ})),
    ("keep", Risk.MEDIUM, frozenset({Effect.WRITE})),
    ("start", Risk.MEDIUM, frozenset({Effect.EXECUTE})),
    ("burn", Risk.HIGH, frozenset({Effect.WRITE})),
)


@frozen
class Options:
    """How the agent of this world is built."""

    profile: RiskProfile = RiskProfile()
    limits: Limits = Limits()
    arrival: ArrivalPolicy = ArrivalPolicy.QUEUE
    routes: int = 2
    memory: str = "works"


@define(eq=False)
class ReaderRecord:
    """One reader of one life, with everything it was given."""

    role: SubscriberRole
    life: int
    after_seq: int
    permits: int | None
    seen: list[Event | Gap] = field(factory=list)
    wakes: trio.Event = field(factory=trio.Event)
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    has_left: bool = False

    async def may_read(self) -> None:
        """Wait until the test lets the reader go on; one without permits is never held up."""
        while self.permits == 0:
            self.wakes = trio.Event()
            await self.wakes.wait()
        if self.permits is not None:
            self.permits -= 1


class FixedClock:
    """It is always the same moment."""

    def now(self) -> datetime:
        """That moment."""
        return TODAY


class KernelWorld:
    """A session, its store, its surroundings; every method is one stimulus from outside."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.store = ModelStore(before_commit=self._hold_before, after_commit=self._hold_after)
        self.tally = Tally()
        self.run = SteppedRun()
        self.acknowledged: dict[MessageId, str] = {}
        self.readers: list[ReaderRecord] = []
        self.crashes: list[tuple[Commit, ...]] = []
        self.faults: deque[Fault] = deque()
        self.holds_before = False
        self.holds_after = False
        self.life: Life | None = None
        self.session: SessionActor | None = None
        self.log: ReaderRecord | None = None
        self.lives_running = 0
        self._lives = 0
        self._leave = trio.Event()
        self._life_scope = trio.CancelScope()
        self._released = trio.Event()

    # --- lives -------------------------------------------------------------------------------

    def open(self) -> None:
        """Start a process that opens the session."""
        self._lives += 1
        life = self.life = Life(self._lives, self.tally)
        self._leave = trio.Event()
        self._life_scope = trio.CancelScope()
        self.lives_running += 1
        self.run.start(self._live, life, self._leave, self._life_scope)

    def leave(self) -> None:
        """Leave the session's block, as an orderly program does at its end."""
        self.run.do(lambda: self._leave.set())

    def crash(self, *, keep_in_flight: bool) -> None:
        """Let the power go: what is not durable is lost; the dead process' tasks end unheard."""
        life = self.life
        if life is None:
            return

        def die() -> None:
            life.is_alive = False
            self.store.crash(keep_in_flight=keep_in_flight)
            self.faults.clear()
            self._open_store()
            self.crashes.append(tuple(recorded.commit for recorded in self.store.commits))
            self._life_scope.cancel()
            self.life = self.session = self.log = None

        self.run.do(die)

    # --- stimuli -----------------------------------------------------------------------------

    def send(self, command: ProcessMessage) -> None:
        """Say something to the session."""
        session = self.session
        if session is not None:
            self.run.start(self._process, session, command)

    def feed_model(self, *steps: Step) -> None:
        """Let the model go on."""
        life = self.life
        if life is not None:
            self.run.do(lambda: life.feed_model(*steps))

    def cancel(self, reason: CancelReason) -> None:
        """Cancel the running turn, or the next."""
        session = self.session
        if session is not None:
            self.run.do(lambda: session.cancel(reason))

    def shut_down(self, grace: float) -> None:
        """Ask the session to end."""
        session = self.session
        if session is not None:
            self.run.start(session.shutdown, grace)

    def answer(self, question_id: QuestionId, reply: Reply) -> None:
        """Answer a question."""
        session = self.session
        if session is not None:
            self.run.do(lambda: session.answer(question_id, reply))

    def finish_tool(self, place: int) -> None:
        """Let a hanging tool return."""
        life = self.life
        if life is not None and life.hanging:
            waiting = sorted(life.hanging)
            event = life.hanging[waiting[place % len(waiting)]]
            self.run.do(lambda: event.set())

    def hold_store(self, *, after: bool) -> None:
        """Let commits wait, before they are durable or after."""
        self.holds_after, self.holds_before = after, not after

    def release_store(self) -> None:
        """Let commits go on."""
        self.run.do(lambda: self._open_store())

    def join(self, role: SubscriberRole, permits: int | None, after_seq: int | None = None) -> None:
        """Let a reader join; one with permits reads only so many events until it gets more."""
        session = self.session
        if session is not None:
            last = self._last_published()
            start = last if after_seq is None else min(after_seq, last)
            reader = ReaderRecord(role, self._lives, start, permits)
            self.readers.append(reader)
            self.run.start(self._read, session, reader)

    def let_read(self, reader: ReaderRecord, permits: int) -> None:
        """Let a slow reader read some more."""

        def permit() -> None:
            reader.permits = (reader.permits or 0) + permits
            reader.wakes.set()

        self.run.do(permit)

    def leave_reading(self, reader: ReaderRecord) -> None:
        """Let a reader leave."""
        self.run.do(lambda: reader.scope.cancel())

    def pass_time(self, seconds: float) -> None:
        """Let time pass at once, as on a machine that was asleep."""
        self.run.pass_time(seconds)

    def pass_time_to_next_deadline(self) -> bool:
        """Let time pass until something is due; False when nothing is."""
        seconds = self.run.seconds_to_next_deadline
        if seconds > AGES:
            return False
        self.run.pass_time(max(0.0, seconds) + 1e-6)
        return True

    # --- what can be seen --------------------------------------------------------------------

    @property
    def slow_readers(self) -> list[ReaderRecord]:
        """Readers that wait for permits and have not left."""
        return [r for r in self.readers if r.permits is not None and not r.has_left]

    @property
    def events(self) -> tuple[Event, ...]:
        """The log of this life as its own first reader has it."""
        if self.log is None:
            return self.store.all_events(SESSION)
        return tuple(event for event in self.log.seen if isinstance(event, Event))

    @property
    def questions(self) -> list[Question]:
        """Every question this life asked, the open ones first."""
        asked = [
            e.body.question for e in self.events if isinstance(e.body, AskUser | ConfirmRequest)
        ]
        closed = {e.body.question_id for e in self.events if isinstance(e.body, QuestionClosed)}
        return sorted(asked, key=lambda question: question.id in closed)

    def open_turns(self) -> set[int]:
        """Turns that have begun in the log of this life and have no `Done` there."""
        begun = {e.turn_id for e in self.events if isinstance(e.body, TurnStarted)}
        over = {e.turn_id for e in self.events if isinstance(e.body, Done)}
        return {turn_id for turn_id in begun - over if turn_id is not None}

    # --- the end -----------------------------------------------------------------------------

    def run_dry(self) -> Iterator[None]:
        """Take every disturbance away, live one more life until all is answered; by stages."""
        self.faults.clear()
        self.release_store()
        for is_last in (False, True):
            if is_last:
                self.open()
            if self.life is not None:
                self._become_quiet(self.life)
                self._wait_out()
                self._note_what_is_left()
                yield
                self.leave()
            self._wait_out()
            yield
        assert self.lives_running == 0, "a life did not end"

    def close(self) -> None:
        """End the run."""
        self.run.close()

    def _become_quiet(self, life: Life) -> None:
        def quiet() -> None:
            self.faults.clear()
            self._open_store()
            life.feed.clear()
            life.run_dry()
            for reader in self.readers:
                reader.permits = None
                reader.wakes.set()

        self.run.do(quiet)

    def _note_what_is_left(self) -> None:
        """An open session at rest has answered all it acknowledged, without being reopened."""
        if self.session is None or self.log is None or self.log.has_left:
            return
        named = {m for e in self.events if isinstance(e.body, Done) for m in e.body.message_ids}
        self.tally.problems += [
            f"life {self._lives} rests and left message {message_id} unanswered"
            for message_id in self.acknowledged
            if message_id not in named
        ]

    def _wait_out(self) -> None:
        for _ in range(MOST_JUMPS):
            if not self.pass_time_to_next_deadline():
                return
        raise AssertionError(f"something is still due after {MOST_JUMPS} deadlines")

    # --- inside the run ----------------------------------------------------------------------

    async def _live(self, life: Life, leave: trio.Event, scope: trio.CancelScope) -> None:
        store = LifeStore(self.store, life, self.faults)
        processes = store.processes = MortalProcesses()
        agent = self._agent(life, processes)
        was_open = False
        try:
            with scope:
                async with open_session(
                    agent, SESSION, store=store, processes=processes
                ) as session:
                    was_open = True
                    if life.is_alive:
                        await self._hold_open(life, session, leave)
        except StoreError as error:
            if was_open and life.is_alive:
                self.tally.problems.append(f"the session fell with {error!r}")
        finally:
            self.lives_running -= 1
            if self.life is life:
                self.life = self.session = self.log = None

    async def _hold_open(self, life: Life, session: SessionActor, leave: trio.Event) -> None:
        self.session = session
        self.log = ReaderRecord(SubscriberRole.OBSERVER, life.number, 0, None)
        self.readers.append(self.log)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read, session, self.log)
            await leave.wait()
            self.session = None
            await session.shutdown(grace=0)

    def _agent(self, life: Life, processes: MortalProcesses) -> Agent:
        options = self.options
        schema: JsonObject = {
            "type": "object",
            "properties": {"does": {"type": "string"}},
            "required": ["does"],
        }
        return assemble(
            "agent",
            [
                ModelRoute(StimulatedProvider(life, f"p{n}"), "m", Price(10, 20), 100)
                for n in range(options.routes)
            ],
            system="system",
            tools=[
                StimulatedTool(ToolSpec(name, name, schema, risk, effects), life, self.store)
                for name, risk, effects in TOOLS
            ],
            profile=options.profile,
            limits=options.limits,
            arrival=options.arrival,
            clock=FixedClock(),
            observer=DoneWatch(life, processes),
            memory=None if options.memory == "none" else MarkedMemory(options.memory),
        )

    async def _process(self, session: SessionActor, command: ProcessMessage) -> None:
        try:
            message_id = await session.process(command)
        except (StoreError, SessionClosed, MailboxFull):
            return
        self.acknowledged[message_id] = command.text

    async def _read(self, session: SessionActor, reader: ReaderRecord) -> None:
        try:
            with reader.scope:
                async with session.subscribe(reader.role, reader.after_seq) as events:
                    await self._read_on(session, reader, events)
        except ZeroClawError as error:
            if self.life is not None and self.life.number == reader.life:
                self.tally.problems.append(f"a reader fell with {error!r}")
        finally:
            reader.has_left = True

    async def _read_on(
        self, session: SessionActor, reader: ReaderRecord, events: Subscription
    ) -> None:
        await reader.may_read()
        async for event in events:
            reader.seen.append(event)
            if isinstance(event, Gap) and reader is self.log:
                reader.seen[-1:] = await session.replay(event.first_seq - 1, event.seq)
            await reader.may_read()

    def _last_published(self) -> int:
        seen: Sequence[Event | Gap] = () if self.log is None else self.log.seen
        return seen[-1].seq if seen else 0

    async def _hold_before(self, _session: SessionId, _commit: Commit) -> None:
        while self.holds_before:
            await self._released.wait()

    async def _hold_after(self, _session: SessionId, _commit: Commit) -> None:
        while self.holds_after:
            await self._released.wait()

    def _open_store(self) -> None:
        self.holds_before = self.holds_after = False
        self._released.set()
        self._released = trio.Event()
