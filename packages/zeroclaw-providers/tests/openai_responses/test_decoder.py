"""The events of a response become stream events, quirks of servers included."""

from __future__ import annotations

import json

import pytest

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderRejected,
)
from zeroclaw_api.json import Json, JsonObject
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
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.openai_responses.decoder import ResponsesDecoder
from zeroclaw_providers.tool_names import ToolNames

STOPPED = Finish(FinishReason.STOP, "completed")
CALLED = Finish(FinishReason.TOOL_USE, "completed")
COUNTS: Json = {"input_tokens": 3, "output_tokens": 1}


def decoder() -> ResponsesDecoder:
    return ResponsesDecoder(Failures("p", "m"), ToolNames())


def decoded(*frames: Json) -> list[StreamEvent]:
    """All events of a stream of these payloads; a text is sent as it is."""
    subject = decoder()
    events: list[StreamEvent] = []
    for frame in frames:
        events += subject.feed("", frame if isinstance(frame, str) else json.dumps(frame))
    return [*events, *subject.close()]


def said(kind: str, **fields: Json) -> JsonObject:
    return {"type": f"response.{kind}", **fields}


def over(kind: str = "completed", **response: Json) -> JsonObject:
    return said(kind, response={"status": kind, **response})


def added(index: int, kind: str = "function_call", **item: Json) -> JsonObject:
    return said("output_item.added", output_index=index, item={"type": kind, **item})


def done(index: int, kind: str = "function_call", **item: Json) -> JsonObject:
    return said("output_item.done", output_index=index, item={"type": kind, **item})


def piece(item_id: str, delta: str, **fields: Json) -> JsonObject:
    return said("function_call_arguments.delta", item_id=item_id, delta=delta, **fields)


def text(delta: str) -> JsonObject:
    return said("output_text.delta", item_id="m", output_index=0, content_index=0, delta=delta)


def calls_in(events: list[StreamEvent]) -> dict[int, tuple[str, str, str]]:
    """Of each call its id, name, arguments."""
    found: dict[int, tuple[str, str, str]] = {}
    for event in events:
        if isinstance(event, ToolCallDelta):
            wire_id, name, arguments = found.get(event.index, ("", "", ""))
            found[event.index] = (
                wire_id + (event.wire_id or ""),
                name + (event.name or ""),
                arguments + event.args_fragment,
            )
    return found


@pytest.mark.parametrize("ending", [over(), over("done", status="completed"), over(status=None)])
def test_text_usage_then_the_finish_come_out(ending: JsonObject) -> None:
    response = ending["response"]
    assert isinstance(response, dict)
    last: Json = {**ending, "response": {**response, "usage": COUNTS}}
    assert decoded(text("a"), text("b"), last) == [
        TextDelta("a"),
        TextDelta("b"),
        Usage(3, 1),
        STOPPED,
    ]


@pytest.mark.parametrize(
    ("details", "finish"),
    [
        ({"reason": "max_output_tokens"}, Finish(FinishReason.LENGTH, "max_output_tokens")),
        ({"reason": "content_filter"}, Finish(FinishReason.CONTENT_FILTER, "content_filter")),
        ({"reason": "something_new"}, Finish(FinishReason.LENGTH, "something_new")),
        (None, Finish(FinishReason.LENGTH, "incomplete")),
    ],
)
@pytest.mark.parametrize("kind", ["incomplete", "completed", "done"])
def test_an_incomplete_response_is_never_taken_for_a_whole_one(
    details: Json, finish: Finish, kind: str
) -> None:
    last = over(kind, status="incomplete", incomplete_details=details, usage=COUNTS)
    call = added(1, id="c", call_id="x", name="f")
    assert decoded(text("a"), last) == [TextDelta("a"), Usage(3, 1), finish]
    assert decoded(call, piece("c", '{"a":'), last)[-1] == finish


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (over("failed", error={"code": "server_error", "message": "x"}), ProviderOverloaded),
        (over("failed", error={"code": "rate_limit_exceeded"}), ProviderRateLimited),
        (over("failed", error={"code": "context_length_exceeded"}), ContextOverflow),
        (over("failed", error={"code": "invalid_prompt", "message": "x"}), ProviderRejected),
        (over("done", status="failed", error={"code": "invalid_image"}), ProviderRejected),
        (over("completed", status="failed", error=None), ProviderOverloaded),
        (over("cancelled"), ProviderOverloaded),
        ({"type": "error", "code": "rate_limit_exceeded", "message": "x"}, ProviderRateLimited),
        ({"type": "error", "error": {"type": "invalid_request_error"}}, ProviderRejected),
        ({"error": {"message": "broken"}}, ProviderOverloaded),
        ({"error": "broken"}, ProviderOverloaded),
        ({"object": "error", "message": "broken"}, ProviderOverloaded),
    ],
)
def test_every_form_of_a_failure_in_the_stream_is_an_error(
    failure: JsonObject, kind: type[ProviderError]
) -> None:
    subject = decoder()
    list(subject.feed("", json.dumps(text("a"))))
    with pytest.raises(ProviderError) as caught:
        list(subject.feed("", json.dumps(failure)))
    assert type(caught.value) is kind, repr(caught.value)
    assert not subject.is_done


