"""Tests of the plan made from an answer."""

from __future__ import annotations

import pytest

from zeroclaw_api.stream import Finish, FinishReason, TextDelta
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Cut,
    Delivery,
    Framing,
    ModelCall,
    OpenAIChat,
    Pause,
    Raw,
    Repeat,
    Shape,
    Silence,
    saying,
)
from zeroclaw_testing.model_server.reply import Reply, planned
from zeroclaw_testing.model_server.wire_steps import HangUp, WireStep

STREAM = ModelCall("m", stream=True, usage_wanted=False)
WHOLE = ModelCall("m", stream=False, usage_wanted=False)


def plan(answer: Answer, call: ModelCall = STREAM) -> tuple[Reply, list[WireStep]]:
    reply = planned(answer, OpenAIChat(), call)
    return reply, list(reply.steps)


@pytest.mark.parametrize("call", [STREAM, WHOLE])
def test_an_answer_takes_the_shape_the_request_asks_for(call: ModelCall) -> None:
    reply, _ = plan(saying("Hi"), call)
    wanted = "text/event-stream" if call.stream else "application/json"
    assert ("Content-Type", wanted) in reply.headers
    assert reply.framing is (Framing.CHUNKED if call.stream else Framing.LENGTH)


@pytest.mark.parametrize("call", [STREAM, WHOLE])
def test_a_script_may_insist_on_the_other_shape(call: ModelCall) -> None:
    shape = Shape.WHOLE if call.stream else Shape.STREAM
    reply, _ = plan(Completion((TextDelta("Hi"),), shape=shape), call)
    wanted = "application/json" if call.stream else "text/event-stream"
    assert ("Content-Type", wanted) in reply.headers


def test_repeated_events_are_the_same_bytes_after_the_first() -> None:
    _, steps = plan(Completion((Repeat(TextDelta("x"), 4, 0.5),), end_marker=False))
    assert steps[::2] == [Pause(0.5)] * 4
    first, second, third, fourth = steps[1::2]
    assert isinstance(first, bytes)
    assert isinstance(second, bytes)
    assert first.endswith(second)
    assert third is second
    assert fourth is second


def test_a_cut_sends_its_event_up_to_the_named_bytes() -> None:
    cut = Cut(TextDelta("né"), after="é".encode()[:1], reset=True)
    _, steps = plan(Completion((cut,)))
    before, hang_up, after, _end = steps
    assert isinstance(before, bytes)
    assert isinstance(after, bytes)
    assert before.endswith(b'"content":"n\xc3')
    assert hang_up == HangUp(reset=True)
    assert after.startswith(b'\xa9"}')


def test_a_cut_after_bytes_that_are_not_there_is_an_error_of_the_script() -> None:
    with pytest.raises(ValueError, match="which is not in"):
        plan(Completion((Cut(TextDelta("Hi"), after=b"Ho"),)))


def test_a_whole_answer_waits_first_and_is_cut_in_the_middle() -> None:
    wait = Silence()
    script = (Raw(b"\n\n"), wait, Repeat(TextDelta("x"), 3, 0.5), Cut(), Finish(FinishReason.STOP))
    _, steps = plan(Completion(script), WHOLE)
    assert steps[:3] == [b"\n\n", wait, Pause(1.5)]
    assert steps[4] == HangUp()


def test_the_declared_length_counts_what_a_cut_withholds() -> None:
    delivery = Delivery(framing=Framing.LENGTH, cut_after=10)
    reply, steps = plan(Completion(saying("Hi").steps, delivery=delivery))
    size = sum(len(step) for step in steps if isinstance(step, bytes))
    assert size > 10
    assert ("Content-Length", str(size)) in reply.headers
