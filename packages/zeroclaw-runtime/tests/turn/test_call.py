"""One model request: paid for beforehand, watched, tried elsewhere while nothing was said."""

from __future__ import annotations

import pytest
import trio
from attrs import evolve
from one_session import S, Script, follow, message, play, said, script
from trio.testing import MockClock

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderUnreachable,
    StoreError,
)
from zeroclaw_api.events import Done, Event, HistoryTrimmed, NewToken, Outcome, UsageUpdate
from zeroclaw_api.identifiers import MessageId, SessionId, TurnId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Message, Role, Text
from zeroclaw_api.observer import ModelAnswered, ModelFailed, ModelRequested
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.session import SubscriberRole
from zeroclaw_api.stores import Commit
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_api.usage import Money, Price, Usage
from zeroclaw_runtime import (
    BudgetBook,
    BudgetLimits,
    Limits,
    ModelRoute,
    Retries,
    UnpricedPolicy,
    assemble,
    open_session,
)
from zeroclaw_runtime.turn.call import worst_input_tokens
from zeroclaw_testing.observers import RecordingObserver
from zeroclaw_testing.processes import FakeProcesses
from zeroclaw_testing.scripted_provider import (
    FailToConnect,
    Reached,
    ScriptedProvider,
    Stall,
    call,
    say,
)
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

USED = Usage(input_tokens=100, output_tokens=10)
END = (Finish(FinishReason.STOP),)
PRICE = Price(input=10, output=20)


def failing(kind: type[ProviderError]) -> ProviderError:
    return kind(provider="first", model="m", detail="test")


def priced(model: Script) -> ModelRoute:
    return evolve(model.route, price=PRICE, max_output_tokens=50)


@pytest.mark.parametrize(
    "kind", [ProviderUnreachable, ProviderRateLimited, ProviderOverloaded, BadStream]
)
async def test_next_model_is_asked_while_nothing_was_said(kind: type[ProviderError]) -> None:
    for broken in ((FailToConnect(failing(kind)),), (failing(kind),)):
        first, second = script(broken, name="first"), script(say("hi"), name="second")
        seen = await play(assemble("home", [first.route, second.route]))
        assert seen.done.final_text == "hi"
        assert seen.warnings == ["failed_over"]


@pytest.mark.parametrize("kind", [ProviderAuthFailed, ProviderRejected])
async def test_error_that_would_come_again_is_not_hidden_by_another_model(
    kind: type[ProviderError],
) -> None:
    first, second = script((failing(kind),), name="first"), script(say("hi"))
    seen = await play(assemble("home", [first.route, second.route]))
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, kind.error_key)
    assert second.provider.requests == []


PATIENT = Limits(retries=Retries(attempts=3))


async def test_one_model_is_asked_again_after_growing_waits(autojump_clock: MockClock) -> None:
    model = script((failing(ProviderOverloaded),), (failing(BadStream),), (TextDelta("hi"), *END))
    seen = await play(assemble("home", [model.route], limits=PATIENT), seconds=1e6)
    assert seen.done.final_text == "hi"
    assert seen.warnings == ["model_retried", "model_retried"]
    assert 0 < trio.current_time() < 2
    assert len({request.messages for request in model.provider.requests}) == 1


async def test_a_model_that_asks_for_a_wait_gets_it(autojump_clock: MockClock) -> None:
    limited = ProviderRateLimited(provider="p", model="m", detail="slow", retry_after=20.0)
    model = script((FailToConnect(limited),), say("hi"))
    seen = await play(assemble("home", [model.route], limits=PATIENT), seconds=1e6)
    assert seen.done.final_text == "hi"
    assert 20 <= trio.current_time() < 21


async def test_attempts_of_one_model_end_before_the_next_is_asked(
    autojump_clock: MockClock,
) -> None:
    first = script(always=(failing(ProviderOverloaded),), name="first")
    second = script(say("hi"), name="second")
    seen = await play(assemble("home", [first.route, second.route], limits=PATIENT), seconds=1e6)
    assert seen.warnings == ["model_retried", "model_retried", "failed_over"]
    assert len(first.provider.requests) == 3


async def test_nothing_is_asked_again_after_the_first_token(autojump_clock: MockClock) -> None:
    model = script((TextDelta("I was "), failing(ProviderOverloaded)), say("never asked"))
    seen = await play(assemble("home", [model.route], limits=PATIENT), seconds=1e6)
    assert seen.done.error_key == "provider_overloaded"
    assert len(model.provider.requests) == 1
    # The control: without the token it is.
    silent = script((failing(ProviderOverloaded),), say("asked"))
    seen = await play(assemble("home", [silent.route], limits=PATIENT), seconds=1e6)
    assert seen.done.final_text == "asked"