def test_usage_of_a_failed_response_is_said_before_the_failure() -> None:
    failed = over("failed", error={"code": "server_error"}, usage=COUNTS)
    events = decoder().feed("", json.dumps(failed))
    assert next(events) == Usage(3, 1)
    with pytest.raises(ProviderOverloaded):
        next(events)


def test_interleaved_calls_are_told_apart_by_their_item_ids() -> None:
    events = decoded(
        added(0, id="i1", call_id="call_1", name="f"),
        added(0, id="i2", call_id="call_1", name="g"),
        piece("i2", '{"b":', output_index=0),
        piece("i1", '{"a":', output_index=0),
        piece("i2", "2}", output_index=0),
        piece("i1", "1}", output_index=0),
        done(0, id="i1", call_id="call_1", name="f", arguments='{"a":1}'),
        done(0, id="i2", call_id="call_1", name="g", arguments='{"b":2}'),
        over(),
    )
    assert calls_in(events) == {
        0: ("call_1", "f", '{"a":1}'),
        1: ("call_1", "g", '{"b":2}'),
    }
    assert events[-1] == CALLED


def test_calls_whose_item_ids_change_are_told_apart_by_their_places() -> None:
    events = decoded(
        added(0, id="r1", call_id="x", name="f"),
        added(1, id="r2", call_id="y", name="g"),
        piece("r3", '{"b":2}', output_index=1),
        piece("r4", '{"a":1}', output_index=0),
        done(0, id="r5", call_id="x", name="f", arguments='{"a":1}'),
        done(1, id="r6", call_id="y", name="g", arguments='{"b":2}'),
        over(output=[{"type": "function_call", "id": "r7", "call_id": "x", "arguments": "{}"}]),
    )
    assert calls_in(events) == {0: ("x", "f", '{"a":1}'), 1: ("y", "g", '{"b":2}')}


def test_arguments_that_come_only_whole_are_read() -> None:
    whole = done(0, id="c", call_id="x", name="f", arguments='{"a":1}')
    late = said("function_call_arguments.done", item_id="c", output_index=0, arguments='{"a":1}')
    begun = added(0, id="c", call_id="x", name="f")
    in_end = over(output=[whole["item"]])
    for frames in ([whole, over()], [begun, late, over()], [begun, in_end], [in_end]):
        assert calls_in(decoded(*frames)) == {0: ("x", "f", '{"a":1}')}, frames


def test_a_call_that_was_only_begun_never_runs_with_empty_arguments() -> None:
    with pytest.raises(BadStream, match="never ended"):
        decoded(added(0, id="c", call_id="x", name="f"), over())


def test_nothing_is_said_twice_whatever_repeats_it() -> None:
    message: JsonObject = {
        "type": "message",
        "id": "m",
        "content": [{"type": "output_text", "text": "ab"}],
    }
    other = {**message, "id": "another"}
    events = decoded(
        added(0, "message", id="m"),
        text("a"),
        said("output_text.done", item_id="m", output_index=0, content_index=0, text="ab"),
        said("content_part.done", item_id="m", part={"type": "output_text", "text": "ab"}),
        said("output_item.done", output_index=0, item=message),
        said("output_item.done", output_index=0, item=message),
        over(output=[{"type": "web_search_call"}, other]),
        text("c"),
    )
    assert events == [TextDelta("a"), TextDelta("b"), STOPPED]


