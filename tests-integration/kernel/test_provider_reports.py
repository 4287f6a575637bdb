"""What users reported of models in other programs' turns happens with no protocol here.

Each test names the report, then plays turns of the kernel against a strict server, over every
protocol. What needs no turn is in `packages/zeroclaw-providers/tests/test_user_reports.py`.
Reports by a number alone are those of the original's issue tracker.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

import pytest
from attrs import evolve, field, frozen
from conversing import inside
from every_wire import WIRES, Wire, every_wire, served
from one_session import Play, play

from zeroclaw_api.events import Outcome
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import ResultStatus
from zeroclaw_api.provider import Provider
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.dialects.provider import DialectProvider
from zeroclaw_runtime import Limits, ModelRoute, assemble
from zeroclaw_runtime.limits.retries import Retries
from zeroclaw_testing import FakeTool, tool_spec
from zeroclaw_testing.model_server import (
    Answer,
    Completion,
    Frame,
    HttpAnswer,
    ModelServer,
    Pause,
    Raw,
    ScriptStep,
    Shape,
    calling,
    cut_call,
    saying,
)

both_shapes = pytest.mark.parametrize("shape", [Shape.STREAM, Shape.WHOLE])
STOP: Final = Finish(FinishReason.STOP)
USE: Final = Finish(FinishReason.TOOL_USE)
LENGTH: Final = Finish(FinishReason.LENGTH)
YES: Final = saying("Yes.")
TWICE: Final = Limits(retries=Retries(attempts=2, first_wait=0.05))


@frozen
class Desk:
    """A provider of a server with the answers of a test, with a tool that its model may use."""

    provider: Provider
    server: ModelServer
    wire: Wire
    tool: FakeTool = field(factory=lambda: FakeTool(tool_spec("f")))

    async def turns(
        self, *texts: str, limits: Limits = Limits(), more: Sequence[Provider] = ()
    ) -> Play:
        """One turn for each text; what the last one showed. `more` are asked when one fails."""
        routes = [ModelRoute(each, self.wire.model) for each in (self.provider, *more)]
        return await play(assemble("a", routes, tools=[self.tool], limits=limits), *texts)

    @property
    def sent(self) -> list[JsonObject]:
        """The bodies of the requests so far."""
        return [request.json or {} for request in self.server.requests]


@asynccontextmanager
async def desk(wire: Wire, *answers: Answer) -> AsyncIterator[Desk]:
    """Such a desk, for one session."""
    async with served(wire, *answers) as (provider, server):
        yield Desk(provider, server, wire)


def call(wire: Wire, arguments: str = '{"a":1}', number: int = 0) -> tuple[ToolCallDelta, ...]:
    """A call of the tool as the server of this protocol makes one."""
    pieces = cut_call(number, f"call_{number}", "f", arguments)
    if wire.name == "gemini":
        return (evolve(pieces[0], extra={"thoughtSignature": "c2lnbmVk"}), *pieces[1:])
    return pieces


# 5600, 6160, 1327, 6672: the second request lacks the thinking of the first answer.

WORDS: Final = (ReasoningDelta("I will "), ReasoningDelta("look."))
SIGNED: Final[JsonObject] = {"text": "I will look.", "signature": "c2ln"}
THINKING: Final[Mapping[str, Sequence[tuple[tuple[StreamEvent, ...], JsonObject]]]] = {
    "openai_chat": (
        (
            (ReasoningDelta("I will "), ReasoningDelta("look.")),
            {"reasoning_content": "I will look."},
        ),
        (
            (ReasoningBlock({"type": "reasoning.encrypted", "data": "b3BhcXVl", "index": 0}),),
            {"type": "reasoning.encrypted", "data": "b3BhcXVl"},
        ),
    ),
    "anthropic_messages": (
        (
            (
                *WORDS,
                ReasoningBlock({"type": "thinking", "thinking": "", "signature": "c2ln"}),
            ),
            {"type": "thinking", "thinking": "I will look.", "signature": "c2ln"},
        ),
        (
            (ReasoningBlock({"type": "redacted_thinking", "data": "b3BhcXVl"}),),
            {"type": "redacted_thinking", "data": "b3BhcXVl"},
        ),
    ),
    "gemini": (((ReasoningDelta("I will look."),), {"thoughtSignature": "c2lnbmVk"}),),
    "openai_responses": (
        (
            (ReasoningDelta("I will look."), ReasoningBlock({"encrypted_content": "b3BhcXVl"})),
            {"type": "reasoning", "encrypted_content": "b3BhcXVl"},
        ),
    ),
    "ollama": (
        ((ReasoningDelta("I will "), ReasoningDelta("look.")), {"thinking": "I will look."}),
    ),
    "bedrock": (
        (
            (*WORDS, ReasoningBlock({"reasoningContent": {"reasoningText": SIGNED}})),
            SIGNED,
        ),
        (
            (ReasoningBlock({"reasoningContent": {"redactedContent": "b3BhcXVl"}}),),
            {"redactedContent": "b3BhcXVl"},
        ),
    ),
}


@both_shapes
@pytest.mark.parametrize(
    ("wire", "thought", "echoed"),
    [(wire, *case) for wire in WIRES for case in THINKING[wire.name]],
    ids=str,
)
async def test_thinking_before_a_call_goes_back_with_it(
    wire: Wire, thought: tuple[StreamEvent, ...], echoed: JsonObject, shape: Shape
) -> None:
    """Reports 5600, 6160, 1327, 6672: in each protocol's form, in all requests of the turn."""
    first = evolve(calling(*call(wire)), shape=shape)
    first = evolve(first, steps=(*thought, *first.steps))
    async with desk(wire, first, evolve(calling(*call(wire)), shape=shape), YES) as at:
        shown = await at.turns("hi")
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert at.tool.calls == [{"a": 1}, {"a": 1}]
        for body in at.sent[1:]:
            assert any(echoed.items() <= each.items() for each in inside(body))
        assert not any(echoed.items() <= each.items() for each in inside(at.sent[0]))


