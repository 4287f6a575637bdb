"""A turn adds up what its requests used; what it showed it keeps."""

from __future__ import annotations

from one_session import S, message, script

from zeroclaw_api.events import Outcome, TurnWarning
from zeroclaw_api.identifiers import CallId, MessageId, TurnId, TurnInfo
from zeroclaw_api.messages import Role, Text, ToolCall
from zeroclaw_api.observer import TurnEnded
from zeroclaw_api.session import ArrivalPolicy, SubscriberRole
from zeroclaw_api.stores import CallState, SessionHead
from zeroclaw_api.usage import Money, Usage
from zeroclaw_runtime import Limits, assemble
from zeroclaw_runtime.lanes.conversation import Conversation
from zeroclaw_runtime.lanes.journal import Journal
from zeroclaw_runtime.lanes.mailbox import Mailbox
from zeroclaw_runtime.lanes.questions import Questions
from zeroclaw_runtime.lanes.subscribers import Hub
from zeroclaw_runtime.limits.deadline import Deadline
from zeroclaw_runtime.security.receipts import Receipts
from zeroclaw_runtime.turn.state import Turn
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.observers import RecordingObserver
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.stores import ModelStore


def turn_of(store: ModelStore, observer: RecordingObserver | None = None) -> Turn:
    clock = ManualClock()
    journal = Journal(S, ("a",), Hub(), store, clock, SessionHead())
    command = message()
    return Turn(
        agent=assemble("a", [script().route], observer=observer),
        info=TurnInfo(S, TurnId(1), ("a",)),
        origin=command.origin,
        by=command.by,
        journal=journal,
        questions=Questions(journal, clock),
        conversation=Conversation([]),
        mailbox=Mailbox(ArrivalPolicy.QUEUE),
        store=store,
        processes=FakeProcesses(),
        receipts=Receipts(bytes(32)),
        leaks=None,
        deadline=Deadline(Limits().turn_seconds, Limits().question_seconds_per_turn),
        message_ids=[MessageId(1)],
        opening_message=MessageId(1),
    )


async def test_cost_is_unknown_once_any_request_was() -> None:
    turn = turn_of(ModelStore())
    turn.charge(Usage(1, 2), Money(5))
    turn.charge(Usage(10, 20), Money(7))
    assert (turn.usage, turn.cost) == (Usage(11, 22), 12)
    turn.charge(Usage(), None)
    turn.charge(Usage(1, 1), Money(1))
    assert turn.cost is None


async def test_released_text_is_shown_and_kept_for_history() -> None:
    turn = turn_of(ModelStore())
    reader = turn.journal.hub.join(SubscriberRole.DRIVER, turn.journal.replay, 0, 0)
    await turn.release("a")
    await turn.release("b")
    assert turn.released == ["a", "b"]
    assert (await anext(reader)).seq == 2


async def test_appended_message_and_call_become_durable_together() -> None:
    store = ModelStore()
    await store.open(S, "test")
    turn = turn_of(store)
    call = ToolCall(turn.journal.next_call_id(), "read", {})
    added = await turn.append(Role.ASSISTANT, (Text("x"), call))
    turn.note_call(CallId(1), CallState.PROPOSED, None)
    assert store.commits == []
    await turn.journal.commit()
    (recorded,) = store.commits
    assert recorded.commit.messages == (added,)
    assert [r.state for r in recorded.commit.calls] == [CallState.PROPOSED]
    assert turn.conversation.messages == [added]


async def test_warning_carries_its_facts() -> None:
    turn = turn_of(ModelStore())
    reader = turn.journal.hub.join(SubscriberRole.DRIVER, turn.journal.replay, 0, 0)
    turn.warn("odd", what="thing")
    event = await anext(reader)
    assert getattr(event, "body", None) == TurnWarning("odd", {"what": "thing"})


async def test_observer_is_left_alone_after_its_first_failure() -> None:
    observer = RecordingObserver(fails=KeyError("x"))
    turn = turn_of(ModelStore(), observer)
    for _ in range(3):
        turn.observe(TurnEnded(turn.info, Outcome.ANSWERED, None, 0.0))
    assert len(observer.observations) == 1
