"""What one turn knows: its fixed surroundings, the little that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from zeroclaw_api.events import EventBody, NewToken, TurnWarning
from zeroclaw_api.identifiers import CallId, MessageId, TurnId, TurnInfo
from zeroclaw_api.json import Json
from zeroclaw_api.messages import Item, Message, Role, ToolCall, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import Principal
from zeroclaw_api.stores import CallRecord, CallState, SessionStore
from zeroclaw_api.usage import Money, Usage
from zeroclaw_runtime.agent import Agent
from zeroclaw_runtime.lanes.conversation import Conversation
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.mailbox import Mailbox
from zeroclaw_runtime.lanes.questions import Questions
from zeroclaw_runtime.limits.deadline import Deadline
from zeroclaw_runtime.limits.loop_detector import LoopDetector
from zeroclaw_runtime.turn.outcome import Ending

if TYPE_CHECKING:
    from zeroclaw_api.ledger import LedgerDraft
    from zeroclaw_api.observer import Observation
    from zeroclaw_api.processes import Processes
    from zeroclaw_runtime.security.claims.evidence import Evidence
    from zeroclaw_runtime.security.receipts import Receipts
    from zeroclaw_runtime.turn.leaks import SessionLeaks

__all__ = ["Round", "Turn"]


@define(eq=False, repr=False)
class Round:
    """The calls of one response, until each has its result."""

    calls: tuple[ToolCall, ...]
    states: dict[CallId, CallState]
    results: dict[CallId, ToolResult] = field(factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether every call has its result."""
        return len(self.results) == len(self.calls)


@define(eq=False, repr=False)
class Turn:
    """One turn of one session. The steps read all of it; each says what it changes."""

    agent: Agent
    info: TurnInfo
    origin: TurnOrigin
    by: Principal
    journal: Journal
    questions: Questions
    conversation: Conversation
    mailbox: Mailbox
    store: SessionStore
    processes: Processes
    receipts: Receipts
    leaks: SessionLeaks | None
    deadline: Deadline
    message_ids: list[MessageId]
    opening_message: MessageId
    opening_note: str = ""
    requests: int = 0
    corrections: list[str] = field(factory=list)
    released: list[str] = field(factory=list)
    round: Round | None = None
    unfiled: list[LedgerDraft] = field(factory=list)
    evidence: list[Evidence] = field(factory=list)
    detector: LoopDetector = field(factory=LoopDetector)
    stop: Ending | None = None
    usage: Usage = Usage()
    cost: Money | None = Money(0)
    final_text: str = ""

    @property
    def id(self) -> TurnId:
        """The number of the turn."""
        return self.info.turn_id

    async def show(self, body: EventBody) -> None:
        """Publish an event once every driver has room for it."""
        await self.journal.emit_with_room(body, self.id)

    def show_now(self, body: EventBody) -> None:
        """Publish an event that must not wait."""
        self.journal.emit(body, self.id)

    async def release(self, text: str) -> None:
        """Show text of the answer. It is then part of history, whatever happens."""
        await self.journal.hub.wait_for_room()
        self.released.append(text)
        self.show_now(NewToken(text))

    async def append(self, role: Role, items: tuple[Item, ...]) -> Message:
        """Add a message to the conversation; durable with the next commit."""
        message = await self.journal.add_message(self.id, role, items)
        self.conversation.add(message)
        return message

    def note_call(self, call_id: CallId, state: CallState, result: ToolResult | None) -> None:
        """Record how far a call has come; durable with the next commit."""
        self.journal.note(calls=(CallRecord(call_id, self.id, state, result),))

    def warn(self, key: str, **facts: Json) -> None:
        """Tell the operator something; never waits."""
        self.show_now(TurnWarning(key, facts))

    @property
    def is_observed(self) -> bool:
        """Whether an observer is told anything at all."""
        return self.agent.observer is not None

    def observe(self, observation: Observation) -> None:
        """Tell the observer; one that raises is reported once and left alone from then on."""
        agent = self.agent
        if agent.observer is None or agent.observer in agent.broken_observers:
            return
        try:
            agent.observer.observe(observation)
        except Exception as error:  # noqa: BLE001  foreign code at a supervised edge
            agent.broken_observers.append(agent.observer)
            self.warn("observer_failed", problem=f"{type(error).__name__}: {error}")

    def charge(self, usage: Usage, cost: Money | None) -> None:
        """Add what one request used."""
        self.usage = self.usage + usage
        self.cost = None if cost is None or self.cost is None else Money(self.cost + cost)