# 1878: thinking in tags and a call in one message.


@every_wire
@both_shapes
@pytest.mark.parametrize("model", ["gpt-5", "qwen3-32b"])
async def test_call_beside_thinking_in_tags_runs(wire: Wire, shape: Shape, model: str) -> None:
    """Report 1878: whatever the text beside it is, a call is a call, once."""
    first = evolve(calling(*call(wire), text="<think>I will look.</think>\n"), shape=shape)
    async with desk(wire, first, YES) as at:
        spoken = evolve(
            at,
            provider=DialectProvider(at.provider, teaches=False),
            wire=evolve(wire, model=model),
        )
        shown = await spoken.turns("hi")
        assert shown.done.outcome is Outcome.ANSWERED
        assert shown.text.endswith("Yes.")
        assert at.tool.calls == [{"a": 1}]
        assert len(at.sent) == 2


# PR 8663: the connection closes after the first event.


@every_wire
async def test_answer_that_closes_after_its_first_frame_is_asked_for_again(wire: Wire) -> None:
    """Report PR 8663: nothing was said yet, so that it can be said once, as a whole."""
    opening = wire.frames((ReasoningDelta("hm"), TextDelta("a"), *call(wire)))[0]
    async with desk(wire, wire.raw(opening), YES) as at:
        shown = await at.turns("hi", limits=TWICE)
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert len(at.sent) == 2


@every_wire
async def test_answer_that_closes_after_words_is_not_said_twice(wire: Wire) -> None:
    """Report PR 8663: what was shown stays, with the failure told behind it."""
    (*said, _) = wire.frames((TextDelta("I began "), TextDelta("to s"), *call(wire)))
    async with desk(wire, wire.raw(b"".join(said)), YES) as at:
        shown = await at.turns("hi", limits=TWICE)
        assert (shown.done.outcome, shown.done.error_key) == (Outcome.FAILED, "bad_stream")
        assert shown.text.startswith("I began ")
        assert len(at.sent) == 1
        assert at.tool.calls == []


# PR 7927, openclaw 99096: a 429 that is taken for a refusal.


@every_wire
@pytest.mark.parametrize("body", [b"429 Provider returned error", b"the model is invalid"])
async def test_limit_in_misleading_words_is_waited_out(wire: Wire, body: bytes) -> None:
    """Reports PR 7927, openclaw 99096: the same model is asked again."""
    async with desk(wire, HttpAnswer(429, body=body), YES) as at:
        shown = await at.turns("hi", limits=TWICE)
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert shown.warnings == ["model_retried"]


# 4810, 7863, 6090: a turn that stops in the middle leaves a history that is refused.


@every_wire
async def test_conversation_goes_on_after_the_limit_of_rounds(wire: Wire) -> None:
    """Reports 4810, 7863, 6090: each call has its result, in the summary and in the next turn."""
    answers = (calling(*call(wire)), calling(*call(wire)), saying("So far."), YES)
    async with desk(wire, *answers) as at:
        shown = await at.turns("hi", "go on", limits=Limits(iterations=2))
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert len(at.sent) == 4


@every_wire
async def test_conversation_goes_on_though_the_last_round_wants_a_call(wire: Wire) -> None:
    """Reports 4810, 7863, 6090: a call that nobody may run any more is in no history."""
    answers = (calling(*call(wire)), calling(*call(wire, number=1), text="One more."), YES)
    async with desk(wire, *answers) as at:
        shown = await at.turns("hi", "go on", limits=Limits(iterations=1))
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert len(at.tool.calls) == 1


# openclaw 126389, PR 117137: half a call runs.


def half(wire: Wire, finish: Finish) -> tuple[ScriptStep, ...]:
    """Half the arguments of a call, then an orderly end, as far as the protocol can say that."""
    arguments = '{"path":"README.md"'
    named: JsonObject = {"name": "f"}
    match wire.name:
        case "gemini":
            part: JsonObject = {"functionCall": {**named, "args": arguments}}
            return (Frame({"candidates": [{"content": {"parts": [part]}}]}), finish)
        case "ollama":
            written: JsonObject = {"tool_calls": [{"function": {**named, "arguments": arguments}}]}
            return (Frame({"message": {"role": "assistant", **written}, "done": False}), finish)
        case _:
            return (*call(wire, arguments), finish)


