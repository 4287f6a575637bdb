"""One answer is read to its end: text shown as it comes, everything else kept whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_session import S, play, script

from zeroclaw_api.events import NewToken, Outcome, Thinking
from zeroclaw_api.identifiers import CallId
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Reasoning, Text, ToolCall
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_runtime import assemble
from zeroclaw_runtime.turn.consume import (
    MAX_ARGUMENT_CHARACTERS,
    MAX_CALLS,
    MAX_TEXT_CHARACTERS,
    Collected,
)
from zeroclaw_testing.scripted_provider import Step, calls, say
from zeroclaw_testing.stores import ModelStore
from zeroclaw_testing.tools import FakeTool, tool_spec

STOP = Finish(FinishReason.STOP)
SIGNED: JsonObject = {"signature": "abc"}


async def test_text_is_shown_piece_by_piece_and_kept_whole() -> None:
    store = ModelStore()
    model = script((TextDelta("a"), TextDelta(""), TextDelta("b"), TextDelta("c"), STOP))
    seen = await play(assemble("home", [model.route]), store=store)
    assert seen.text == "abc"
    assert all(token.text for token in seen.of(NewToken))
    assert store.conversation(S)[-1].items == (Text("abc"),)


async def test_reasoning_goes_back_with_the_data_that_came_with_it() -> None:
    store = ModelStore()
    model = script(
        (
            ReasoningDelta("first "),
            ReasoningDelta("thought"),
            ReasoningBlock(SIGNED),
            ReasoningBlock({"redacted": "x"}),
            ReasoningDelta("open"),
            TextDelta("hi"),
            STOP,
        )
    )
    seen = await play(assemble("home", [model.route]), store=store)
    assert "".join(thought.text for thought in seen.of(Thinking)) == "first thoughtopen"
    assert store.conversation(S)[-1].items == (
        Reasoning("first thought", "scripted.test", SIGNED),
        Reasoning("", "scripted.test", {"redacted": "x"}),
        Reasoning("open", "scripted.test"),
        Text("hi"),
    )


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.text("xyz", max_size=4)), max_size=4),
    st.integers(1, 7),
)
def test_call_is_the_same_however_its_fragments_are_cut(
    wanted: list[tuple[str, str]], fragments: int
) -> None:
    collected = Collected("p")
    script_calls = calls(*[(name, {"t": text}) for name, text in wanted], fragments=fragments)
    for delta in script_calls:
        if isinstance(delta, ToolCallDelta):
            assert collected.add_call(delta) is None
    drafts = collected.response(STOP).calls
    assert [(d.name, d.args_text) for d in drafts] == [
        (name, f'{{"t":"{text}"}}') for name, text in wanted
    ]


async def test_calls_keep_the_order_of_their_index_and_the_wires_own_words() -> None:
    store = ModelStore()
    model = script(
        (
            ToolCallDelta(5, "late", "read", "{}", {"sig": 1}),
            ToolCallDelta(2, None, "read"),
            ToolCallDelta(2, args_fragment='{"a":'),
            ToolCallDelta(2, "early", args_fragment="1}"),
            Finish(FinishReason.TOOL_USE),
        ),
        say("ok"),
    )
    agent = assemble("home", [model.route], tools=[FakeTool(tool_spec("read"))])
    await play(agent, store=store)
    assert store.conversation(S)[1].tool_calls == (
        ToolCall(CallId(1), "read", {"a": 1}, "early"),
        ToolCall(CallId(2), "read", {}, "late", {"sig": 1}),
    )


@pytest.mark.parametrize(
    ("steps", "detail"),
    [
        ((TextDelta(""),), "it stopped without its end"),
        ((ReasoningDelta("hm"),), "it stopped without its end"),
        ((STOP, TextDelta("more")), "it went on after its end"),
        ((STOP, STOP), "it went on after its end"),
        (
            tuple(ToolCallDelta(index, name="read") for index in range(MAX_CALLS + 1)),
            f"more than {MAX_CALLS} tool calls",
        ),
        (
            (ToolCallDelta(0, name="r", args_fragment="x" * (MAX_ARGUMENT_CHARACTERS + 1)),),
            f"more than {MAX_ARGUMENT_CHARACTERS} characters",
        ),
    ],
)
async def test_stream_that_breaks_the_protocol_is_no_answer(
    steps: tuple[Step, ...], detail: str
) -> None:
    seen = await play(assemble("home", [script(steps).route]))
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "bad_stream")
    assert detail in seen.done.detail


async def test_later_usage_replaces_an_earlier_one() -> None:
    model = script((Usage(1, 1), TextDelta("a"), Usage(10, 5), STOP))
    seen = await play(assemble("home", [model.route]))
    assert seen.done.usage == Usage(10, 5)


async def test_half_a_character_never_reaches_history() -> None:
    store = ModelStore()
    model = script((TextDelta("\ud83d\ude00 and \ud83d"), STOP), say("still here"))
    agent = assemble("home", [model.route])
    await play(agent, "first", store=store)
    seen = await play(agent, "second", store=store)
    assert seen.done.final_text == "still here"
    assert store.conversation(S)[1].text == "\U0001f600 and \ufffd"


async def test_white_space_waits_for_what_follows_it() -> None:
    store = ModelStore()
    pieces = (TextDelta("\n"), TextDelta(" "), TextDelta("a"), TextDelta(" "), STOP)
    seen = await play(assemble("home", [script(pieces).route]), store=store)
    assert seen.of(NewToken)[0].text.startswith("\n a")
    assert store.conversation(S)[-1].text == seen.done.final_text == "\n a "


async def test_white_space_alone_is_no_answer_and_is_asked_for_again() -> None:
    store = ModelStore()
    model = script((TextDelta(""), TextDelta(" "), TextDelta("\n"), STOP), say("better"))
    seen = await play(assemble("home", [model.route]), store=store)
    assert seen.text == store.conversation(S)[-1].text == "better"


@pytest.mark.parametrize("kind", [TextDelta, ReasoningDelta])
async def test_answer_without_end_is_cut_off(kind: type[TextDelta] | type[ReasoningDelta]) -> None:
    piece = kind("x" * (MAX_TEXT_CHARACTERS // 4))
    seen = await play(assemble("home", [script((piece,) * 5).route]))
    assert (seen.done.outcome, seen.done.error_key) == (Outcome.FAILED, "bad_stream")
