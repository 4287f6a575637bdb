"""The request of an iteration: the window, with what only this request says."""

from __future__ import annotations

from datetime import UTC, datetime

import trio
from one_session import S, follow, play, said, script
from trio.testing import MockClock

from zeroclaw_api.errors import StoreError
from zeroclaw_api.events import HistoryTrimmed, Outcome, Status, StatusUpdate
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.memory import MemoryCategory, MemoryEntry, RecallQuery
from zeroclaw_api.messages import Media, Role, Text
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.session import ProcessMessage
from zeroclaw_runtime import Limits, assemble, open_session
from zeroclaw_runtime.turn.prepare import RECALL_SECONDS
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.memory import InMemoryMemory
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import call, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

AT = datetime(2026, 2, 3, tzinfo=UTC)


def fact(key: str, content: str, category: MemoryCategory = MemoryCategory.CORE) -> MemoryEntry:
    return MemoryEntry("home", key, content, category, AT, session_id=SessionId("s"))


async def remembering(*entries: MemoryEntry) -> InMemoryMemory:
    memory = InMemoryMemory()
    for entry in entries:
        await memory.remember(entry)
    return memory


async def test_date_and_memories_open_the_message_in_the_request_only() -> None:
    memory = await remembering(fact("tea", "likes green tea"))
    store = ModelStore()
    model = script(say("ok"))
    agent = assemble("home", [model.route], memory=memory, clock=ManualClock(AT))
    await play(agent, "which tea?", store=store)
    (sent,) = model.last_messages
    assert sent.text == (
        "[Date] 2026-02-03\n[Memory context]\n- tea: likes green tea\n[/Memory context]\n\n"
        "which tea?"
    )
    assert [m.text for m in store.conversation(S)] == ["which tea?", "ok"]
    for event in store.all_events(S):
        assert "green tea" not in str(event)


async def test_note_stays_the_same_over_all_requests_of_a_turn() -> None:
    memory = await remembering(fact("tea", "likes green tea"))
    clock = ManualClock(AT)
    model = script(call("read", {}), say("ok"), say("next"))
    agent = assemble(
        "home", [model.route], memory=memory, clock=clock, tools=[FakeTool(tool_spec("read"))]
    )
    await play(agent, "which tea?", "and now?")
    first, second, third = model.provider.requests
    assert first.messages[0] == second.messages[0]
    # In the next turn the earlier message is as it was said, so that only its own is new.
    assert third.messages[0].text == "which tea?"
    assert third.messages[-1].text.startswith("[Date] 2026-02-03")


async def test_origin_decides_which_memories_a_turn_sees() -> None:
    memory = await remembering(
        fact("core", "tea"), fact("chat", "tea", MemoryCategory.CONVERSATION)
    )
    shown: dict[TurnOrigin, set[str]] = {}
    for origin in TurnOrigin:
        model = script(say("ok"))
        agent = assemble("home", [model.route], memory=memory)
        with trio.fail_after(10):
            async with open_session(agent, S, processes=FakeProcesses()) as session:
                await follow(session, ProcessMessage("tea", LOCAL_USER, origin))
        text = said(model.last_messages)
        shown[origin] = {key for key in ("core", "chat") if f"- {key}:" in text}
    assert shown[TurnOrigin.INTERACTIVE] == {"core", "chat"}
    assert shown[TurnOrigin.CRON] == {"core"}
    assert shown[TurnOrigin.SUB_TURN] == set()


async def test_memory_that_fails_or_dawdles_costs_its_memories_only(
    autojump_clock: MockClock,
) -> None:
    class Failing(InMemoryMemory):
        async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
            await trio.lowlevel.checkpoint()
            raise StoreError(session_id="s", problem="gone")

    class Slow(InMemoryMemory):
        async def recall(self, query: RecallQuery) -> tuple[MemoryEntry, ...]:
            await trio.sleep_forever()

    for memory in (Failing(), Slow()):
        agent = assemble("home", [script(say("ok")).route], memory=memory)
        seen = await play(agent, seconds=1e6)
        assert (seen.done.outcome, seen.warnings) == (Outcome.ANSWERED, ["recall_failed"])
    assert trio.current_time() == RECALL_SECONDS


async def test_pictures_of_a_message_are_sent_with_it() -> None:
    picture = Media("image/png", "0" * 64, 10)
    model = script(say("ok"))
    with trio.fail_after(10):
        async with open_session(
            assemble("home", [model.route]), S, processes=FakeProcesses()
        ) as session:
            await follow(session, ProcessMessage("look", LOCAL_USER, media=(picture,)))
    assert model.last_messages[0].items[1:] == (Text("look"), picture)


async def test_history_beyond_the_window_is_left_out_by_whole_turns() -> None:
    model = script(*[say("x" * 400) for _ in range(6)])
    store = ModelStore()
    agent = assemble("home", [model.route], limits=Limits(context_tokens=300))
    seen = await play(agent, *[f"<{n}>" for n in range(6)], store=store)
    messages = model.last_messages
    assert messages[0].role is Role.USER
    assert messages[0].text.startswith("[earlier turns omitted to fit the context window]")
    assert "<5>" in said(messages)
    assert "<0>" not in said(messages)
    assert seen.of(HistoryTrimmed)
    assert Status.TRIMMING in [update.status for update in seen.of(StatusUpdate)]
    # Nothing is lost: the store keeps every message.
    assert len(store.conversation(S)) == 12


async def test_trimmed_window_stays_trimmed_when_the_session_is_opened_again() -> None:
    model = script(*[say("x" * 400) for _ in range(4)], say("ok"))
    store = ModelStore()
    agent = assemble("home", [model.route], limits=Limits(context_tokens=300))
    await play(agent, *"abcd", store=store)
    before = len(model.last_messages)
    await play(agent, "e", store=store)
    assert len(model.last_messages) <= before + 2
    assert model.last_messages[0].text.startswith("[earlier turns omitted")


async def test_message_with_half_a_character_does_not_break_the_session() -> None:
    model = script(say("one"), say("two"))
    seen = await play(assemble("home", [model.route]), "caf\udce9", "again")
    assert seen.done.final_text == "two"
    assert "caf\ufffd" in said(model.last_messages)
