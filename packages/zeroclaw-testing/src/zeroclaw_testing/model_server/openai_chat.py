"""OpenAI chat completions: from script steps to frames, from a request to its parsed view."""

from __future__ import annotations

import json
from collections.abc import Sequence
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
from zeroclaw_testing.model_server.script import Completion, InBandError
from zeroclaw_testing.model_server.sse import SseFraming
from zeroclaw_testing.model_server.strict import request_problems

__all__ = ["OpenAIChat"]

COMPLETIONS = ("POST", "/v1/chat/completions")
MODELS = ("GET", "/v1/models")
ANSWER_ID = "chatcmpl-scripted"
CREATED = 1_700_000_000
FINISH_WORDS = {FinishReason.TOOL_USE: "tool_calls"}


@frozen
class OpenAIChat:
    """The protocol most servers speak. `reasoning_field` is where they put the thinking."""

    reasoning_field: str = "reasoning_content"

    @property
    def stream_type(self) -> str:
        """Server-sent events."""
        return "text/event-stream"

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
        """`POST /v1/chat/completions`."""
        return (method, path) == COMPLETIONS

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What a strict provider objects to."""
        return request_problems(body)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer."""
        model, messages = body.get("model"), body.get("messages")
        options = body.get("stream_options")
        return ModelCall(
            model=model if isinstance(model, str) else "",
            stream=body.get("stream") is True,
            usage_wanted=isinstance(options, dict) and options.get("include_usage") is True,
            messages=tuple(messages) if isinstance(messages, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> ChunkEncoder:
        """Chunks of one streamed completion."""
        return ChunkEncoder(
            framing=SseFraming.of(answer.delivery),
            model=call.model,
            reasoning_field=self.reasoning_field,
            usage_sent=call.usage_wanted or answer.usage_always,
        )

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The completion as one object; an in-band error takes its place."""
        gathered = _Gathered(reasoning_field=self.reasoning_field)
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            gathered.add(event)
        return gathered.document(call.model)

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The error object, in a body as in a stream."""
        return {"error": {"message": message, "type": kind, "param": None, "code": code}}


@define
class ChunkEncoder:
    """The frames of one streamed completion; the chunk that opens it comes with the first delta."""

    framing: SseFraming
    model: str
    reasoning_field: str
    usage_sent: bool
    _opened: bool = False

    def event(self, event: StreamEvent) -> bytes:
        """The chunk of an event."""
        match event:
            case TextDelta(text):
                return self._delta({"content": text})
            case ReasoningDelta(text):
                return self._delta({self.reasoning_field: text})
            case ReasoningBlock(data):
                return self._delta({"reasoning_details": [data]})
            case ToolCallDelta():
                return self._delta({"tool_calls": [_call_piece(event)]})
            case Usage():
                return self._chunk([], _usage_object(event)) if self.usage_sent else b""
            case Finish():
                return self._choice({}, _finish_word(event))
            case _:
                assert_never(event)

    def frame(self, payload: JsonObject | str) -> bytes:
        """Any payload as one frame."""
        return self.framing.frame(payload if isinstance(payload, str) else _compact(payload))

    def comment(self, text: str) -> bytes:
        """A comment line."""
        return self.framing.comment(text)

    def error(self, error: InBandError) -> bytes:
        """An error object in place of a chunk."""
        return self.frame(OpenAIChat().error(error.message, error.kind, error.code))

    def end(self) -> bytes:
        """The sentinel."""
        return self.framing.frame("[DONE]")

    def _delta(self, delta: JsonObject) -> bytes:
        if self._opened:
            return self._choice(delta, None)
        self._opened = True
        return self._choice({"role": "assistant", "content": ""}, None) + self._choice(delta, None)

    def _choice(self, delta: JsonObject, finish: str | None) -> bytes:
        return self._chunk([{"index": 0, "delta": delta, "finish_reason": finish}], None)

    def _chunk(self, choices: list[JsonObject], usage: JsonObject | None) -> bytes:
        chunk: dict[str, Json] = {
            "id": ANSWER_ID,
            "object": "chat.completion.chunk",
            "created": CREATED,
            "model": self.model,
            "choices": choices,
        }
        if usage is not None:
            chunk["usage"] = usage
        return self.frame(chunk)


@define
class _Call:
    wire_id: str = ""
    name: str = ""
    arguments: str = ""
    extra: JsonObject | None = None

    def add(self, piece: ToolCallDelta) -> None:
        self.wire_id = piece.wire_id or self.wire_id
        self.name = piece.name or self.name
        self.arguments += piece.args_fragment
        self.extra = piece.extra or self.extra

    def document(self) -> JsonObject:
        function: JsonObject = {"name": self.name, "arguments": self.arguments}
        return {"id": self.wire_id, "type": "function", "function": function, **(self.extra or {})}


@define
class _Gathered:
    """The message that the deltas of an answer add up to."""

    reasoning_field: str
    _text: str = ""
    _reasoning: str = ""
    _details: list[JsonObject] = Factory(list)
    _calls: dict[int, _Call] = Factory(dict)
    _usage: Usage | None = None
    _finish: Finish | None = None

    def add(self, event: StreamEvent) -> None:
        match event:
            case TextDelta(text):
                self._text += text
            case ReasoningDelta(text):
                self._reasoning += text
            case ReasoningBlock(data):
                self._details.append(data)
            case ToolCallDelta(index):
                self._calls.setdefault(index, _Call()).add(event)
            case Usage():
                self._usage = event
            case Finish():
                self._finish = event
            case _:
                assert_never(event)

    def document(self, model: str) -> JsonObject:
        message: dict[str, Json] = {"role": "assistant", "content": self._text or None}
        if self._reasoning:
            message[self.reasoning_field] = self._reasoning
        if self._details:
            message["reasoning_details"] = self._details
        if self._calls:
            message["tool_calls"] = [self._calls[index].document() for index in sorted(self._calls)]
        finish = None if self._finish is None else _finish_word(self._finish)
        document: dict[str, Json] = {
            "id": ANSWER_ID,
            "object": "chat.completion",
            "created": CREATED,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        }
        if self._usage is not None:
            document["usage"] = _usage_object(self._usage)
        return document


def _call_piece(piece: ToolCallDelta) -> JsonObject:
    function: dict[str, Json] = {} if piece.name is None else {"name": piece.name}
    function["arguments"] = piece.args_fragment
    named: JsonObject = {} if piece.wire_id is None else {"id": piece.wire_id, "type": "function"}
    return {"index": piece.index, **named, "function": function, **(piece.extra or {})}


def _finish_word(finish: Finish) -> str:
    return finish.raw or FINISH_WORDS.get(finish.reason, finish.reason.value)


def _usage_object(usage: Usage) -> JsonObject:
    total = (usage.input_tokens or 0) + (usage.output_tokens or 0)
    counts: dict[str, Json] = {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": total,
    }
    if usage.cached_input_tokens is not None:
        counts["prompt_tokens_details"] = {"cached_tokens": usage.cached_input_tokens}
    if usage.reasoning_tokens is not None:
        counts["completion_tokens_details"] = {"reasoning_tokens": usage.reasoning_tokens}
    return counts


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