@every_wire
@pytest.mark.parametrize("finish", [USE, STOP, LENGTH], ids=lambda finish: finish.reason)
@pytest.mark.parametrize("siblings", [0, 1])
async def test_half_a_call_never_runs_nor_does_its_sibling(
    wire: Wire, finish: Finish, siblings: int
) -> None:
    """Reports openclaw 126389, PR 117137: the model is asked for a whole one."""
    whole = call(wire, number=1) if siblings else ()
    async with desk(wire, Completion((*whole, *half(wire, finish))), YES) as at:
        shown = await at.turns("hi", limits=TWICE)
        assert at.tool.calls == []
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        *((wire, FinishReason.LENGTH) for wire in WIRES),
        # Ollama knows no other reason.
        *((wire, FinishReason.CONTENT_FILTER) for wire in WIRES if wire.name != "ollama"),
    ],
    ids=str,
)
async def test_whole_call_of_an_answer_that_was_cut_off_never_runs(
    wire: Wire, reason: FinishReason
) -> None:
    """Report openclaw PR 117137: what is whole by chance may not be what the model meant."""
    async with desk(wire, Completion((*call(wire), Finish(reason))), YES) as at:
        await at.turns("hi")
        assert at.tool.calls == []


@every_wire
async def test_call_before_a_malformed_frame_never_runs(wire: Wire) -> None:
    """Report openclaw 126389: a frame that cannot be read is an error, not one to be left out."""
    broken = Completion((*call(wire), Frame('{"half": '), USE))
    async with desk(wire, broken, YES) as at:
        shown = await at.turns("hi", limits=TWICE)
        assert at.tool.calls == []
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")


# openclaw 91604: only thinking, then the end.


@every_wire
@both_shapes
async def test_answer_of_thinking_alone_is_asked_for_again(wire: Wire, shape: Shape) -> None:
    """Report openclaw 91604: thinking is no answer, and none that the next request has to bear."""
    empty = Completion((ReasoningDelta("I am done."), STOP), shape=shape)
    async with desk(wire, empty, YES, YES) as at:
        shown = await at.turns("hi", "more")
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert len(at.sent) == 3


@every_wire
async def test_answer_of_thinking_alone_leads_to_the_next_model(wire: Wire) -> None:
    """Report openclaw 91604: another model is asked where there is one."""
    empty = Completion((ReasoningDelta("I am done."), STOP))
    async with desk(wire, empty) as at, served(wire, YES) as (other, server):
        shown = await at.turns("hi", more=[other])
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert (len(at.sent), len(server.requests)) == (1, 1)


@every_wire
async def test_tagged_thinking_alone_is_asked_for_again(wire: Wire) -> None:
    """Report openclaw 91604: nor is it an answer where a server leaves the tags in the text."""
    async with desk(wire, saying("<think>I am done.", "</think>\n"), YES) as at:
        spoken = evolve(
            at,
            provider=DialectProvider(at.provider, teaches=False),
            wire=evolve(wire, model="qwen3-32b"),
        )
        shown = await spoken.turns("hi")
        assert (shown.done.outcome, shown.text) == (Outcome.ANSWERED, "Yes.")
        assert len(at.sent) == 2


# goose 9287, litellm 5063: a tool without parameters.


@every_wire
@both_shapes
@pytest.mark.parametrize("arguments", ["", "{}"])
async def test_tool_without_parameters_runs_with_none(
    wire: Wire, shape: Shape, arguments: str
) -> None:
    """Reports goose 9287, litellm 5063: it runs, its call is taken in the next request."""
    first = evolve(calling(*call(wire, arguments)), shape=shape)
    async with desk(wire, first, YES) as at:
        shown = await at.turns("hi")
        assert at.tool.calls == [{}]
        assert [result.status for result in shown.results] == [ResultStatus.SUCCESS]
        assert shown.text == "Yes."


# goose 11679: pings for ever.

QUIET: Final = 0.15
"""Seconds without a sign of an answer that these turns wait."""
SAYING_NOTHING: Final[Mapping[str, ScriptStep]] = {
    "openai_chat": Frame({"choices": [{"index": 0, "delta": {"content": ""}}]}),
    "anthropic_messages": Frame({"type": "ping"}),
    "gemini": Frame({"usageMetadata": {}}),
    "openai_responses": Frame({"type": "keepalive", "sequence_number": 3}),
    "ollama": Frame({"message": {"role": "assistant", "content": ""}, "done": False}),
    "bedrock": Raw(b"\x00"),
}


@every_wire
async def test_frames_that_say_nothing_are_silence_to_a_turn(wire: Wire) -> None:
    """Report goose 11679: whatever keeps a connection open, a turn waits for an answer."""
    pings = Completion((SAYING_NOTHING[wire.name], Pause(QUIET / 4)) * 40)
    async with desk(wire, pings) as at:
        shown = await at.turns("hi", limits=Limits(silence_seconds=QUIET))
        assert (shown.done.outcome, shown.done.error_key) == (Outcome.FAILED, "provider_timed_out")