async def test_a_cancel_ends_a_wait_at_once(autojump_clock: MockClock) -> None:
    limited = ProviderRateLimited(provider="p", model="m", detail="slow", retry_after=25.0)
    model = script((FailToConnect(limited),), say("never asked"))
    limits = Limits(retries=Retries(attempts=3), turn_seconds=5)
    seen = await play(assemble("home", [model.route], limits=limits), seconds=1e6)
    assert seen.done.final_text == ""
    assert len(model.provider.requests) == 1
    assert trio.current_time() < 25


async def test_used_up_quota_goes_to_the_next_model() -> None:
    first = script((failing(ProviderQuotaExhausted),), name="first")
    seen = await play(assemble("home", [first.route, script(say("hi")).route]))
    assert (seen.done.final_text, seen.warnings) == ("hi", ["failed_over"])


async def test_an_empty_answer_goes_to_the_next_model_while_there_is_one() -> None:
    empty = (TextDelta(" "), USED, *END)
    first, second = script(empty, name="first"), script(say("hi"), name="second")
    seen = await play(assemble("home", [priced(first), priced(second)]))
    assert (seen.done.final_text, seen.warnings) == ("hi", ["failed_over"])
    # What the empty answer cost is paid as well.
    assert seen.of(UsageUpdate)[0].cost == PRICE.cost(USED)


async def test_a_model_that_failed_a_moment_ago_is_asked_last(autojump_clock: MockClock) -> None:
    first = script((failing(ProviderOverloaded),), always=say("first"), name="first")
    second = script(always=say("second"), name="second")
    agent = assemble("home", [first.route, second.route])
    texts = []
    with trio.fail_after(1e6):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            for pause in (0, 5, 60):
                autojump_clock.jump(pause)
                texts.append((await follow(session, message())).done.final_text)
    assert texts == ["second", "second", "first"]


async def test_no_other_model_is_asked_after_the_first_token() -> None:
    first = script((TextDelta("I was "), failing(ProviderOverloaded)), name="first")
    second = script(say("never asked"))
    store = ModelStore()
    seen = await play(assemble("home", [first.route, second.route]), store=store)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "provider_overloaded")
    assert second.provider.requests == []
    # What was said stays said: in the stream, in history, in the end of the turn.
    assert seen.text == seen.done.final_text == "I was "
    assert store.conversation(S)[-1].text == "I was "


async def test_each_model_gets_its_own_settings() -> None:
    first = script((failing(ProviderOverloaded),), name="first")
    second = ScriptedProvider([say("hi")], name="second")
    params: JsonObject = {"temperature": 0}
    route = ModelRoute(second, "other", max_output_tokens=7, params=params)
    await play(assemble("home", [first.route, route]))
    (request,) = second.requests
    assert (request.model, request.max_output_tokens, request.params) == ("other", 7, params)


async def test_last_model_has_the_last_word() -> None:
    first = script((failing(ProviderOverloaded),), name="first")
    second = script((failing(ProviderUnreachable),), name="second")
    seen = await play(assemble("home", [first.route, second.route]))
    assert seen.done.error_key == "provider_unreachable"


async def test_silence_of_a_provider_is_cut_off(autojump_clock: MockClock) -> None:
    first, second = script((Stall(),), name="first"), script(say("hi"))
    limits = Limits(silence_seconds=60)
    seen = await play(assemble("home", [first.route, second.route], limits=limits), seconds=1e6)
    assert seen.done.final_text == "hi"
    assert trio.current_time() == 60
    assert first.provider.open_streams == 0


async def test_silence_in_the_middle_of_an_answer_ends_the_turn(autojump_clock: MockClock) -> None:
    model = script((TextDelta("Well"), Stall()))
    seen = await play(
        assemble("home", [model.route], limits=Limits(silence_seconds=60)), seconds=1e6
    )
    assert (seen.done.error_key, seen.done.final_text) == ("provider_timed_out", "Well")
    assert 60 <= trio.current_time() <= 61


