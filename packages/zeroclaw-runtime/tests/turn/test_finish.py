"""Every way out of a turn leads to one `Done` that says how it ended."""

from __future__ import annotations

from one_session import S, play, script

from zeroclaw_api.errors import ProviderOverloaded
from zeroclaw_api.events import Outcome, Status, StatusUpdate
from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_runtime import Limits, assemble
from zeroclaw_runtime.turn.finish import STOP_LINES
from zeroclaw_testing.scripted_provider import call, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

DOWN = ProviderOverloaded(provider="p", model="m", detail="test")


async def test_final_text_is_the_last_message_and_names_what_it_answers() -> None:
    model = script(call("read", {}, text="Looking. "), say("Found it."))
    agent = assemble("home", [model.route], tools=[FakeTool(tool_spec("read"))])
    seen = await play(agent)
    assert seen.done.final_text == "Found it."
    assert seen.done.message_ids == (1,)
    assert (seen.done.error_key, seen.done.detail) == (None, "")


async def test_summary_that_fails_leaves_at_least_the_line_that_says_so() -> None:
    model = script(call("read", {}), (DOWN,))
    agent = assemble(
        "home", [model.route], tools=[FakeTool(tool_spec("read"))], limits=Limits(iterations=1)
    )
    seen = await play(agent)
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.LIMIT, "iterations")
    assert seen.done.final_text == "*Turn stopped: it reached its maximum of 1 rounds.*"
    assert seen.warnings == ["summary_failed"]
    assert Status.SUMMARISING in [update.status for update in seen.of(StatusUpdate)]


async def test_summary_that_breaks_off_keeps_what_was_said() -> None:
    store = ModelStore()
    model = script(call("read", {}), (TextDelta("So far"), DOWN))
    agent = assemble(
        "home", [model.route], tools=[FakeTool(tool_spec("read"))], limits=Limits(iterations=1)
    )
    seen = await play(agent, store=store)
    expected = "So far\n\n*Turn stopped: it reached its maximum of 1 rounds.*"
    assert seen.done.final_text == store.conversation(S)[-1].text == expected


async def test_refusal_with_words_is_an_answer_with_a_warning() -> None:
    model = script((TextDelta("I would rather not."), Finish(FinishReason.REFUSAL)))
    seen = await play(assemble("home", [model.route]))
    assert (seen.done.outcome, seen.warnings) == (Outcome.ANSWERED, ["model_refused"])


def test_every_stop_that_is_summarised_has_a_line() -> None:
    assert set(STOP_LINES) == {"iterations", "loop"}
    assert all(line.format(count=3).startswith("*Turn stopped") for line in STOP_LINES.values())


async def test_final_text_holds_what_was_said_before_a_pause_too() -> None:
    paused = (TextDelta("One. "), Finish(FinishReason.PAUSE))
    seen = await play(assemble("home", [script(paused, say("Two.")).route]))
    assert seen.done.final_text == seen.text == "One. Two."
