"""What surrounds a kernel under test: every part obeys, keeping account of what it saw."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeAlias

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import (
    BadStream,
    CommitUncertain,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderOverloaded,
    StoreError,
    ToolFailed,
)
from zeroclaw_api.events import Done, Event
from zeroclaw_api.identifiers import CallId, SessionId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.memory import MemoryCategory, MemoryEntry, MemoryFilter, RecallQuery
from zeroclaw_api.observer import Observation, TurnEnded
from zeroclaw_api.processes import Command, ProcessResult, RunningProcess
from zeroclaw_api.provider import ModelRequest, ProviderCapabilities
from zeroclaw_api.stores import CallState, Commit, SessionState
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.tool import ToolContext, ToolOutput, ToolSpec
from zeroclaw_api.usage import Money
from zeroclaw_testing.processes import FakeOutcome, FakeRunningProcess
from zeroclaw_testing.stores import ModelStore

__all__ = [
    "MEMORY_MARK",
    "TODAY",
    "CutOff",
    "DoneWatch",
    "Fault",
    "Flood",
    "Life",
    "LifeStore",
    "MarkedMemory",
    "MortalProcesses",
    "Raise",
    "RequestRecord",
    "Step",
    "StimulatedProvider",
    "StimulatedTool",
    "Tally",
    "raised",
]

MEMORY_MARK = "mark-of-memory"
TODAY = datetime(2031, 7, 9, 12, tzinfo=UTC)
DYING_SECONDS = 0.1
FLOOD_CHARACTERS = 300_000


@frozen
class Raise:
    """The stream raises an error of this kind."""

    kind: str


@frozen
class CutOff:
    """The stream ends without `Finish`."""


@frozen
class Flood:
    """The stream says more at once than a reader's buffer holds."""


Step: TypeAlias = StreamEvent | Raise | CutOff | Flood


class Fault(StrEnum):
    """How the next commit goes wrong."""

    REFUSED = "refused"
    UNCERTAIN_LOST = "uncertain_lost"
    UNCERTAIN_KEPT = "uncertain_kept"


@define(eq=False)
class RequestRecord:
    """One model request, with what the stream did."""

    life: int
    turn_id: TurnId
    request: ModelRequest
    said: list[str] = field(factory=list)
    broke: bool = False

    @property
    def has_spoken(self) -> bool:
        """Whether text of it can have been released."""
        return bool("".join(self.said).strip())


@define(eq=False)
class Tally:
    """What happened over all lives of one session's process, seen from outside the kernel."""

    requests: list[RequestRecord] = field(factory=list)
    executions: Counter[CallId] = field(factory=Counter)
    alive_at_done: list[tuple[TurnId, int, int]] = field(factory=list)
    problems: list[str] = field(factory=list)


@define(eq=False)
class Life:
    """One process: from opening the session until it is left, or until the power goes."""

    number: int
    tally: Tally
    feed: deque[Step] = field(factory=deque)
    fed: trio.Event = field(factory=trio.Event)
    is_alive: bool = True
    runs_dry: bool = False
    hanging: dict[CallId, trio.Event] = field(factory=dict)
    running_tools: int = 0

    def feed_model(self, *steps: Step) -> None:
        """Let the model go on."""
        self.feed.extend(steps)
        self.fed.set()

    def run_dry(self) -> None:
        """Let the model answer everything at once, and every tool that hangs return."""
        self.runs_dry = True
        self.fed.set()
        for event in self.hanging.values():
            event.set()

    async def next_step(self) -> Step:
        """What the model does next, once the test said so."""
        while not self.feed:
            if self.runs_dry:
                self.feed.extend((TextDelta("dry"), Finish(FinishReason.STOP)))
                break
            self.fed = trio.Event()
            await self.fed.wait()
        return self.feed.popleft()