async def test_silence_while_a_driver_is_slow_is_not_the_providers(
    autojump_clock: MockClock,
) -> None:
    huge = "x" * 300_000
    model = script((TextDelta(huge), TextDelta("y"), TextDelta("z"), Finish(FinishReason.STOP)))
    limits = Limits(silence_seconds=10, turn_seconds=1000)
    agent = assemble("home", [model.route], limits=limits)
    with trio.fail_after(1e6):
        async with (
            open_session(agent, S, processes=FakeProcesses()) as session,
            session.subscribe(SubscriberRole.DRIVER) as events,
        ):
            await session.process(message())
            # The driver does not read for much longer than a provider may be silent.
            with trio.move_on_after(200):
                await trio.sleep_forever()
            text, outcomes = "", []
            async for event in events:
                body = event.body if isinstance(event, Event) else None
                if isinstance(body, NewToken):
                    text += body.text
                if isinstance(body, Done):
                    outcomes.append(body.outcome)
                    break
    assert outcomes == [Outcome.ANSWERED]
    assert text == huge + "yz"


def overflow() -> tuple[ContextOverflow]:
    return (ContextOverflow(provider="p", model="m", detail="too long"),)


async def test_window_that_is_too_large_is_trimmed_once_and_asked_again() -> None:
    model = script(say("one " * 100), say("two " * 100), overflow(), say("three"))
    seen = await play(assemble("home", [model.route]), "first", "second", "third")
    assert seen.done.final_text == "three"
    (trimmed,) = seen.of(HistoryTrimmed)
    assert trimmed.dropped_messages in (2, 4)
    last = said(model.last_messages)
    assert "first" not in last
    assert "third" in last
    assert "[earlier turns omitted to fit the context window]" in last


async def test_window_is_not_trimmed_twice_for_one_request() -> None:
    model = script(say("one"), say("two"), overflow(), overflow())
    seen = await play(assemble("home", [model.route]), "first", "second", "third")
    assert seen.done.error_key == "context_overflow"
    assert len(seen.of(HistoryTrimmed)) == 1


async def test_single_turn_that_is_too_large_fails_as_such() -> None:
    seen = await play(assemble("home", [script(overflow()).route]))
    assert seen.done.error_key == "context_overflow"
    assert seen.of(HistoryTrimmed) == []


async def test_summary_is_still_asked_for_after_the_window_was_trimmed() -> None:
    model = script(say("one"), call("read", {}), overflow(), say("summary"))
    agent = assemble(
        "home", [model.route], tools=[FakeTool(tool_spec("read"))], limits=Limits(iterations=1)
    )
    seen = await play(agent, "first", "second")
    assert "Say in a few sentences what you found" in said(model.last_messages)
    assert seen.done.final_text.startswith("summary")


async def test_cost_of_a_turn_is_the_sum_of_its_requests() -> None:
    tool = FakeTool(tool_spec("read"))
    model = script(call("read", {}, usage=USED), say("ok", usage=USED))
    seen = await play(assemble("home", [priced(model)], tools=[tool]))
    each = PRICE.cost(USED)
    assert each == 1200
    assert [u.cost for u in seen.of(UsageUpdate)] == [each, each]
    assert seen.done.cost == 2400
    assert seen.done.usage == USED + USED


async def test_cost_of_a_model_without_a_price_is_unknown() -> None:
    seen = await play(assemble("home", [script(say("ok", usage=USED)).route]))
    assert seen.done.cost is None
    assert seen.done.usage == USED


async def test_request_that_could_exceed_the_budget_is_never_sent() -> None:
    model = script(say("one", usage=USED), say("two", usage=USED), always=say("x", usage=USED))
    limits = Limits(budget=BudgetLimits(day=Money(20_000)))
    book = BudgetBook()
    agent = assemble("home", [priced(model)], limits=limits, book=book)
    ends = []
    with trio.fail_after(20):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            for _ in range(30):
                ends.append((await follow(session, message())).done)
    assert ends[0].outcome is Outcome.ANSWERED
    assert (ends[-1].outcome, ends[-1].error_key) == (Outcome.LIMIT, "budget_exceeded")
    sent = len(model.provider.requests)
    assert [end.outcome for end in ends].count(Outcome.ANSWERED) == sent
    assert sent * 1200 <= 20_000
    # The control: without a limit all of them are sent.
    free = script(always=say("x", usage=USED))
    await play(assemble("home", [priced(free)]), *["hi"] * 30)
    assert len(free.provider.requests) == 30


async def test_worst_case_is_durable_before_the_request_goes_out() -> None:
    store = ModelStore()
    sent = trio.Event()
    limits = Limits(budget=BudgetLimits(agent=Money(10**9)))
    model = script((Reached(sent), Stall()))
    agent = assemble("home", [priced(model)], limits=limits)
    with trio.fail_after(10):
        async with open_session(agent, S, store=store, processes=FakeProcesses()) as session:
            await session.process(message())
            await sent.wait()
            # As after a crash in this moment: only what is durable counts.
            (request,) = model.provider.requests
            worst = PRICE.worst_case(worst_input_tokens(request), 50)
            assert await store.spent(frozenset({"agent:home"})) == {"agent:home": worst}


