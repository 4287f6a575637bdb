"""From an answer of the script to a plan of what travels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_api.stream import (
    Finish,
    ReasoningBlock,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_testing.model_server.dialect import Dialect, FrameEncoder, ModelCall
from zeroclaw_testing.model_server.script import (
    Answer,
    Comment,
    Completion,
    Cut,
    Delivery,
    Frame,
    Framing,
    HttpAnswer,
    InBandError,
    Pause,
    Raw,
    Repeat,
    Shape,
    Silence,
)
from zeroclaw_testing.model_server.wire_steps import HangUp, WireStep, delivered

__all__ = ["Reply", "document_reply", "planned"]

JSON_TYPE = "application/json"


@frozen
class Reply:
    """A response before it is sent. `steps` can be run through once."""

    status: int
    headers: tuple[tuple[str, str], ...]
    framing: Framing
    hold: Pause | Silence | None
    steps: Iterator[WireStep] = field(eq=False)


def planned(answer: Answer, dialect: Dialect, call: ModelCall) -> Reply:
    """The reply to a request that a script answers.

    Raises ValueError when a `Cut` names bytes that its event does not contain.
    """
    match answer:
        case HttpAnswer():
            return _http_reply(answer, dialect)
        case Completion(shape=shape) if shape is Shape.STREAM or (
            shape is Shape.AS_ASKED and call.stream
        ):
            steps = _streamed(answer, dialect.encoder(answer, call))
            return _reply(
                200,
                dialect.stream_type,
                Framing.CHUNKED,
                steps,
                answer.delivery,
                (("Cache-Control", "no-cache"),),
            )
        case Completion():
            document = _document(dialect.whole(answer, call))
            return _reply(200, JSON_TYPE, Framing.LENGTH, _whole(answer, document), answer.delivery)
        case _:
            assert_never(answer)


def document_reply(status: int, document: JsonObject) -> Reply:
    """A reply of one JSON document, sent at once."""
    return _reply(status, JSON_TYPE, Framing.LENGTH, iter((_document(document),)), Delivery())


def _http_reply(answer: HttpAnswer, dialect: Dialect) -> Reply:
    body = answer.body
    if body is None:
        body = _document(dialect.error(answer.message, answer.kind, answer.code))
    headers = answer.headers
    if answer.retry_after is not None:
        headers = (*headers, ("Retry-After", answer.retry_after))
    steps: Iterator[WireStep] = iter((body,))
    return _reply(answer.status, JSON_TYPE, Framing.LENGTH, steps, answer.delivery, headers)


def _reply(
    status: int,
    content_type: str,
    framing: Framing,
    steps: Iterator[WireStep],
    delivery: Delivery,
    headers: tuple[tuple[str, str], ...] = (),
) -> Reply:
    steps = delivered(steps, delivery)
    framing = delivery.framing or framing
    length: tuple[tuple[str, str], ...] = ()
    if framing is Framing.LENGTH:
        steps_known = tuple(steps)
        size = sum(len(step) for step in steps_known if isinstance(step, bytes))
        length, steps = (("Content-Length", str(size)),), iter(steps_known)
    return Reply(
        status=status,
        headers=(
            ("Content-Type", delivery.content_type or content_type),
            *length,
            *headers,
            *delivery.headers,
        ),
        framing=framing,
        hold=delivery.hold,
        steps=steps,
    )


def _streamed(answer: Completion, encoder: FrameEncoder) -> Iterator[WireStep]:
    for step in answer.steps:
        match step:
            case Pause() | Silence():
                yield step
            case Raw(data):
                yield data
            case Comment(text):
                yield encoder.comment(text)
            case Frame(payload):
                yield encoder.frame(payload)
            case InBandError():
                yield encoder.error(step)
            case Repeat():
                yield from _repeated(step, encoder)
            case Cut(inside):
                yield from _cut(step, b"" if inside is None else encoder.event(inside))
            case (
                TextDelta()
                | ReasoningDelta()
                | ReasoningBlock()
                | ToolCallDelta()
                | Usage()
                | Finish()
            ):
                yield encoder.event(step)
            case _:
                assert_never(step)
    if answer.end_marker:
        yield encoder.end()


def _repeated(repeat: Repeat, encoder: FrameEncoder) -> Iterator[WireStep]:
    """The first frame may open the answer; all others are the same bytes."""
    pause = Pause(repeat.every)
    frame: bytes | None = None
    for number in range(repeat.times):
        if number < 2:
            frame = encoder.event(repeat.event)
        if repeat.every:
            yield pause
        yield frame or b""


def _whole(answer: Completion, document: bytes) -> Iterator[WireStep]:
    """One document at the end of all waits; a cut goes through it."""
    for step in answer.steps:
        match step:
            case Pause() | Silence():
                yield step
            case Repeat(_, times, every):
                yield Pause(times * every)
            case Raw(data):
                yield data
            case Cut(_, after):
                yield from _cut(step, document if after else document[: len(document) // 2])
                yield document
                return
            case _:
                pass
    yield document


def _cut(cut: Cut, frame: bytes) -> Iterator[WireStep]:
    end = len(frame)
    if cut.after:
        end = frame.rfind(cut.after) + len(cut.after)
        if end < len(cut.after):
            raise ValueError(f"the script cuts after {cut.after!r}, which is not in {frame!r}")
    yield frame[:end]
    yield HangUp(cut.reset)
    yield frame[end:]


def _document(value: JsonObject) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
