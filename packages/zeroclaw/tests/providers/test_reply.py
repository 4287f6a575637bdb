"""An answer is what its events say, with the times at which they came."""

from __future__ import annotations

from zeroclaw.providers.reply import Reading, Reply
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

STOP = Finish(FinishReason.STOP)


def read(*events: StreamEvent) -> Reply | None:
    """The last answer of a reading, with an event every second."""
    reading, reply = Reading(), None
    for second, event in enumerate(events, 1):
        reply = reading.take(event, float(second))
    return reply


def test_pieces_of_text_are_joined_with_their_times() -> None:
    reply = read(TextDelta("ok, "), TextDelta("one"), Usage(1, 1), Usage(10, 3), STOP)
    assert reply == Reply(STOP, 1.0, 5.0, 2, "ok, one", (), Usage(10, 3))


def test_pieces_of_calls_are_joined_by_their_index() -> None:
    reply = read(
        ToolCallDelta(0, "a", "ping", '{"wo'),
        ToolCallDelta(1, "b", "pong", "{}"),
        ToolCallDelta(0, args_fragment='rd":"x"}'),
        STOP,
    )
    assert reply is not None
    assert reply.calls == (("ping", '{"word":"x"}'), ("pong", "{}"))
    assert reply.deltas == 3


def test_thinking_is_a_first_token_without_being_text() -> None:
    reply = read(TextDelta(""), ReasoningDelta("hm"), ReasoningBlock({}), STOP)
    assert reply is not None
    assert (reply.text, reply.deltas, reply.first_token) == ("", 1, 2.0)


def test_answer_without_an_end_is_none() -> None:
    assert read(TextDelta("ok")) is None
