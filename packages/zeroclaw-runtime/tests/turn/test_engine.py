"""The loop of a turn goes round until a step says how the turn ends."""

from __future__ import annotations

import pytest
import trio
from one_session import S, play, said, script, shape

from zeroclaw_api.events import NewToken, Outcome, Status, StatusUpdate
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Media, ResultStatus, Role
from zeroclaw_api.stream import Finish, FinishReason, TextDelta, ToolCallDelta
from zeroclaw_api.tool import ToolContext, ToolOutput
from zeroclaw_runtime import Limits, assemble
from zeroclaw_testing.scripted_provider import Round, Step, call, calls, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

USER, ASSISTANT, TOOL = Role.USER, Role.ASSISTANT, Role.TOOL
EMPTY: tuple[Step, ...] = (Finish(FinishReason.STOP),)
BROKEN: tuple[Step, ...] = (
    ToolCallDelta(0, name="read", args_fragment="{"),
    Finish(FinishReason.TOOL_USE),
)


def reader() -> FakeTool:
    return FakeTool(tool_spec("read"))


async def test_turn_goes_round_until_the_model_answers() -> None:
    store = ModelStore()
    model = script(
        call("read", {"n": 1}, text="Let me see. "),
        calls(("read", {"n": 2}), ("read", {"n": 3})),
        say("Done."),
    )
    tool = reader()
    seen = await play(assemble("home", [model.route], tools=[tool]), store=store)
    assert (seen.done.outcome, seen.done.final_text) == (Outcome.ANSWERED, "Done.")
    assert tool.calls[0] == {"n": 1}
    # Those that only read run side by side, so either may begin.
    assert {str(args) for args in tool.calls[1:]} == {"{'n': 2}", "{'n': 3}"}
    assert shape(store) == [
        (USER, 1),
        (ASSISTANT, 2),
        (TOOL, 1),
        (ASSISTANT, 2),
        (TOOL, 2),
        (ASSISTANT, 1),
    ]
    assert seen.text == "Let me see. Done."


@pytest.mark.parametrize("bad", [EMPTY, BROKEN])
async def test_unusable_answer_is_asked_for_again_at_most_twice(bad: tuple[Step, ...]) -> None:
    model = script(bad, bad, say("finally"))
    store = ModelStore()
    agent = assemble("home", [model.route], tools=[reader()])
    seen = await play(agent, store=store)
    assert seen.done.final_text == "finally"
    assert [s.status for s in seen.of(StatusUpdate)].count(Status.CORRECTING) == 2
    # Corrections are for the request alone: history knows nothing of them.
    assert shape(store) == [(USER, 1), (ASSISTANT, 1)]
    assert "Your answer" in said(model.last_messages) or "arguments of" in said(model.last_messages)

    failed = await play(assemble("home", [script(bad, bad, bad).route], tools=[reader()]))
    assert failed.done.outcome is Outcome.FAILED
    assert failed.done.error_key in ("empty_answer", "malformed_call")


async def test_unusable_answer_after_text_is_not_asked_for_again() -> None:
    model = script((TextDelta("I will "), *BROKEN))
    store = ModelStore()
    seen = await play(assemble("home", [model.route], tools=[reader()]), store=store)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "malformed_call")
    assert len(model.provider.requests) == 1
    assert store.conversation(S)[-1].text == seen.text == "I will "


async def test_corrections_count_anew_after_something_usable() -> None:
    model = script(EMPTY, EMPTY, call("read", {}), EMPTY, EMPTY, say("ok"))
    seen = await play(assemble("home", [model.route], tools=[reader()]))
    assert seen.done.final_text == "ok"


async def test_pause_is_kept_and_the_model_asked_to_go_on() -> None:
    store = ModelStore()
    paused: Round = (TextDelta("One, "), Finish(FinishReason.PAUSE))
    model = script(paused, say("two."))
    seen = await play(assemble("home", [model.route]), store=store)
    assert seen.text == "One, two."
    assert model.last_messages[-1].text == "One, "
    assert [m.text for m in store.conversation(S)] == ["hi", "One, ", "two."]


