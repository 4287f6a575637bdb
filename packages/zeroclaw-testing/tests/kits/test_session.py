"""The session kit tells a working implementation from a broken one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from typing import ClassVar

import pytest
import trio
from attrs import define, evolve, field

from zeroclaw_api.errors import ProviderError, ZeroClawError
from zeroclaw_api.events import (
    Accepted,
    AskUser,
    Done,
    Event,
    EventBody,
    Gap,
    NewToken,
    Outcome,
    QuestionClosed,
    ToolFinished,
    ToolStarted,
    TurnStarted,
)
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId, SessionId, TurnId
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.messages import (
    Item,
    Message,
    ResultStatus,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from zeroclaw_api.principal import LOCAL_USER
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.questions import (
    Answered,
    AnswerReceipt,
    Choice,
    Question,
    QuestionKind,
    Reply,
    Resolution,
)
from zeroclaw_api.session import (
    CancelReason,
    ProcessMessage,
    Session,
    SubscriberRole,
    Subscription,
)
from zeroclaw_api.stream import TextDelta, ToolCallDelta
from zeroclaw_api.tool import Tool, TurnTool
from zeroclaw_api.usage import Usage
from zeroclaw_testing.clock import ManualClock
from zeroclaw_testing.kits.control import require_caught
from zeroclaw_testing.kits.session import SessionConformance
from zeroclaw_testing.scripted_provider import ScriptedProvider
from zeroclaw_testing.tool_context import FakeToolContext
from zeroclaw_testing.tools import FakeTool

S = SessionId("small")


class SmallClosed(ZeroClawError):
    """The small session takes no more."""

    error_key = "small_closed"
    template = "The session is closed."


@define
class Asked:
    """An open question, with its answer when it has one."""

    question: Question
    reply: Reply | None = None
    answered: trio.Event = field(factory=trio.Event)


class Context(FakeToolContext):
    """Asks through the small session."""

    def __init__(self, session: SmallSession, call_id: CallId) -> None:
        super().__init__(call_id=call_id)
        self._session = session

    async def ask(self, prompt: str, suggestions: tuple[str, ...] = ()) -> Resolution:
        return await self._session.ask(prompt, self.call_id)


class Reader:
    """Reads the log of a small session from a place on."""

    def __init__(self, session: SmallSession, place: int, bound: float) -> None:
        self._session = session
        self._place = place
        self._bound = bound

    def __aiter__(self) -> AsyncIterator[Event | Gap]:
        return self

    async def __anext__(self) -> Event | Gap:
        await trio.lowlevel.checkpoint()
        log = self._session.log
        while self._place >= len(log):
            if self._session.is_over:
                raise StopAsyncIteration
            await self._session.changed.wait()
        start = self._place
        if len(log) - start > self._bound:
            self._place = len(log)
            return Gap(start + 1, len(log))
        self._place += 1
        return log[start]


class SmallSession:
    """The least that behaves as a session: no store, no gate, no limits."""

    observer_bound: ClassVar[float] = 50
    takes_any_answer: ClassVar[bool] = False

    def __init__(self, provider: ScriptedProvider, tools: tuple[TurnTool, ...]) -> None:
        self.provider = provider
        self.tools: dict[str, TurnTool] = {tool.spec.name: tool for tool in tools}
        self.log: list[Event] = []
        self.changed = trio.Event()
        self.messages: list[Message] = []
        self.is_over = False
        self.is_closed = False
        self.ended = trio.Event()
        self.asked: dict[QuestionId, Asked] = {}
        self._waiting: list[tuple[MessageId, ProcessMessage]] = []
        self._scope: trio.CancelScope | None = None
        self._message_id = 0
        self._call_id = 0
        self._turn_id = 0

    @property
    def id(self) -> SessionId:
        return S

    @property
    def conversation(self) -> tuple[Message, ...]:
        return tuple(self.messages)

    async def process(self, command: ProcessMessage) -> MessageId:
        await trio.lowlevel.checkpoint()
        if self.is_closed:
            raise SmallClosed
        self._message_id += 1
        message_id = MessageId(self._message_id)
        self._waiting.append((message_id, command))
        self.emit(Accepted(message_id))
        return message_id

    def cancel(self, reason: CancelReason = CancelReason.USER) -> bool:
        if self._scope is None:
            return False
        self._scope.cancel()
        return True

    async def shutdown(self, grace: float) -> None:
        self.is_closed = True
        self._wake()
        with trio.move_on_after(grace):
            await self.ended.wait()
        self.cancel()
        await self.ended.wait()

    def answer(self, question_id: QuestionId, reply: Reply) -> AnswerReceipt:
        asked = self.asked.get(question_id)
        if asked is None:
            return AnswerReceipt.UNKNOWN
        is_allowed = any(reply.by.is_same_as(who) for who in asked.question.answerers)
        if not is_allowed and not self.takes_any_answer:
            return AnswerReceipt.NOT_ALLOWED
        if asked.reply is not None:
            return AnswerReceipt.LATE
        asked.reply = reply
        asked.answered.set()
        return AnswerReceipt.ACCEPTED

    def subscribe(
        self, role: SubscriberRole, after_seq: int | None = None
    ) -> AbstractAsyncContextManager[Subscription]:
        return self._subscribe(role, len(self.log) if after_seq is None else after_seq)

    @asynccontextmanager
    async def _subscribe(self, role: SubscriberRole, place: int) -> AsyncIterator[Subscription]:
        await trio.lowlevel.checkpoint()
        bound = self.observer_bound if role is SubscriberRole.OBSERVER else float("inf")
        yield Reader(self, place, bound)

    async def replay(self, after_seq: int, until_seq: int) -> tuple[Event, ...]:
        await trio.lowlevel.checkpoint()
        return tuple(self.log[after_seq:until_seq])

    async def ask(self, prompt: str, call_id: CallId) -> Resolution:
        question = Question(
            id=QuestionId(f"q{call_id}"),
            kind=QuestionKind.ASK,
            prompt=prompt,
            choices=(Choice.TEXT,),
            answerers=(LOCAL_USER,),
            expires_at=ManualClock().now() + timedelta(minutes=5),
        )
        asked = self.asked[question.id] = Asked(question)
        self.emit(AskUser(question, call_id))
        await asked.answered.wait()
        assert asked.reply is not None
        resolution = Answered(asked.reply)
        self.emit(QuestionClosed(question.id, resolution))
        return resolution

    def emit(self, body: EventBody) -> None:
        turn_id = TurnId(self._turn_id) if self._turn_id else None
        seq = len(self.log) + 1
        self.log.append(Event(S, seq, turn_id, ("small",), ManualClock().now(), body))
        self._wake()

    async def run(self) -> None:
        while True:
            while not self._waiting and not self.is_closed:
                await self.changed.wait()
            if self.is_closed:
                break
            await self.run_turn(*self._waiting.pop(0))
        self.is_over = True
        self.ended.set()
        self._wake()

    async def run_turn(self, message_id: MessageId, command: ProcessMessage) -> None:
        self._turn_id += 1
        self.emit(TurnStarted((message_id,), command.origin))
        self._say(Role.USER, Text(command.text), message_id)
        final, key = "", None
        with trio.CancelScope() as scope:
            self._scope = scope
            try:
                final = await self.answer_message()
            except ProviderError as error:
                key = error.error_key
        outcome = Outcome.FAILED if key else Outcome.ANSWERED
        if scope.cancelled_caught:
            outcome = Outcome.CANCELLED
        self._scope = None
        await self.finish(Done((message_id,), outcome, final, Usage(), None, key))

    async def finish(self, done: Done) -> None:
        self.emit(done)

    async def answer_message(self) -> str:
        while True:
            specs = tuple(tool.spec for tool in self.tools.values())
            request = ModelRequest("m", "", specs, tuple(self.messages), 100)
            text, found = "", dict[int, list[ToolCallDelta]]()
            async with self.provider.stream(request) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        text += event.text
                        self.emit(NewToken(event.text))
                    elif isinstance(event, ToolCallDelta):
                        found.setdefault(event.index, []).append(event)
            calls = [self._call(pieces) for pieces in found.values()]
            self._say(Role.ASSISTANT, *([Text(text)] if text else []), *calls)
            if not calls:
                return text
            await self.invoke_all(calls)

    async def invoke_all(self, calls: list[ToolCall]) -> None:
        results = [
            ToolResult(call.id, ResultStatus.CANCELLED, (Text("cancelled"),)) for call in calls
        ]
        try:
            for place, call in enumerate(calls):
                self.emit(ToolStarted(call.id, call.name, call.args))
                tool = self.tools[call.name]
                try:
                    results[place] = await self._invoke(tool, call)
                finally:
                    self.emit(ToolFinished(call.id, call.name, results[place], 0.0))
        finally:
            self._say(Role.TOOL, *results)

    async def _invoke(self, tool: TurnTool, call: ToolCall) -> ToolResult:
        assert isinstance(tool, FakeTool)
        runnable: Tool = tool
        output = await runnable.run(Context(self, call.id), call.args)
        return ToolResult(call.id, ResultStatus.SUCCESS, output.content)

    def _call(self, pieces: list[ToolCallDelta]) -> ToolCall:
        self._call_id += 1
        name = next(piece.name for piece in pieces if piece.name)
        args = parse_json_object("".join(piece.args_fragment for piece in pieces))
        return ToolCall(CallId(self._call_id), name, args)

    def _say(self, role: Role, *items: Item | MessageId) -> None:
        given = [item for item in items if isinstance(item, int)]
        if not given:
            self._message_id += 1
        message_id = MessageId(given[0] if given else self._message_id)
        kept = tuple(item for item in items if not isinstance(item, int))
        self.messages.append(Message(message_id, TurnId(self._turn_id), role, kept))

    def _wake(self) -> None:
        self.changed.set()
        self.changed = trio.Event()


class TestSmallSession(SessionConformance):
    flood: ClassVar[int] = 200_000
    kind: ClassVar[type[SmallSession]] = SmallSession

    @asynccontextmanager
    async def open_with(
        self, provider: ScriptedProvider, tools: tuple[TurnTool, ...]
    ) -> AsyncIterator[Session]:
        session = self.kind(provider, tools)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.run)
            yield session
            nursery.cancel_scope.cancel()


class SaysDoneTwice(SmallSession):
    async def finish(self, done: Done) -> None:
        await super().finish(done)
        await super().finish(done)


class TalksAfterDone(SmallSession):
    async def finish(self, done: Done) -> None:
        await super().finish(done)
        self.emit(NewToken("by the way"))


class NamesNobody(SmallSession):
    async def finish(self, done: Done) -> None:
        await super().finish(evolve(done, message_ids=()))


class FinishesSlowly(SmallSession):
    async def finish(self, done: Done) -> None:
        with trio.move_on_after(0.3):
            await trio.sleep_forever()
        await super().finish(done)


class TrimsFinalText(SmallSession):
    async def finish(self, done: Done) -> None:
        await super().finish(evolve(done, final_text=done.final_text.strip("🐟")))


class HidesErrors(SmallSession):
    async def finish(self, done: Done) -> None:
        await super().finish(evolve(done, error_key=None))


class LosesEvents(SmallSession):
    def emit(self, body: EventBody) -> None:
        super().emit(body)
        if isinstance(body, ToolStarted):
            self.log[-1] = evolve(self.log[-1], seq=self.log[-1].seq + 1)


class AnnouncesNothing(SmallSession):
    def emit(self, body: EventBody) -> None:
        if not isinstance(body, Accepted):
            super().emit(body)


class ForgetsCancelled(SmallSession):
    async def invoke_all(self, calls: list[ToolCall]) -> None:
        try:
            await super().invoke_all(calls)
        except trio.Cancelled:
            self.messages.pop()
            raise


class ClaimsSuccess(SmallSession):
    def cancel(self, reason: CancelReason = CancelReason.USER) -> bool:
        super().cancel(reason)
        return True


class RunsAllAtOnce(SmallSession):
    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            while True:
                while not self._waiting:
                    await self.changed.wait()
                nursery.start_soon(self.run_turn, *self._waiting.pop(0))


class NeverBounds(SmallSession):
    observer_bound: ClassVar[float] = float("inf")


class TellsNoHistory(SmallSession):
    @property
    def conversation(self) -> tuple[Message, ...]:
        return super().conversation[:-1]


class ReplaysNothing(SmallSession):
    async def replay(self, after_seq: int, until_seq: int) -> tuple[Event, ...]:
        return (await super().replay(after_seq, until_seq))[1:]


class TakesAnyAnswer(SmallSession):
    takes_any_answer: ClassVar[bool] = True


class NeverCloses(SmallSession):
    async def process(self, command: ProcessMessage) -> MessageId:
        is_closed, self.is_closed = self.is_closed, False
        try:
            return await super().process(command)
        finally:
            self.is_closed = is_closed


class SkipsTools(SmallSession):
    async def _invoke(self, tool: TurnTool, call: ToolCall) -> ToolResult:
        await trio.lowlevel.checkpoint()
        return ToolResult(call.id, ResultStatus.SUCCESS, (Text("done, believe me"),))


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (SaysDoneTwice, "test_turn_ends_with_exactly_one_done"),
        (TalksAfterDone, "test_turn_ends_with_exactly_one_done"),
        (NamesNobody, "test_turn_ends_with_exactly_one_done"),
        (RunsAllAtOnce, "test_turns_of_one_session_never_overlap"),
        (LosesEvents, "test_events_are_gapless_from_the_first"),
        (AnnouncesNothing, "test_accepted_message_is_announced_by_its_number"),
        (TrimsFinalText, "test_new_tokens_are_the_final_text"),
        (TellsNoHistory, "test_conversation_holds_what_was_said"),
        (SkipsTools, "test_tool_result_reaches_the_next_request"),
        (FinishesSlowly, "test_cancelling_a_stream_is_acknowledged_at_once"),
        (FinishesSlowly, "test_cancelling_a_tool_leaves_its_call_answered"),
        (ForgetsCancelled, "test_cancelling_a_tool_leaves_its_call_answered"),
        (ClaimsSuccess, "test_cancelling_nothing_says_so"),
        (HidesErrors, "test_failed_request_ends_the_turn_failed_with_its_key"),
        (ReplaysNothing, "test_late_reader_gets_everything_from_the_start"),
        (NeverBounds, "test_slow_observer_gets_a_gap_that_replay_fills"),
        (ReplaysNothing, "test_slow_observer_gets_a_gap_that_replay_fills"),
        (SkipsTools, "test_first_valid_answer_wins"),
        (TakesAnyAnswer, "test_first_valid_answer_wins"),
        (NeverCloses, "test_shutdown_ends_the_turn_and_accepts_no_more"),
    ],
)
async def test_kit_catches_a_broken_session(broken: type[SmallSession], check: str) -> None:
    class Broken(TestSmallSession):
        time_limit: ClassVar[float] = 2.0
        prompt_limit: ClassVar[float] = 0.2
        kind: ClassVar[type[SmallSession]] = broken

    await require_caught(getattr(Broken(), check))
