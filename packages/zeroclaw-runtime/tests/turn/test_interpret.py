"""What a finished response means, for every reason to finish, with calls or without."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.identifiers import CallId
from zeroclaw_api.messages import Reasoning, Text, ToolCall
from zeroclaw_api.stream import Finish, FinishReason
from zeroclaw_api.usage import Usage
from zeroclaw_runtime.turn.interpret import interpret
from zeroclaw_runtime.turn.outcome import Answer, CallDraft, Calls, Malformed, Pause, Response, Step

R = FinishReason
THOUGHT = Reasoning("hm", "p")
GOOD = CallDraft("w1", "read", '{"a":1}')


def judged(
    reason: FinishReason,
    text: str = "",
    *calls: CallDraft,
    thoughts: tuple[Reasoning, ...] = (),
    most: int = 64,
) -> Step:
    numbers = count(1)
    response = Response(text, thoughts, calls, Finish(reason), Usage())
    return interpret(response, lambda: CallId(next(numbers)), most)


ANSWER = Answer((Text("hi"),))
WITH_TEXT: dict[FinishReason, Step | str] = {
    R.STOP: ANSWER,
    R.TOOL_USE: ANSWER,
    R.LENGTH: Answer((Text("hi"),), "answer_cut_off"),
    R.CONTENT_FILTER: Answer((Text("hi"),), "model_refused"),
    R.REFUSAL: Answer((Text("hi"),), "model_refused"),
    R.PAUSE: Pause((Text("hi"),)),
    R.ERROR: "model_error",
}
WITHOUT_TEXT: dict[FinishReason, Step | str] = {
    R.STOP: "empty_answer",
    R.TOOL_USE: "empty_answer",
    R.LENGTH: "empty_answer",
    R.CONTENT_FILTER: Answer((), "model_refused"),
    R.REFUSAL: Answer((), "model_refused"),
    R.PAUSE: "empty_answer",
    R.ERROR: "model_error",
}


@pytest.mark.parametrize("reason", FinishReason)
def test_response_without_calls_means_what_its_reason_says(reason: FinishReason) -> None:
    for text, expected in (("hi", WITH_TEXT[reason]), ("", WITHOUT_TEXT[reason])):
        step = judged(reason, text)
        if isinstance(expected, str):
            assert isinstance(step, Malformed)
            assert step.error_key == expected
        else:
            assert step == expected


@pytest.mark.parametrize("reason", [R.STOP, R.TOOL_USE, R.PAUSE])
def test_well_formed_calls_are_wanted_whatever_else_was_said(reason: FinishReason) -> None:
    step = judged(reason, "hi", GOOD, CallDraft(None, "now", ""), thoughts=(THOUGHT,))
    calls = (ToolCall(CallId(1), "read", {"a": 1}, "w1"), ToolCall(CallId(2), "now", {}))
    assert step == Calls((THOUGHT, Text("hi"), *calls), calls)


def test_calls_of_a_response_that_was_cut_off_never_run() -> None:
    step = judged(R.LENGTH, "hi", GOOD)
    assert isinstance(step, Malformed)
    assert step.error_key == "call_cut_off"
    # The control: the same calls of a response that came to its end are wanted.
    assert isinstance(judged(R.TOOL_USE, "hi", GOOD), Calls)


@pytest.mark.parametrize("reason", [R.ERROR, R.CONTENT_FILTER, R.REFUSAL])
def test_calls_of_a_response_that_broke_off_never_run(reason: FinishReason) -> None:
    assert judged(reason, "", GOOD) == judged(reason, "")
    # The control: the same calls of a response that came to its end are wanted.
    assert isinstance(judged(R.TOOL_USE, "", GOOD), Calls)


@pytest.mark.parametrize(
    "bad",
    [
        CallDraft(None, "read", '{"a":1'),
        CallDraft(None, "read", '{"a":1}{"a":1}'),
        CallDraft(None, "read", "[1]"),
        CallDraft(None, "read", '"text"'),
        CallDraft(None, "read", "null"),
        CallDraft(None, "read", '{"a":1,"a":2}'),
        CallDraft(None, "read", '{"a":NaN}'),
        CallDraft(None, "read", '{"a":1e999}'),
        CallDraft(None, "read", '{"a":"\\ud800"}'),
        CallDraft(None, "read", "{" * 100_000),
        CallDraft(None, "", "{}"),
    ],
)
def test_one_malformed_call_spoils_all_its_siblings(bad: CallDraft) -> None:
    for calls in ((bad,), (GOOD, bad), (bad, GOOD)):
        step = judged(R.TOOL_USE, "", *calls)
        assert isinstance(step, Malformed)
        assert step.error_key == "malformed_call"
        assert len(step.problem) < 600
    # The control: without it the siblings are wanted.
    assert isinstance(judged(R.TOOL_USE, "", GOOD, GOOD), Calls)


def test_too_many_calls_at_once_are_refused_whole() -> None:
    step = judged(R.TOOL_USE, "", GOOD, GOOD, GOOD, most=2)
    assert isinstance(step, Malformed)
    assert step.error_key == "too_many_calls"
    assert isinstance(judged(R.TOOL_USE, "", GOOD, GOOD, most=2), Calls)


def test_number_of_a_call_is_spent_only_on_responses_that_can_be_used() -> None:
    given_out: list[int] = []

    def next_id() -> CallId:
        given_out.append(1)
        return CallId(len(given_out))

    bad = CallDraft(None, "read", "{")
    interpret(Response("", (), (GOOD, bad), Finish(R.TOOL_USE), Usage()), next_id, 64)
    assert given_out == []


def test_white_space_alone_is_no_answer() -> None:
    step = judged(R.STOP, " \n")
    assert isinstance(step, Malformed)
    assert step.error_key == "empty_answer"


def test_thinking_alone_is_no_answer_but_may_be_paused() -> None:
    assert isinstance(judged(R.STOP, thoughts=(THOUGHT,)), Malformed)
    assert judged(R.PAUSE, thoughts=(THOUGHT,)) == Pause((THOUGHT,))


@given(
    st.sampled_from(FinishReason), st.text(max_size=5), st.lists(st.text(max_size=6), max_size=3)
)
def test_nothing_that_a_model_says_breaks_the_interpreter(
    reason: FinishReason, text: str, arguments: list[str]
) -> None:
    calls = [CallDraft(None, "read", args) for args in arguments]
    step = judged(reason, text, *calls)
    assert isinstance(step, Answer | Pause | Calls | Malformed)