async def test_maximum_of_rounds_ends_with_a_summary_and_a_line_that_says_so() -> None:
    rounds = [call("read", {"n": n}) for n in range(3)]
    model = script(*rounds, say("I read a lot."))
    store = ModelStore()
    agent = assemble("home", [model.route], tools=[reader()], limits=Limits(iterations=3))
    seen = await play(agent, store=store)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "iterations")
    expected = "I read a lot.\n\n*Turn stopped: it reached its maximum of 3 rounds.*"
    assert seen.text == seen.done.final_text == store.conversation(S)[-1].text == expected
    request = model.provider.requests[-1]
    # The prefix stays, so that a provider's cache of it holds.
    assert request.tools == model.provider.requests[0].tools
    assert [asked.may_call_tools for asked in model.provider.requests] == [True, True, True, False]
    assert "You may not use tools any more in this turn." in said(request.messages)


async def test_tools_asked_for_in_a_summary_do_not_run() -> None:
    tool = reader()
    model = script(call("read", {"n": 1}), call("read", {"n": 2}))
    agent = assemble("home", [model.route], tools=[tool], limits=Limits(iterations=1))
    seen = await play(agent)
    assert tool.calls == [{"n": 1}]
    assert seen.done.final_text == "*Turn stopped: it reached its maximum of 1 rounds.*"


async def test_same_call_with_the_same_result_is_warned_about_then_stopped() -> None:
    model = script(*[call("read", {})] * 5, say("I gave up."))
    seen = await play(assemble("home", [model.route], tools=[reader()]))
    warned = ["This exact call has now given" in result.text for result in seen.results]
    assert warned == [False, False, True, True, True]
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "loop")
    assert seen.done.final_text.endswith("*Turn stopped: the same call was made again and again.*")
    # The warning is part of a result, never of the system text.
    assert len({request.system for request in model.provider.requests}) == 1


async def test_camera_that_shows_something_new_is_no_loop() -> None:
    numbers = iter(range(10))

    async def look(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        return ToolOutput((Media("image/png", f"{next(numbers):064}", 10),))

    tool = FakeTool(tool_spec("read"), look)
    seen = await play(
        assemble("home", [script(*[call("read", {})] * 6, say("ok")).route], tools=[tool])
    )
    assert seen.done.outcome is Outcome.ANSWERED

    async def same(_context: ToolContext, _args: JsonObject) -> ToolOutput:
        await trio.lowlevel.checkpoint()
        return ToolOutput((Media("image/png", "0" * 64, 10),))

    # The control: a camera that always shows the same is one.
    still = FakeTool(tool_spec("read"), same)
    seen = await play(
        assemble("home", [script(*[call("read", {})] * 5, say("ok")).route], tools=[still])
    )
    assert seen.done.error_key == "loop"


async def test_refusal_without_a_word_leaves_no_empty_message() -> None:
    store = ModelStore()
    model = script((Finish(FinishReason.REFUSAL),), say("ok"))
    agent = assemble("home", [model.route])
    seen = await play(agent, store=store)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "model_refused")
    assert shape(store) == [(USER, 1)]
    assert (await play(agent, store=store)).done.final_text == "ok"


async def test_answer_that_was_cut_off_is_kept_with_a_warning() -> None:
    model = script((TextDelta("Once upon"), Finish(FinishReason.LENGTH)))
    seen = await play(assemble("home", [model.route]))
    assert (seen.done.outcome, seen.done.final_text) == (Outcome.ANSWERED, "Once upon")
    assert seen.warnings == ["answer_cut_off"]


async def test_every_call_has_exactly_one_result_in_its_order() -> None:
    store = ModelStore()
    model = script(calls(("read", {}), ("ghost", {}), ("read", {"n": 1})), say("ok"))
    await play(assemble("home", [model.route], tools=[reader()]), store=store)
    _, asked, answered, _ = store.conversation(S)
    assert [c.id for c in asked.tool_calls] == [r.call_id for r in answered.tool_results]
    assert [r.status for r in answered.tool_results] == [
        ResultStatus.SUCCESS,
        ResultStatus.ERROR,
        ResultStatus.SUCCESS,
    ]


async def test_tokens_of_a_turn_are_the_text_of_its_messages() -> None:
    store = ModelStore()
    model = script(call("read", {}, text="a"), call("read", {}, text="b"), say("c"))
    agent = assemble("home", [model.route], tools=[reader()], limits=Limits(iterations=2))
    seen = await play(agent, store=store)
    kept = "".join(m.text for m in store.conversation(S) if m.role is ASSISTANT)
    assert "".join(token.text for token in seen.of(NewToken)) == kept