class LifeStore:
    """The store as one process sees it: a dead process reaches it no more."""

    def __init__(self, store: ModelStore, life: Life, faults: deque[Fault]) -> None:
        self._store = store
        self._life = life
        self._faults = faults
        self.processes: MortalProcesses | None = None

    async def open(self, session_id: SessionId, owner: str) -> SessionState:
        """See `SessionStore.open`."""
        self._ensure_alive(session_id)
        return await self._store.open(session_id, owner)

    async def commit(self, session_id: SessionId, commit: Commit) -> None:
        """See `SessionStore.commit`; goes wrong as the test wants."""
        self._ensure_alive(session_id)
        await trio.lowlevel.checkpoint()
        self._note_done(commit)
        fault = self._faults.popleft() if self._faults else None
        if fault is Fault.REFUSED:
            raise StoreError(session_id=session_id, problem="the test refuses")
        if fault is Fault.UNCERTAIN_LOST:
            raise CommitUncertain(session_id=session_id, problem="the test lost it")
        await self._store.commit(session_id, commit)
        self._ensure_alive(session_id)
        if fault is Fault.UNCERTAIN_KEPT:
            raise CommitUncertain(session_id=session_id, problem="the test hides it")

    async def events(
        self, session_id: SessionId, after_seq: int, until_seq: int
    ) -> tuple[Event, ...]:
        """See `SessionStore.events`."""
        self._ensure_alive(session_id)
        return await self._store.events(session_id, after_seq, until_seq)

    async def spent(self, scopes: frozenset[str]) -> Mapping[str, Money]:
        """See `SessionStore.spent`."""
        return await self._store.spent(scopes)

    async def release(self, session_id: SessionId) -> None:
        """See `SessionStore.release`; the dead release nothing."""
        if self._life.is_alive:
            await self._store.release(session_id)

    def _ensure_alive(self, session_id: SessionId) -> None:
        if not self._life.is_alive:
            raise StoreError(session_id=session_id, problem="this process is dead")

    def _note_done(self, commit: Commit) -> None:
        for event in commit.events:
            if isinstance(event.body, Done) and event.turn_id is not None and self.processes:
                self._life.tally.alive_at_done.append(
                    (event.turn_id, self.processes.alive, self._life.running_tools)
                )


@define(eq=False)
class DoneWatch:
    """An observer that counts what is alive when a turn has just ended."""

    life: Life
    processes: MortalProcesses

    def observe(self, observation: Observation) -> None:
        """Look at the end of a turn."""
        if isinstance(observation, TurnEnded):
            self.life.tally.alive_at_done.append(
                (observation.turn.turn_id, self.processes.alive, self.life.running_tools)
            )


class StimulatedProvider:
    """A model that says what it is fed, when it is fed."""

    def __init__(self, life: Life, name: str) -> None:
        self._life = life
        self._name = name

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    @property
    def capabilities(self) -> ProviderCapabilities:
        """The usual."""
        return ProviderCapabilities()

    def stream(
        self, request: ModelRequest
    ) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        """Take note of the request, then say what is fed."""
        return self._stream(request)

    async def aclose(self) -> None:
        """Nothing to give back."""
        await trio.lowlevel.checkpoint()

    @asynccontextmanager
    async def _stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[StreamEvent]]:
        record = RequestRecord(self._life.number, request.messages[-1].turn_id, request)
        if self._life.is_alive:
            self._life.tally.requests.append(record)
        await trio.lowlevel.checkpoint()
        yield _Said(self._life, record)


class _Said(AsyncIterator[StreamEvent]):
    """One answer; it ends after its `Finish`."""

    def __init__(self, life: Life, record: RequestRecord) -> None:
        self._life = life
        self._record = record
        self._is_over = False

    def __aiter__(self) -> AsyncIterator[StreamEvent]:
        return self

    async def __anext__(self) -> StreamEvent:
        await trio.lowlevel.checkpoint()
        if self._is_over:
            raise StopAsyncIteration
        match await self._life.next_step():
            case Raise(kind):
                self._record.broke = True
                raise raised(kind)
            case CutOff():
                self._record.broke = True
                raise StopAsyncIteration
            case Finish() as finish:
                self._is_over = True
                return finish
            case Flood():
                self._record.said.append("flood")
                return TextDelta("x" * FLOOD_CHARACTERS)
            case TextDelta(text) as delta:
                self._record.said.append(text)
                return delta
            case event:
                return event


def raised(kind: str) -> Exception:
    """A fresh error of a kind; `bug` is what no contract allows."""
    facts = {"provider": "p", "model": "m", "detail": "the test wants it"}
    makers: dict[str, Callable[[], Exception]] = {
        "overloaded": lambda: ProviderOverloaded(retry_after=None, **facts),
        "auth": lambda: ProviderAuthFailed(**facts),
        "overflow": lambda: ContextOverflow(**facts),
        "broken": lambda: BadStream(**facts),
        "bug": lambda: RuntimeError("a bug of a provider"),
    }
    return makers[kind]()