def test_thinking_is_shown_then_kept_where_it_was() -> None:
    item: JsonObject = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "A"}
    events = decoded(
        text("ab"),
        added(1, "reasoning", id="rs", summary=[]),
        said("reasoning_summary_text.delta", item_id="rs", summary_index=0, delta="h"),
        said("reasoning_text.delta", item_id="rs", content_index=0, delta="m"),
        said("output_item.done", output_index=1, item=item),
        over(),
    )
    assert events == [
        TextDelta("ab"),
        ReasoningDelta("h"),
        ReasoningDelta("m"),
        ReasoningBlock({"block": item, "characters": 2, "calls": 0}),
        STOPPED,
    ]


def test_the_phase_of_a_message_is_kept_behind_its_text() -> None:
    content: Json = [{"type": "output_text", "text": "abc"}]
    events = decoded(done(0, "message", id="m", content=content, phase="commentary"), over())
    mark: Json = {"type": "phase", "phase": "commentary"}
    assert events[1] == ReasoningBlock({"block": mark, "characters": 3, "calls": 0})


def test_a_refusal_is_its_own_kind_of_end() -> None:
    no = said("refusal.delta", item_id="m", output_index=0, content_index=0, delta="No.")
    assert decoded(no, over()) == [TextDelta("No."), Finish(FinishReason.REFUSAL, "completed")]


def test_events_of_later_versions_mean_nothing() -> None:
    events = decoded(
        said("created", response={"status": "in_progress"}),
        added(0, "hologram_call", id="h"),
        said("hologram_call.delta", item_id="h", output_index=0, delta="?"),
        said("output_text.annotation.added", annotation={}),
        done(0, "hologram_call", id="h"),
        text("a"),
        "[DONE]",
        over(output=[{"type": "hologram_call"}, None]),
        "[DONE]",
    )
    assert events == [TextDelta("a"), STOPPED]


def test_the_name_of_an_event_stands_in_for_its_type() -> None:
    subject = decoder()
    events = [
        *subject.feed("response.output_text.delta", '{"delta": "a"}'),
        *subject.feed("response.completed", '{"response": {}}'),
        *subject.close(),
    ]
    assert events == [TextDelta("a"), STOPPED]


@pytest.mark.parametrize("frames", [(), ("[DONE]",), (text("a"),), (text("a"), "[DONE]")])
def test_an_answer_without_its_last_event_is_a_broken_one(frames: tuple[Json, ...]) -> None:
    with pytest.raises(BadStream):
        decoded(*frames)


def test_an_event_that_is_no_json_is_a_broken_answer() -> None:
    with pytest.raises(BadStream, match="JSON"):
        decoded("{")


def test_an_answer_without_end_is_broken_off() -> None:
    subject = decoder()
    long = json.dumps(text("a" * 2**20))
    for _ in range(16):
        list(subject.feed("", long))
    with pytest.raises(BadStream, match="longer"):
        list(subject.feed("", long))


def test_too_many_calls_are_a_broken_answer() -> None:
    with pytest.raises(BadStream, match="256"):
        decoded(*(added(n, id=f"c{n}", call_id=f"x{n}", name="f") for n in range(257)))


def whole(value: Json) -> list[StreamEvent]:
    subject = decoder()
    return [*subject.feed_object(value), *subject.close(is_whole=True)]


def test_a_response_as_one_document_says_all_of_it() -> None:
    thought: Json = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": "A"}
    call: Json = {"type": "function_call", "id": "c", "call_id": "x", "name": "f", "arguments": ""}
    output: Json = [thought, {"type": "message", "content": []}, call]
    document: Json = {"object": "response", "error": None, "output": output, "usage": COUNTS}
    assert whole(document) == [
        ReasoningBlock({"block": thought, "characters": 0, "calls": 0}),
        ToolCallDelta(0, "x", "f"),
        ToolCallDelta(0, args_fragment="{}"),
        Usage(3, 1),
        CALLED,
    ]


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"status": "failed", "output": [], "error": {"code": "server_error"}}, ProviderOverloaded),
        ({"status": "failed", "output": []}, ProviderOverloaded),
        ({"status": "in_progress", "output": []}, BadStream),
        ({"error": {"message": "x", "code": "invalid_prompt"}}, ProviderRejected),
        ({"object": "chat.completion"}, BadStream),
        ([], BadStream),
    ],
)
def test_a_document_that_is_no_answer_is_an_error(document: Json, kind: type[Exception]) -> None:
    with pytest.raises(ProviderError) as caught:
        whole(document)
    assert type(caught.value) is kind
