"""Calls in the text of an answer come out as calls, however it was cut."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.dialects.reading import AnswerReader
from zeroclaw_tool_call_parser import DIALECTS

TOOLS: dict[str, JsonObject] = {"shell": {"type": "object"}}
CALL = '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>'
STOP = Finish(FinishReason.STOP, "stop")
USE = Finish(FinishReason.TOOL_USE, "stop")
FOUND = ToolCallDelta(0, name="shell", args_fragment='{"command": "ls"}')
PARTS = (CALL, "<tool_call>", "</tool_call>", "```\n", "\n", "text", "<think>", "</think>", "> ")
REASONS = (FinishReason.STOP, FinishReason.LENGTH, FinishReason.CONTENT_FILTER, FinishReason.PAUSE)


def read(*events: StreamEvent) -> list[StreamEvent]:
    reader = AnswerReader(DIALECTS["hermes"], TOOLS)
    return [found for event in events for found in reader.feed(event)]


def text_of(events: Iterable[StreamEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def joined(events: Iterable[StreamEvent]) -> list[StreamEvent]:
    """The events with neighbouring deltas of one kind as one."""
    found: list[StreamEvent] = []
    for event in events:
        match (found[-1] if found else None), event:
            case TextDelta(before), TextDelta(after):
                found[-1] = TextDelta(before + after)
            case ReasoningDelta(before), ReasoningDelta(after):
                found[-1] = ReasoningDelta(before + after)
            case _:
                found.append(event)
    return found


def test_call_in_the_text_ends_the_answer_as_a_call() -> None:
    assert read(TextDelta("I look.\n" + CALL), STOP) == [TextDelta("I look.\n"), FOUND, USE]


def test_text_comes_out_as_soon_as_it_is_certain() -> None:
    reader = AnswerReader(DIALECTS["hermes"], TOOLS)
    assert list(reader.feed(TextDelta("I look"))) == [TextDelta("I look")]
    assert list(reader.feed(TextDelta(".\n<tool"))) == [TextDelta(".\n")]
    assert list(reader.feed(TextDelta("box>"))) == [TextDelta("<toolbox>")]


def test_several_calls_are_numbered_in_their_order() -> None:
    found = read(TextDelta(CALL + "\n" + CALL), STOP)
    assert [event.index for event in found if isinstance(event, ToolCallDelta)] == [0, 1]


def test_answer_without_calls_ends_as_it_did() -> None:
    assert read(TextDelta("Hello."), STOP) == [TextDelta("Hello."), STOP]


@pytest.mark.parametrize(
    "quoted",
    [f"```\n{CALL}\n```", f"> {CALL}", f"{CALL}\nThat lists the files.", f"<think>{CALL}</think>"],
)
def test_quoted_call_is_no_call(quoted: str) -> None:
    found = read(TextDelta(quoted), STOP)
    assert found[-1] == STOP
    assert not any(isinstance(event, ToolCallDelta) for event in found)


def test_tool_that_is_not_offered_makes_no_call_that_can_run() -> None:
    (call, end) = read(TextDelta(CALL.replace("shell", "rocket")), STOP)
    assert isinstance(call, ToolCallDelta)
    assert call.name not in TOOLS
    assert "rocket" in call.args_fragment
    with pytest.raises(json.JSONDecodeError):
        json.loads(call.args_fragment)
    assert end == USE


@pytest.mark.parametrize("written", [CALL[:-30], CALL + "\n" + CALL[:30]])
def test_call_that_was_cut_off_keeps_the_reason(written: str) -> None:
    cut = Finish(FinishReason.LENGTH, "length")
    (call, end) = read(TextDelta(written), cut)
    assert end == cut
    assert isinstance(call, ToolCallDelta)
    with pytest.raises(json.JSONDecodeError):
        json.loads(call.args_fragment)


def test_thinking_in_the_text_becomes_reasoning() -> None:
    found = read(TextDelta(f"<think>Hm.</think>\n{CALL}"), STOP)
    assert found == [ReasoningDelta("Hm."), TextDelta("\n"), FOUND, USE]


def test_everything_else_goes_through_untouched() -> None:
    others: tuple[StreamEvent, ...] = (
        ReasoningDelta(CALL),
        ReasoningBlock({"signature": "s"}),
        Usage(input_tokens=1, output_tokens=2),
    )
    assert read(*others, STOP) == [*others, STOP]


def test_calls_that_came_as_such_win() -> None:
    native = ToolCallDelta(0, "w", "shell", "{}")
    ends = Finish(FinishReason.TOOL_USE, "tool_calls")
    for events in (
        (TextDelta("So:\n" + CALL), native, ends),
        (TextDelta("So:\n" + CALL[:20]), native, TextDelta(CALL[20:]), ends),
        (native, TextDelta("So:\n" + CALL), ends),
    ):
        found = read(*events)
        assert text_of(found) == "So:\n" + CALL
        assert [event for event in found if isinstance(event, ToolCallDelta)] == [native]
        assert found[-1] == ends


def test_what_follows_the_end_is_left_to_others() -> None:
    late = TextDelta(CALL)
    assert read(STOP, late) == [STOP, late]


@given(
    st.lists(st.sampled_from(PARTS), max_size=10),
    st.lists(st.integers(1, 40), max_size=30),
    st.sampled_from(REASONS),
)
def test_any_cutting_gives_the_same_answer(
    parts: list[str], sizes: list[int], reason: FinishReason
) -> None:
    reply = "".join(parts)
    deltas: list[StreamEvent] = []
    rest = reply
    for size in sizes:
        if rest:
            deltas.append(TextDelta(rest[:size]))
            rest = rest[size:]
    deltas += [TextDelta(rest)] if rest else []
    end = Finish(reason)
    whole = joined(read(TextDelta(reply), end))
    assert joined(read(*deltas, end)) == whole
    assert isinstance(whole[-1], Finish)
    has_calls = any(isinstance(event, ToolCallDelta) for event in whole)
    changed = has_calls and reason is FinishReason.STOP
    assert whole[-1].reason is (FinishReason.TOOL_USE if changed else reason)
    if "<think>" not in reply and not has_calls:
        assert text_of(whole) == reply