async def test_request_that_could_not_be_booked_is_not_sent_and_costs_nothing() -> None:
    book = BudgetBook()
    store = ModelStore()

    async def refuse(_session_id: SessionId, commit: Commit) -> None:
        await trio.lowlevel.checkpoint()
        if commit.spends:
            raise StoreError(session_id=S, problem="the disk is full")

    store.before_commit = refuse
    limits = Limits(budget=BudgetLimits(agent=Money(10**9)))
    model = script(say("ok", usage=USED))
    agent = assemble("home", [priced(model)], limits=limits, book=book)
    seen = await play(agent, store=store)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "store")
    assert model.provider.requests == []
    assert book.taken("agent:home") == 0


async def test_spends_are_durable_with_the_turn() -> None:
    store = ModelStore()
    limits = Limits(budget=BudgetLimits(agent=Money(10**9)))
    model = script(say("ok", usage=USED))
    await play(assemble("home", [priced(model)], limits=limits), store=store)
    assert await store.spent(frozenset({"agent:home"})) == {"agent:home": 1200}


@pytest.mark.parametrize(
    ("step", "charged"),
    [
        (failing(ProviderRejected), 0),
        (failing(ProviderUnreachable), 0),
        (failing(BadStream), None),
    ],
)
async def test_request_that_may_have_been_billed_costs_its_worst(
    step: ProviderError, charged: int | None
) -> None:
    book = BudgetBook()
    limits = Limits(budget=BudgetLimits(agent=Money(10**9)))
    model = script((FailToConnect(step),))
    await play(assemble("home", [priced(model)], limits=limits, book=book))
    taken = book.taken("agent:home")
    if charged is None:
        (request,) = model.provider.requests
        assert taken == PRICE.worst_case(worst_input_tokens(request), 50)
    else:
        assert taken == charged


async def test_model_without_a_price_warns_once_or_stops() -> None:
    limits = Limits(budget=BudgetLimits(day=Money(1)))
    model = script(always=say("ok"))
    agent = assemble("home", [model.route], limits=limits)
    warnings = []
    with trio.fail_after(10):
        async with open_session(agent, S, processes=FakeProcesses()) as session:
            for _ in range(3):
                warnings += (await follow(session, message())).warnings
    assert warnings == ["unpriced_model"]

    stopping = Limits(budget=BudgetLimits(day=Money(1)), unpriced=UnpricedPolicy.STOP)
    stopped = script()
    seen = await play(assemble("home", [stopped.route], limits=stopping))
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "unpriced_model")
    assert stopped.provider.requests == []


def test_worst_input_counts_every_byte_that_is_sent() -> None:
    text = "日本語" * 50
    spec = tool_spec("read")
    entry = Message(MessageId(1), TurnId(1), Role.USER, (Text(text),))
    request = ModelRequest("m", "system " + text, (spec,), (entry,), 10)
    assert worst_input_tokens(request) > 2 * len(text.encode()) + len(spec.description)


async def test_observer_counts_every_request_with_its_end() -> None:
    observer = RecordingObserver()
    first = script((failing(ProviderOverloaded),), name="first")
    second = script(say("hi", usage=USED), name="second")
    agent = assemble("home", [first.route, priced(second)], observer=observer)
    await play(agent)
    kinds = [type(entry) for entry in observer.observations[:4]]
    assert kinds == [ModelRequested, ModelFailed, ModelRequested, ModelAnswered]
    asked, failed, _, answered = observer.observations[:4]
    assert isinstance(asked, ModelRequested)
    assert asked.prefix_digest == agent.prefix_digest
    assert isinstance(failed, ModelFailed)
    assert failed.error_key == "provider_overloaded"
    assert isinstance(answered, ModelAnswered)
    assert (answered.usage, answered.cost) == (USED, 1200)


async def test_changing_memories_and_tools_output_keep_the_prefix() -> None:
    count = iter(range(100))

    async def speak(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        return ToolOutput.of_text(str(next(count)))

    observer = RecordingObserver()
    model = script(*[call("read", {}), say("ok")] * 5)
    tool = FakeTool(tool_spec("read"), speak)
    agent = assemble("home", [model.route], system="Be.", tools=[tool], observer=observer)
    await play(agent, *"abcde")
    asked = [o.prefix_digest for o in observer.observations if isinstance(o, ModelRequested)]
    assert asked == [agent.prefix_digest] * 10
    assert {(r.system, r.tools) for r in model.provider.requests} == {("Be.", (tool.spec,))}
