"""OpenAI Responses: from script steps to frames, from a request to its parsed view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import Factory, define, frozen

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
from zeroclaw_testing.model_server.dialect import ModelCall
from zeroclaw_testing.model_server.responses_items import OutputItem
from zeroclaw_testing.model_server.responses_strict import responses_problems
from zeroclaw_testing.model_server.script import Completion, Cut, InBandError, Repeat
from zeroclaw_testing.model_server.sse import SseFraming

__all__ = ["OpenAIResponses"]

RESPONSES = ("POST", "/v1/responses")
MODELS = ("GET", "/v1/models")
CREATED = 1_700_000_000
REASONS = {
    FinishReason.LENGTH: "max_output_tokens",
    FinishReason.CONTENT_FILTER: "content_filter",
}


@frozen
class OpenAIResponses:
    """The vendor's own protocol; with `bare`, without names of events, then with an end marker.

    The data of a `ReasoningBlock` are the fields of a reasoning item, such as its encrypted
    content: it ends the item of the `ReasoningDelta`s before it. Usage is sent with the last
    event, whatever its place in the script.
    """

    bare: bool = False

    @property
    def stream_type(self) -> str:
        """Server-sent events."""
        return "text/event-stream; charset=utf-8"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """`GET /v1/models`."""
        if (method, path) != MODELS:
            return None
        return {
            "object": "list",
            "data": [
                {"id": model, "object": "model", "created": CREATED, "owned_by": "script"}
                for model in models
            ],
        }

    def claims(self, method: str, path: str) -> bool:
        """`POST /v1/responses`."""
        return (method, path) == RESPONSES

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What the vendor objects to."""
        return responses_problems(body)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer."""
        model, items = body.get("model"), body.get("input")
        return ModelCall(
            model=model if isinstance(model, str) else "",
            stream=body.get("stream") is True,
            usage_wanted=True,
            messages=tuple(items) if isinstance(items, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> ResponseEncoder:
        """Events of one streamed response."""
        return ResponseEncoder(
            framing=SseFraming.of(answer.delivery),
            model=call.model,
            usage=next((s for s in reversed(answer.steps) if isinstance(s, Usage)), None),
            pieces_left=Counter(_pieces(answer)),
            bare=self.bare,
        )

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The response as one object; an in-band error takes its place."""
        encoder = self.encoder(answer, call)
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            list(encoder.events(event))
        list(encoder.close_all())
        return encoder.response()

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The error object of a body."""
        return {"error": {"message": message, "type": kind, "param": None, "code": code}}


@define
class ResponseEncoder:
    """The events of one streamed response, each item between its beginning and its end.

    The pieces of calls that the script mixes make items that are open at the same time.
    `pieces_left` says, by call, how many pieces are still to come.
    """

    framing: SseFraming
    model: str
    usage: Usage | None
    pieces_left: Counter[int]
    bare: bool
    _started: bool = False
    _sent: int = 0
    _finish: Finish = Finish(FinishReason.STOP)
    _items: list[OutputItem] = Factory(list)
    _open: OutputItem | None = None
    _calls: dict[int, OutputItem] = Factory(dict)

    def event(self, event: StreamEvent) -> bytes:
        """The frames of an event, with those that must come before it."""
        return b"".join(map(self._numbered, self.events(event)))

    def events(self, event: StreamEvent) -> Iterator[JsonObject]:
        """The payloads of these frames."""
        if isinstance(event, Usage):
            return
        if not self._started:
            self._started = True
            yield {"type": "response.created", "response": self.response("in_progress")}
            yield {"type": "response.in_progress", "response": self.response("in_progress")}
        match event:
            case TextDelta(text):
                yield from self._in("message", text)
            case ReasoningDelta(text):
                yield from self._in("reasoning", text)
            case ReasoningBlock(data):
                yield from self._in("reasoning", "")
                if self._open is not None:
                    self._open.extra = data
                yield from self._close()
            case ToolCallDelta():
                yield from self._call(event)
            case Finish():
                self._finish = event
                yield from self.close_all()
            case _:
                assert_never(event)

    def frame(self, payload: JsonObject | str) -> bytes:
        """Any payload as one frame, under the name of its type."""
        if isinstance(payload, str):
            return self.framing.frame(payload)
        kind = payload.get("type")
        name = kind if isinstance(kind, str) and not self.bare else None
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
        return self.framing.frame(text, name)

    def comment(self, text: str) -> bytes:
        """A comment line."""
        return self.framing.comment(text)

    def error(self, error: InBandError) -> bytes:
        """An error event; the vendor has no other word for its kind than the code."""
        code = error.code or error.kind
        event: JsonObject = {"type": "error", "code": code, "message": error.message}
        return self._numbered({**event, "param": None})

    def end(self) -> bytes:
        """The event that ends a response."""
        frames = [self._numbered(payload) for payload in self.close_all()]
        kind = f"response.{self._status()}"
        frames.append(self._numbered({"type": kind, "response": self.response()}))
        if self.bare:
            frames.append(self.framing.frame("[DONE]"))
        return b"".join(frames)

    def close_all(self) -> Iterator[JsonObject]:
        """The ends of all items that are open."""
        yield from self._close()
        for item in self._calls.values():
            yield from item.end()
        self._calls.clear()

    def response(self, status: str | None = None) -> JsonObject:
        """The response, as far as it has come; the last status unless another is given."""
        status = status or self._status()
        is_over = status != "in_progress"
        reason: JsonObject | None = None
        if status == "incomplete":
            reason = {"reason": self._finish.raw or REASONS[self._finish.reason]}
        return {
            "id": "resp_scripted",
            "object": "response",
            "created_at": CREATED,
            "status": status,
            "error": None,
            "incomplete_details": reason,
            "model": self.model,
            "output": [item.document() for item in self._items] if is_over else [],
            "parallel_tool_calls": True,
            "store": False,
            "tool_choice": "auto",
            "tools": [],
            "usage": None if self.usage is None or not is_over else _usage_object(self.usage),
        }

    def _status(self) -> str:
        return "incomplete" if self._finish.reason in REASONS else "completed"

    def _numbered(self, payload: JsonObject) -> bytes:
        self._sent += 1
        return self.frame({**payload, "sequence_number": self._sent - 1})

    def _in(self, kind: str, text: str) -> Iterator[JsonObject]:
        """More text in the item of this kind, opened unless it is open."""
        if self._open is None or self._open.kind != kind:
            yield from self._close()
            self._open = self._new(kind)
            yield from self._open.begin()
        if text:
            yield from self._open.add(text)

    def _close(self) -> Iterator[JsonObject]:
        item, self._open = self._open, None
        if item is not None:
            yield from item.end()

    def _new(self, kind: str, name: str = "", call_id: str = "") -> OutputItem:
        item = OutputItem(kind, len(self._items), name, call_id)
        self._items.append(item)
        return item

    def _call(self, piece: ToolCallDelta) -> Iterator[JsonObject]:
        item = self._calls.get(piece.index)
        if item is None:
            yield from self._close()
            item = self._new("function_call", piece.name or "", piece.wire_id or "")
            self._calls[piece.index] = item
            yield from item.begin()
        if piece.args_fragment:
            yield from item.add(piece.args_fragment)
        self.pieces_left[piece.index] -= 1
        if self.pieces_left[piece.index] == 0:
            del self._calls[piece.index]
            yield from item.end()


def _pieces(answer: Completion) -> Iterator[int]:
    """The call of each piece of one, in the order of the script."""
    for step in answer.steps:
        match step:
            case ToolCallDelta(index) | Cut(inside=ToolCallDelta(index)):
                yield index
            case Repeat(event=ToolCallDelta(index), times=times):
                yield from [index] * times
            case _:
                pass


def _usage_object(usage: Usage) -> JsonObject:
    given, made = usage.input_tokens or 0, usage.output_tokens or 0
    written: JsonObject = (
        {} if usage.cache_write_tokens is None else {"cache_write_tokens": usage.cache_write_tokens}
    )
    return {
        "input_tokens": given,
        "input_tokens_details": {"cached_tokens": usage.cached_input_tokens or 0, **written},
        "output_tokens": made,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens or 0},
        "total_tokens": given + made,
    }