class StimulatedTool:
    """A tool that does what its arguments say, and keeps account of every real run."""

    def __init__(self, spec: ToolSpec, life: Life, store: ModelStore) -> None:
        self._spec = spec
        self._life = life
        self._store = store

    @property
    def spec(self) -> ToolSpec:
        """The spec it was given."""
        return self._spec

    async def run(self, context: ToolContext, args: JsonObject) -> ToolOutput:
        """Do what `does` says."""
        life, call_id = self._life, context.call_id
        life.tally.executions[call_id] += 1
        if not life.is_alive:
            life.tally.problems.append(f"call {call_id} ran in a dead process")
        if not _is_durably_started(self._store, context.session_id, call_id):
            life.tally.problems.append(f"call {call_id} ran before its start was durable")
        life.running_tools += 1
        try:
            await trio.lowlevel.checkpoint()
            return await self._do(str(args["does"]), context)
        finally:
            life.running_tools -= 1

    async def _do(self, what: str, context: ToolContext) -> ToolOutput:
        match what:
            case "fail":
                raise ToolFailed(problem="it could not")
            case "crash":
                raise RuntimeError("a bug of a tool")
            case "hang":
                await self._hang(context.call_id)
            case "tidy":
                try:
                    await self._hang(context.call_id)
                finally:
                    await _take_time()
            case "command":
                command = Command(("forever",), None, {})
                await context.processes.run(command, timeout=3.0, output_limit=10)
            case "program":
                async with context.processes.start(Command(("forever",), None, {})):
                    await self._hang(context.call_id)
            case "ask":
                return ToolOutput.of_text(type(await context.ask("really?")).__name__)
            case "report":
                for number in range(3):
                    await context.progress(f"step {number}")
            case _:
                pass
        return ToolOutput.of_text("done" if what != "silent" else "")

    async def _hang(self, call_id: CallId) -> None:
        if self._life.runs_dry:
            return
        event = self._life.hanging[call_id] = trio.Event()
        try:
            await event.wait()
        finally:
            del self._life.hanging[call_id]


async def _take_time() -> None:
    with trio.move_on_after(DYING_SECONDS, shield=True):
        await trio.Event().wait()


def _is_durably_started(store: ModelStore, session_id: SessionId, call_id: CallId) -> bool:
    return any(
        record.call_id == call_id and record.state is CallState.STARTED
        for recorded in store.commits
        if recorded.session_id == session_id
        for record in recorded.commit.calls
    )


class MortalProcesses:
    """A process room whose programs run until they are killed, and take a moment to die."""

    def __init__(self) -> None:
        self.alive = 0

    async def run(
        self,
        command: Command,
        *,
        timeout: float,  # noqa: ASYNC109 - the contract's own parameter
        output_limit: int,
        on_output: Callable[[bytes], None] | None = None,
    ) -> ProcessResult:
        """See `Processes.run`."""
        began = trio.current_time()
        async with self._living():
            with trio.move_on_after(timeout):
                await trio.Event().wait()
        return ProcessResult(
            exit_code=None,
            signal=9,
            stdout=b"",
            stderr=b"",
            stdout_dropped=0,
            stderr_dropped=0,
            duration=trio.current_time() - began,
            timed_out=True,
        )

    def start(self, command: Command) -> AbstractAsyncContextManager[RunningProcess]:
        """See `Processes.start`."""
        return self._start()

    @asynccontextmanager
    async def _start(self) -> AsyncIterator[RunningProcess]:
        async with self._living():
            yield FakeRunningProcess(Command(("forever",), None, {}), FakeOutcome(hangs=True), 1)

    @asynccontextmanager
    async def _living(self) -> AsyncIterator[None]:
        self.alive += 1
        try:
            yield
        finally:
            await _take_time()
            self.alive -= 1


@define(eq=False)
class MarkedMemory:
    """A memory that always remembers the same marked thing, fails, or does not answer."""

    behaviour: str

    async def remember(self, entry: MemoryEntry) -> None:
        """Forgets it at once."""
        await trio.lowlevel.checkpoint()

    async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
        """One marked entry."""
        await trio.lowlevel.checkpoint()
        if self.behaviour == "fails":
            raise StoreError(session_id="-", problem="the memory is away")
        if self.behaviour == "hangs":
            await trio.Event().wait()
        return (MemoryEntry("agent", "k", MEMORY_MARK, MemoryCategory.CORE, TODAY),)

    async def forget(self, which: MemoryFilter) -> int:
        """There is nothing."""
        await trio.lowlevel.checkpoint()
        return 0

    async def export(self, which: MemoryFilter) -> tuple[MemoryEntry, ...]:
        """There is nothing."""
        await trio.lowlevel.checkpoint()
        return ()

    async def aclose(self) -> None:
        """Nothing to close."""
        await trio.lowlevel.checkpoint()
