"""Every call is on record, whether it ran, failed, was denied or was cut off."""

from __future__ import annotations

import trio
from one_session import NO, YES, S, message, play, script
from trio.testing import MockClock

from zeroclaw_api.errors import ToolFailed
from zeroclaw_api.events import Done, Event
from zeroclaw_api.json import JsonObject
from zeroclaw_api.ledger import LedgerDraft, LedgerRecord
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.risk import Effect, Risk
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import assemble, open_session
from zeroclaw_runtime.guards import Guards
from zeroclaw_runtime.security.receipts import RECEIPT
from zeroclaw_runtime.turn.filing import FILING_SECONDS
from zeroclaw_testing.ledger import FakeLedger
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, calls, say
from zeroclaw_testing.tools import FakeTool, tool_spec


async def breaks(_context: ToolContext, _args: JsonObject) -> ToolOutput:
    raise ToolFailed(problem="no such thing")


READ = FakeTool(tool_spec("read"))
BROKEN = FakeTool(tool_spec("broken"), breaks)
WRITE = FakeTool(tool_spec("write", risk=Risk.MEDIUM, effects=frozenset({Effect.WRITE})))


def filed(ledger: FakeLedger) -> list[tuple[str, ResultStatus, str]]:
    drafts = [record.draft for record in ledger.records]
    return [(draft.tool, draft.outcome, draft.rule) for draft in drafts]


async def test_every_call_of_a_turn_is_filed_with_its_outcome() -> None:
    ledger = FakeLedger()
    model = script(
        calls(("read", {"a": 1}), ("broken", {}), ("ghost", {})), call("write", {}), say("ok")
    )
    agent = assemble(
        "home", [model.route], tools=[READ, BROKEN, WRITE], guards=Guards(ledger=ledger)
    )
    await play(agent, answers=[NO])
    first, last = filed(ledger)[:3], filed(ledger)[3:]
    assert set(first) == {
        ("read", ResultStatus.SUCCESS, ""),
        ("broken", ResultStatus.ERROR, ""),
        ("ghost", ResultStatus.ERROR, "advertised"),
    }
    assert last == [("write", ResultStatus.DENIED, "operator")]
    assert {record.draft.scope for record in ledger.records} == {S}


async def test_call_that_was_cut_off_is_filed_as_such() -> None:
    ledger, started = FakeLedger(), trio.Event()

    async def hangs(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        started.set()
        await trio.sleep_forever()
        raise AssertionError("it never wakes")

    model = script(call("slow", {}), say("ok"))
    tool = FakeTool(tool_spec("slow"), hangs)
    agent = assemble("home", [model.route], tools=[tool], guards=Guards(ledger=ledger))
    with trio.fail_after(10):
        async with (
            open_session(agent, S, processes=FakeProcesses()) as session,
            session.subscribe(SubscriberRole.DRIVER) as events,
        ):
            await session.process(message())
            await started.wait()
            session.cancel()
            async for event in events:
                if isinstance(event, Event) and isinstance(event.body, Done):
                    break
    assert filed(ledger) == [("slow", ResultStatus.CANCELLED, "")]


async def test_ledger_that_fails_is_reported_and_the_turn_goes_on() -> None:
    ledger = FakeLedger()
    ledger.problem = "the disk is full"
    model = script(call("read", {}), say("ok"))
    seen = await play(assemble("home", [model.route], tools=[READ], guards=Guards(ledger=ledger)))
    assert seen.warnings == ["call_not_filed"]
    assert seen.text == "ok"


async def test_successful_call_has_a_receipt_of_its_session() -> None:
    async def receipts() -> list[str | None]:
        model = script(calls(("read", {}), ("broken", {})), call("write", {}), say("ok"))
        agent = assemble("home", [model.route], tools=[READ, BROKEN, WRITE])
        results = (await play(agent, answers=[YES])).results
        return [result.receipt for result in sorted(results, key=lambda one: one.call_id)]

    first, second = await receipts(), await receipts()
    assert [receipt is not None for receipt in first] == [True, False, True]
    found = [receipt for receipt in (*first, *second) if receipt is not None]
    assert all(RECEIPT.fullmatch(receipt) for receipt in found)
    # Each session has a key of its own.
    assert len(set(found)) == 4


async def test_ledger_that_hangs_holds_up_no_turn_for_long(autojump_clock: MockClock) -> None:
    class Hanging(FakeLedger):
        async def append(self, draft: LedgerDraft) -> LedgerRecord:
            await trio.sleep_forever()
            raise AssertionError(f"{draft.tool} never wakes")

    model = script(call("read", {}), say("ok"))
    guards = Guards(ledger=Hanging())
    seen = await play(assemble("home", [model.route], tools=[READ], guards=guards), seconds=1e6)
    assert seen.warnings == ["call_not_filed"]
    assert trio.current_time() == FILING_SECONDS
