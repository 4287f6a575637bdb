"""What every session must show, whatever drives it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import ClassVar

import trio
import trio.testing

from zeroclaw_api.errors import ProviderAuthFailed, ZeroClawError
from zeroclaw_api.events import (
    Accepted,
    AskUser,
    Done,
    Event,
    Gap,
    NewToken,
    Outcome,
    QuestionClosed,
    ToolFinished,
    ToolStarted,
    TurnStarted,
)
from zeroclaw_api.identifiers import MessageId, QuestionId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus, Role, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.principal import LOCAL_USER, Principal
from zeroclaw_api.questions import Answered, AnswerReceipt, Choice, Question, Reply
from zeroclaw_api.session import ProcessMessage, Session, SubscriberRole, Subscription
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_api.tool import ToolContext, ToolOutput, TurnTool
from zeroclaw_testing.kits.conformance import Conformance, failure_of
from zeroclaw_testing.scripted_provider import (
    Reached,
    Round,
    ScriptedProvider,
    Stall,
    WaitFor,
    call,
    calls,
    say,
)
from zeroclaw_testing.tools import FakeTool, tool_spec

__all__ = ["SessionConformance"]


class SessionConformance(Conformance[Session]):
    """Override `open_with`: a session of its own store, whose agent uses these parts.

    `flood` is an amount of text, in characters, that overflows an observer's buffer.
    """

    time_limit: ClassVar[float] = 20.0
    flood: ClassVar[int] = 4_000_000

    def open_with(
        self, provider: ScriptedProvider, tools: tuple[TurnTool, ...]
    ) -> AbstractAsyncContextManager[Session]:
        """A fresh session that may run read-only tools without asking."""
        raise NotImplementedError(f"{type(self).__name__} must override open_with()")

    async def test_turn_ends_with_exactly_one_done(self) -> None:
        with self.bounded():
            provider = ScriptedProvider([say("one"), say("two"), say("three")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                asked = [await _ask(session, text) for text in ("a", "b", "c")]
                events = await _read_until_done(reader, 3)
                await session.shutdown(1)
                events += [event async for event in reader if isinstance(event, Event)]
            dones = [event for event in events if isinstance(event.body, Done)]
            assert len(dones) == 3, f"three turns had {len(dones)} Done events"
            named = [number for event in dones for number in _done(event).message_ids]
            assert sorted(named) == sorted(asked), f"{asked} were asked, Done names {named}"
            for done in dones:
                later = [e for e in events if e.turn_id == done.turn_id and e.seq > done.seq]
                assert not later, f"after its Done the turn says {later!r}"

    async def test_turns_of_one_session_never_overlap(self) -> None:
        with self.bounded():
            provider = ScriptedProvider(always=say("yes"))
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                async with trio.open_nursery() as nursery:
                    for text in ("a", "b", "c", "d"):
                        nursery.start_soon(_ask, session, text)
                events = await _read_until_done(reader, 4)
            open_turns: list[int | None] = []
            for event in events:
                if isinstance(event.body, TurnStarted):
                    assert not open_turns, f"turn {event.turn_id} begins inside another"
                    open_turns.append(event.turn_id)
                elif isinstance(event.body, Done):
                    assert open_turns == [event.turn_id], f"{event.turn_id} ended unbegun"
                    open_turns.clear()
            assert provider.most_open_streams == 1, "two model requests ran at once"

    async def test_events_are_gapless_from_the_first(self) -> None:
        with self.bounded():
            tool = FakeTool(tool_spec("look"))
            provider = ScriptedProvider([call("look", {}), say("done")])
            async with self.open_with(provider, (tool,)) as session, _watch(session, 0) as reader:
                await _ask(session, "look")
                _require_gapless(await _read_until_done(reader))

    async def test_accepted_message_is_announced_by_its_number(self) -> None:
        with self.bounded():
            provider = ScriptedProvider([say("yes")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                asked = await _ask(session, "a")
                events = await _read_until_done(reader)
            accepted = [e.body.message_id for e in events if isinstance(e.body, Accepted)]
            assert accepted == [asked], f"{asked} was accepted, announced were {accepted}"

    async def test_new_tokens_are_the_final_text(self) -> None:
        text = "Grüße,\nzwei Zeilen\u2028und 🐟"
        with self.bounded():
            provider = ScriptedProvider([say(text, pieces=9)])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                await _ask(session, "hello")
                events = await _read_until_done(reader)
            assert _shown(events) == text, f"shown was {_shown(events)!r}"
            done = _done(events[-1])
            assert done.outcome is Outcome.ANSWERED, f"it ended {done.outcome}: {done.detail}"
            assert done.final_text == text, f"the final text is {done.final_text!r}"

    async def test_conversation_holds_what_was_said(self) -> None:
        with self.bounded():
            provider = ScriptedProvider([say("yes"), say("no")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                for text in ("a", "b"):
                    await _ask(session, text)
                await _read_until_done(reader, 2)
                said = [(message.role, message.text) for message in session.conversation]
            user, model = Role.USER, Role.ASSISTANT
            expected = [(user, "a"), (model, "yes"), (user, "b"), (model, "no")]
            assert said == expected, f"the conversation is {said!r}"

    async def test_tool_result_reaches_the_next_request(self) -> None:
        async def look(_context: ToolContext, args: JsonObject) -> ToolOutput:
            return ToolOutput.of_text(f"seen {args['n']}")

        schema: JsonObject = {"type": "object", "properties": {"n": {"type": "integer"}}}
        with self.bounded():
            tool = FakeTool(tool_spec("look", parameters=schema), look)
            rounds = [calls(("look", {"n": 1}), ("look", {"n": 2})), say("done")]
            provider = ScriptedProvider(rounds)
            async with self.open_with(provider, (tool,)) as session, _watch(session) as reader:
                await _ask(session, "look")
                events = await _read_until_done(reader)
            started = [e.body.call_id for e in events if isinstance(e.body, ToolStarted)]
            finished = [e.body.call_id for e in events if isinstance(e.body, ToolFinished)]
            assert len(set(started)) == 2, f"started were {started}"
            assert sorted(started) == sorted(finished), f"finished were {finished}"
            results = [r for m in provider.requests[1].messages for r in m.tool_results]
            texts = [result.text for result in results]
            assert ["seen 1" in texts[0], "seen 2" in texts[1]] == [True, True], f"{texts}"
            wanted = [c.id for m in provider.requests[1].messages for c in m.tool_calls]
            assert [result.call_id for result in results] == wanted, "a call has no result"

    async def test_cancelling_a_stream_is_acknowledged_at_once(self) -> None:
        with self.bounded():
            begun = trio.Event()
            provider = ScriptedProvider([(TextDelta("be"), Reached(begun), Stall()), say("again")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                await _ask(session, "hello")
                await begun.wait()
                with self.promptly("Done(cancelled)"):
                    assert session.cancel(), "it says that there is nothing to cancel"
                    done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.CANCELLED, f"it ended {done.outcome}"
                assert provider.open_streams == 0, "the stream is still open after Done"
                await _ask(session, "go on")
                done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.ANSWERED, f"the next turn ended {done.outcome}"

    async def test_cancelling_a_tool_leaves_its_call_answered(self) -> None:
        begun = trio.Event()

        async def wait(_context: ToolContext, _args: JsonObject) -> ToolOutput:
            begun.set()
            await trio.sleep_forever()
            raise AssertionError("unreachable")

        with self.bounded():
            tool = FakeTool(tool_spec("wait"), wait)
            provider = ScriptedProvider([call("wait", {}), say("again")])
            async with self.open_with(provider, (tool,)) as session, _watch(session) as reader:
                await _ask(session, "wait")
                await begun.wait()
                with self.promptly("Done(cancelled)"):
                    session.cancel()
                    events = await _read_until_done(reader)
                assert tool.running == 0, "the tool still runs after Done"
                outcomes = [e.body.outcome for e in events if isinstance(e.body, ToolFinished)]
                statuses = [o.status for o in outcomes if isinstance(o, ToolResult)]
                assert statuses == [ResultStatus.CANCELLED], f"the call ended as {outcomes!r}"
                await _ask(session, "go on")
                await _read_until_done(reader)
            messages = provider.requests[1].messages
            made = [c.id for message in messages for c in message.tool_calls]
            answered = [r.call_id for message in messages for r in message.tool_results]
            assert made == answered, f"calls {made} were answered by {answered}"

    async def test_cancelling_nothing_says_so(self) -> None:
        with self.bounded():
            provider = ScriptedProvider([say("yes")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                assert not session.cancel(), "an idle session was cancelled"
                await _ask(session, "hello")
                done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.ANSWERED, f"a later turn ended {done.outcome}"

    async def test_failed_request_ends_the_turn_failed_with_its_key(self) -> None:
        refusal = ProviderAuthFailed(provider="scripted.test", model="m", detail="no")
        with self.bounded():
            provider = ScriptedProvider([(refusal,), say("better")])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                await _ask(session, "hello")
                done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.FAILED, f"it ended {done.outcome}"
                assert done.error_key == "provider_auth", f"the key is {done.error_key!r}"
                await _ask(session, "again")
                done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.ANSWERED, f"the next turn ended {done.outcome}"

    async def test_late_reader_gets_everything_from_the_start(self) -> None:
        with self.bounded():
            provider = ScriptedProvider([say("a long answer", pieces=5)])
            async with self.open_with(provider, ()) as session:
                async with _watch(session) as reader:
                    await _ask(session, "hello")
                    live = await _read_until_done(reader)
                async with _watch(session, 0) as reader:
                    late = await _read_until_done(reader)
                replayed = await session.replay(0, live[-1].seq)
            for name, events in (("a late reader", late), ("a replay", list(replayed))):
                _require_gapless(events)
                assert events[-1] == live[-1], f"{name} ends with {events[-1]!r}"
                assert _shown(events) == _shown(live), f"{name} sees {_shown(events)!r}"

    async def test_slow_observer_gets_a_gap_that_replay_fills(self) -> None:
        piece = "x" * 1000
        flood: Round = (
            *(TextDelta(piece) for _ in range(self.flood // 1000)),
            Finish(FinishReason.STOP),
        )
        with self.bounded():
            provider = ScriptedProvider([flood])
            async with self.open_with(provider, ()) as session:
                observing = session.subscribe(SubscriberRole.OBSERVER)
                async with observing as observer, _watch(session) as reader:
                    await _ask(session, "flood")
                    done = (await _read_until_done(reader))[-1]
                    seen = await _read_past(observer, done.seq)
                gaps = [entry for entry in seen if isinstance(entry, Gap)]
                assert gaps, "an observer that reads nothing lost nothing: its buffer has no bound"
                whole: list[Event] = []
                for entry in seen:
                    if isinstance(entry, Gap):
                        whole += await session.replay(entry.first_seq - 1, entry.seq)
                    else:
                        whole.append(entry)
                _require_complete(whole, done.seq)

    async def test_turn_runs_on_without_any_reader(self) -> None:
        with self.bounded():
            ended = trio.Event()
            flood = tuple(TextDelta("x" * 1000) for _ in range(self.flood // 1000))
            provider = ScriptedProvider([(*flood, Reached(ended), Finish(FinishReason.STOP))])
            async with self.open_with(provider, ()) as session:
                async with _watch(session):
                    await _ask(session, "flood")
                await ended.wait()
                async with _watch(session, 0) as reader:
                    events = await _read_until_done(reader)
                assert len(_shown(events)) == len(flood) * 1000, "text is missing"

    async def test_reader_that_reads_late_misses_nothing(self) -> None:
        with self.bounded():
            go = trio.Event()
            words = [f"{number} " for number in range(200)]
            deltas = tuple(TextDelta(word) for word in words)
            rounds: list[Round] = [(*deltas, WaitFor(go), Finish(FinishReason.STOP))]
            async with (
                self.open_with(ScriptedProvider(rounds), ()) as session,
                _watch(session, 0) as reader,
            ):
                await _ask(session, "count")
                await trio.testing.wait_all_tasks_blocked(0.01)
                go.set()
                events = await _read_until_done(reader)
            _require_gapless(events)
            assert _shown(events) == "".join(words), "text is missing"

    async def test_first_valid_answer_wins(self) -> None:
        stranger = Principal("elsewhere", "", "nobody")

        async def ask(context: ToolContext, _args: JsonObject) -> ToolOutput:
            resolution = await context.ask("Which one?")
            assert isinstance(resolution, Answered), f"it ended as {resolution!r}"
            return ToolOutput.of_text(f"the answer is {resolution.reply.text}")

        with self.bounded():
            provider = ScriptedProvider([call("ask", {}), say("thanks")])
            tool = FakeTool(tool_spec("ask"), ask)
            async with self.open_with(provider, (tool,)) as session, _watch(session) as reader:
                await _ask(session, "ask me")
                question = await _read_question(reader)
                by = question.answerers[0]
                tries = [
                    session.answer(QuestionId("no such"), Reply(Choice.TEXT, by, text="x")),
                    session.answer(question.id, Reply(Choice.TEXT, stranger, text="evil")),
                    session.answer(question.id, Reply(Choice.TEXT, by, text="blue")),
                    session.answer(question.id, Reply(Choice.TEXT, by, text="red")),
                ]
                events = await _read_until_done(reader)
            assert tries == [
                AnswerReceipt.UNKNOWN,
                AnswerReceipt.NOT_ALLOWED,
                AnswerReceipt.ACCEPTED,
                AnswerReceipt.LATE,
            ], f"the receipts are {tries}"
            assert any(isinstance(e.body, QuestionClosed) for e in events), "it was never closed"
            texts = [r.text for m in provider.requests[1].messages for r in m.tool_results]
            assert "the answer is blue" in texts[0], f"the tool was told {texts}"

    async def test_shutdown_ends_the_turn_and_accepts_no_more(self) -> None:
        with self.bounded():
            begun = trio.Event()
            provider = ScriptedProvider([(Reached(begun), Stall())])
            async with self.open_with(provider, ()) as session, _watch(session) as reader:
                await _ask(session, "hello")
                await begun.wait()
                with self.promptly("shutting down"):
                    await session.shutdown(0)
                done = _done((await _read_until_done(reader))[-1])
                assert done.outcome is Outcome.CANCELLED, f"the turn ended {done.outcome}"
                failure = await failure_of(partial(_ask, session, "more"))
                assert isinstance(failure, ZeroClawError), f"it took more: {failure!r}"


def _watch(
    session: Session, after_seq: int | None = None
) -> AbstractAsyncContextManager[Subscription]:
    return session.subscribe(SubscriberRole.DRIVER, after_seq)


async def _ask(session: Session, text: str) -> MessageId:
    return await session.process(ProcessMessage(text, LOCAL_USER, TurnOrigin.INTERACTIVE))


async def _read_until_done(reader: Subscription, count: int = 1) -> list[Event]:
    events: list[Event] = []
    left = count
    async for event in reader:
        assert isinstance(event, Event), f"a driver got {event!r}"
        events.append(event)
        left -= isinstance(event.body, Done)
        if left == 0:
            return events
    raise AssertionError(f"the events ended {left} Done too early: {events[-3:]!r}")


async def _read_past(reader: Subscription, seq: int) -> list[Event | Gap]:
    seen: list[Event | Gap] = []
    async for entry in reader:
        seen.append(entry)
        if entry.seq >= seq:
            return seen
    raise AssertionError(f"the events ended before {seq}")


async def _read_question(reader: Subscription) -> Question:
    async for event in reader:
        if isinstance(event, Event) and isinstance(event.body, AskUser):
            return event.body.question
    raise AssertionError("no question was asked")


def _done(event: Event) -> Done:
    assert isinstance(event.body, Done), f"{event!r} is no Done"
    return event.body


def _shown(events: Iterable[Event]) -> str:
    return "".join(event.body.text for event in events if isinstance(event.body, NewToken))


def _require_gapless(events: list[Event]) -> None:
    expected = 1
    for event in events:
        assert event.first_seq == expected, f"event {expected} is missing before {event!r}"
        expected = event.seq + 1


def _require_complete(events: list[Event], until: int) -> None:
    """Every number up to the last is there; a gap's edge may fall inside a merged event."""
    reached = 0
    for event in events:
        assert event.first_seq <= reached + 1, f"event {reached + 1} is missing"
        reached = max(reached, event.seq)
    assert reached >= until, f"the events end at {reached}, not {until}"
