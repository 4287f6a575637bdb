"""Tests of the helpers that write scripts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.stream import Finish, FinishReason, TextDelta, ToolCallDelta
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server import (
    Comment,
    Completion,
    Cut,
    InBandError,
    Pause,
    Repeat,
    calling,
    cut_call,
    html_page,
    interleave,
    saying,
)


@given(st.text(max_size=30), st.data())
def test_the_pieces_of_a_cut_call_add_up_to_its_arguments(
    arguments: str, data: st.DataObject
) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(arguments)), max_size=6))
    pieces = cut_call(2, "call_1", "look", arguments, cuts)
    assert "".join(piece.args_fragment for piece in pieces) == arguments
    assert len(pieces) == len(cuts) + 1
    assert {piece.index for piece in pieces} == {2}
    assert [(piece.wire_id, piece.name) for piece in pieces] == [
        ("call_1", "look"),
        *[(None, None)] * len(cuts),
    ]


def test_interleaving_takes_one_piece_of_each_call_in_turn() -> None:
    first = cut_call(0, "a", "look", "{}", [1])
    second = cut_call(1, "b", "look", "[x]", [1, 2])
    assert [piece.index for piece in interleave(first, second)] == [0, 1, 0, 1, 1]


def test_saying_ends_with_stop_and_then_the_usage() -> None:
    usage = Usage(3, 2)
    assert saying("Hel", "lo", usage=usage).steps == (
        TextDelta("Hel"),
        TextDelta("lo"),
        Finish(FinishReason.STOP),
        usage,
    )


def test_calling_ends_with_the_reason_that_tools_are_wanted() -> None:
    assert calling(*cut_call(0, "a", "look", "{}"), text="Let me see").steps == (
        TextDelta("Let me see"),
        ToolCallDelta(0, "a", "look", "{}"),
        Finish(FinishReason.TOOL_USE),
    )


def test_an_html_page_says_so_in_its_content_type() -> None:
    page = html_page()
    assert page.status == 502
    assert page.delivery.content_type == "text/html; charset=utf-8"
    assert page.body is not None
    assert page.body.startswith(b"<!DOCTYPE html>")


def test_what_a_model_says_is_told_without_what_goes_wrong() -> None:
    answer = Completion(
        (TextDelta("a"), Pause(1.0), Repeat(TextDelta("b"), 2), Comment("c"), Cut())
    )
    assert list(answer.events()) == [TextDelta("a"), TextDelta("b"), TextDelta("b")]
    assert answer.in_band_error is None


def test_the_first_error_of_an_answer_counts() -> None:
    first = InBandError("first")
    answer = Completion((TextDelta("a"), first, InBandError("second")))
    assert answer.in_band_error is first
