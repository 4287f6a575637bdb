"""Pieces of an item come to the same as the item whole, whatever is left out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from zeroclaw_api.json import Json
from zeroclaw_api.stream import (
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.openai_responses.items import CALL, MESSAGE, THINKING, OpenItem, Part
from zeroclaw_providers.tool_names import ToolNames, legal_name


def item(kind: str) -> OpenItem:
    return OpenItem(kind, 0, 7, 2, ToolNames.of(["time.now"]))


def text_in(*events: Iterable[StreamEvent]) -> str:
    return "".join(
        event.args_fragment if isinstance(event, ToolCallDelta) else event.text
        for each in events
        for event in each
        if isinstance(event, ToolCallDelta | TextDelta | ReasoningDelta)
    )


def test_a_whole_part_adds_only_what_its_pieces_left_out() -> None:
    subject = item(MESSAGE)
    assert list(subject.add(Part.TEXT, 0, "Hel")) == [TextDelta("Hel")]
    assert list(subject.whole(Part.TEXT, 0, "Hello")) == [TextDelta("lo")]
    assert list(subject.whole(Part.TEXT, 0, "Hello")) == []
    content: Json = [{"type": "output_text", "text": "Hello!"}]
    assert list(subject.end({"content": content})) == [TextDelta("!")]
    assert list(subject.end({"content": content})) == []
    assert list(subject.add(Part.TEXT, 0, "more")) == []


def test_a_whole_part_that_differs_changes_nothing() -> None:
    subject = item(MESSAGE)
    list(subject.add(Part.TEXT, 0, "Hello"))
    assert list(subject.whole(Part.TEXT, 0, "Goodbye")) == []


def test_a_character_in_two_halves_is_joined() -> None:
    subject = item(MESSAGE)
    first, second = "\ud83c", "\udf89"
    shown = [
        *subject.add(Part.TEXT, 0, f"a{first}"),
        *subject.add(Part.TEXT, 0, f"{second}b"),
        *subject.whole(Part.TEXT, 0, "a\N{PARTY POPPER}bc"),
    ]
    assert text_in(shown) == "a\N{PARTY POPPER}bc"


def test_half_a_character_at_the_end_is_replaced() -> None:
    subject = item(MESSAGE)
    shown = [*subject.add(Part.TEXT, 0, "a\ud83c"), *subject.end({})]
    assert text_in(shown) == "a\ufffd"


def test_parts_that_nobody_knows_are_left_out() -> None:
    content: Json = [{"type": "hologram", "text": "?"}, None, {"type": "output_text", "text": "a"}]
    assert list(item(MESSAGE).end({"content": content})) == [TextDelta("a")]


def test_a_refusal_is_said_and_remembered() -> None:
    subject = item(MESSAGE)
    content: Json = [{"type": "refusal", "refusal": "No."}]
    assert list(subject.end({"content": content})) == [TextDelta("No.")]
    assert subject.refused


@pytest.mark.parametrize("spelled", ["", "null", " null ", None])
def test_no_arguments_in_any_spelling_are_an_empty_object(spelled: str | None) -> None:
    subject = item(CALL)
    events = [*subject.begin({"call_id": "x", "name": "f"}), *subject.end({"arguments": spelled})]
    assert events == [ToolCallDelta(0, "x", "f"), ToolCallDelta(0, args_fragment="{}")]


def test_arguments_may_come_as_an_object_only_at_the_end() -> None:
    whole: dict[str, Json] = {"call_id": "x", "name": "f", "arguments": {"a": 1}}
    events = list(item(CALL).end(whole))
    assert events == [ToolCallDelta(0, "x", "f"), ToolCallDelta(0, args_fragment='{"a": 1}')]


def test_pieces_that_begin_like_null_are_not_lost() -> None:
    subject = item(CALL)
    assert list(subject.add(Part.ARGUMENTS, 0, "nu")) == []
    assert text_in(subject.add(Part.ARGUMENTS, 0, "mber")) == "number"


def test_a_name_that_comes_late_is_told_once_as_ours() -> None:
    subject = item(CALL)
    assert list(subject.begin({"call_id": "x"})) == [ToolCallDelta(0, "x")]
    (named, _) = subject.end({"call_id": "y", "name": legal_name("time.now"), "arguments": "{}"})
    assert named == ToolCallDelta(0, name="time.now")


def test_a_call_is_bare_until_its_arguments_begin_or_end() -> None:
    subject = item(CALL)
    list(subject.begin({"call_id": "x", "name": "f"}))
    before = subject.is_bare
    list(subject.whole(Part.ARGUMENTS, 0, ""))
    assert (before, subject.is_bare, item(MESSAGE).is_bare) == (True, False, False)


def test_a_reasoning_item_is_kept_as_it_came_with_its_place() -> None:
    subject = item(THINKING)
    sections: Json = [{"type": "summary_text", "text": "a"}, {"type": "summary_text", "text": "b"}]
    whole: dict[str, Json] = {"type": "reasoning", "id": "rs", "summary": sections}
    whole["encrypted_content"] = "AA=="
    events = [*subject.add(Part.SUMMARY, 0, "a"), *subject.end(whole)]
    assert text_in(events) == "a\n\nb"
    assert events[-1] == ReasoningBlock({"block": whole, "characters": 7, "calls": 2})


def test_an_empty_summary_stays_in_what_is_kept() -> None:
    whole: dict[str, Json] = {"type": "reasoning", "summary": [], "encrypted_content": "AA=="}
    (block,) = item(THINKING).end(whole)
    assert isinstance(block, ReasoningBlock)
    assert block.data["block"] == whole


def test_reasoning_that_cannot_be_written_down_is_refused() -> None:
    whole: dict[str, Json] = {"type": "reasoning", "encrypted_content": "\ud800"}
    with pytest.raises(ValueError, match="written down"):
        list(item(THINKING).end(whole))
