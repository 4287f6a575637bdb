"""Google's Gemini protocol: from script steps to frames, from a request to its parsed view."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import Factory, define, frozen

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, parse_json_object
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
from zeroclaw_testing.model_server.gemini_strict import gemini_problems
from zeroclaw_testing.model_server.script import Completion, InBandError, Newline
from zeroclaw_testing.model_server.sse import SseFraming

__all__ = ["Gemini"]

METHOD = re.compile(r"/v1(?:beta)?/models/([^/:]+):(streamG|g)enerateContent")
MODELS = ("GET", "/v1beta/models")
FINISH_WORDS = {
    FinishReason.STOP: "STOP",
    FinishReason.TOOL_USE: "STOP",
    FinishReason.LENGTH: "MAX_TOKENS",
    FinishReason.CONTENT_FILTER: "SAFETY",
    FinishReason.REFUSAL: "PROHIBITED_CONTENT",
    FinishReason.PAUSE: "OTHER",
    FinishReason.ERROR: "MALFORMED_FUNCTION_CALL",
}
STATUSES = {
    "server_error": (500, "INTERNAL"),
    "overloaded_error": (503, "UNAVAILABLE"),
    "rate_limit_error": (429, "RESOURCE_EXHAUSTED"),
    "invalid_request_error": (400, "INVALID_ARGUMENT"),
}


@frozen
class Gemini:
    """The protocol of the Gemini API. Its lines end as Google's do, unless a delivery differs.

    With `signed`, calls without their signature are refused, as the third generation does.
    The data of a `ReasoningBlock` are the fields of a part, whose text is empty by default.
    """

    newline: Newline = Newline.CRLF
    signed: bool = False

    @property
    def stream_type(self) -> str:
        """Server-sent events."""
        return "text/event-stream"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """`GET /v1beta/models`."""
        if (method, path) != MODELS:
            return None
        return {
            "models": [
                {
                    "name": f"models/{model}",
                    "version": "001",
                    "displayName": model,
                    "inputTokenLimit": 1_048_576,
                    "outputTokenLimit": 65_536,
                    "supportedGenerationMethods": ["generateContent", "countTokens"],
                }
                for model in models
            ]
        }

    def claims(self, method: str, path: str) -> bool:
        """`POST /v1beta/models/{model}:streamGenerateContent`, and its form without a stream."""
        return method == "POST" and METHOD.fullmatch(path) is not None

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What Google objects to."""
        return gemini_problems(body, signed=self.signed)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer; usage always comes."""
        named = METHOD.fullmatch(path)
        contents = body.get("contents")
        return ModelCall(
            model=named[1] if named else "",
            stream=named is not None and named[2] == "streamG",
            usage_wanted=True,
            messages=tuple(contents) if isinstance(contents, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> GeminiEncoder:
        """Chunks of one streamed answer."""
        delivery = answer.delivery
        newline = self.newline if delivery.newline is Newline.LF else delivery.newline
        return GeminiEncoder(SseFraming(newline, delivery.colon_space), call.model)

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The answer as one chunk; an in-band error takes its place."""
        gathered = _Gathered(call.model)
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            gathered.add(event)
        return gathered.document()

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The error object; an unknown kind is the status itself, a code one of its details."""
        number, status = STATUSES.get(kind, (400, kind))
        error: dict[str, Json] = {"code": number, "message": message, "status": status}
        if code is not None:
            info: JsonObject = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": code}
            error["details"] = [info]
        return {"error": error}


@define
class _Calls:
    """Joins the pieces of calls: a call travels whole."""

    _open: dict[int, ToolCallDelta] = Factory(dict)

    def feed(self, piece: ToolCallDelta) -> JsonObject | None:
        """The part of a call that is whole now."""
        before = self._open.pop(piece.index, ToolCallDelta(piece.index))
        call = ToolCallDelta(
            piece.index,
            piece.wire_id or before.wire_id,
            piece.name or before.name,
            before.args_fragment + piece.args_fragment,
            piece.extra or before.extra,
        )
        try:
            return _call_part(call, parse_json_object(call.args_fragment))
        except InvalidJson:
            self._open[piece.index] = call
            return None

    def close(self) -> Iterator[JsonObject]:
        """Calls without arguments, of which nothing more comes.

        Raises ValueError for those whose arguments broke off: the protocol has no such thing.
        """
        for call in self._open.values():
            if call.args_fragment:
                raise ValueError(f"a call travels whole, not with {call.args_fragment!r}")
            yield _call_part(call, None)
        self._open.clear()


@define
class GeminiEncoder:
    """The frames of one streamed answer; every frame after the usage repeats it."""

    framing: SseFraming
    model: str
    _usage: JsonObject | None = None
    _calls: _Calls = Factory(_Calls)

    def event(self, event: StreamEvent) -> bytes:
        """The frame of an event; pieces of a call give one when it is whole."""
        match event:
            case ToolCallDelta():
                part = self._calls.feed(event)
                return b"" if part is None else self._parts([part])
            case Usage():
                self._usage = _usage_object(event)
                return self.frame(_chunk(self.model, [], self._usage))
            case Finish():
                return self._rest() + self._parts([{"text": ""}], _finish_word(event))
            case TextDelta() | ReasoningDelta() | ReasoningBlock():
                return self._rest() + self._parts([_part(event)])
            case _:
                assert_never(event)

    def frame(self, payload: JsonObject | str) -> bytes:
        """Any payload as one frame."""
        return self.framing.frame(payload if isinstance(payload, str) else _spelled(payload))

    def comment(self, text: str) -> bytes:
        """A comment line."""
        return self.framing.comment(text)

    def error(self, error: InBandError) -> bytes:
        """An error object in place of a chunk."""
        return self.frame(Gemini().error(error.message, error.kind, error.code))

    def end(self) -> bytes:
        """Calls without arguments that nothing followed; the end of the body ends the answer."""
        return self._rest()

    def _rest(self) -> bytes:
        return b"".join(self._parts([part]) for part in self._calls.close())

    def _parts(self, parts: list[JsonObject], finish: str | None = None) -> bytes:
        candidate = _candidate(parts, finish)
        return self.frame(_chunk(self.model, [candidate], self._usage))


@define
class _Gathered:
    """The answer that the steps of a script add up to."""

    model: str
    _parts: list[JsonObject] = Factory(list)
    _usage: JsonObject | None = None
    _finish: str | None = None
    _calls: _Calls = Factory(_Calls)

    def add(self, event: StreamEvent) -> None:
        match event:
            case ToolCallDelta():
                part = self._calls.feed(event)
                self._parts += [] if part is None else [part]
            case Usage():
                self._usage = _usage_object(event)
            case Finish():
                self._finish = _finish_word(event)
            case TextDelta() | ReasoningDelta() | ReasoningBlock():
                self._parts += [*self._calls.close(), _part(event)]
            case _:
                assert_never(event)

    def document(self) -> JsonObject:
        parts = [*self._parts, *self._calls.close()]
        return _chunk(self.model, [_candidate(parts, self._finish)], self._usage)


def _part(event: TextDelta | ReasoningDelta | ReasoningBlock) -> JsonObject:
    match event:
        case TextDelta(text):
            return {"text": text}
        case ReasoningDelta(text):
            return {"text": text, "thought": True}
        case ReasoningBlock(data):
            return {"text": "", **data}


def _call_part(call: ToolCallDelta, args: JsonObject | None) -> JsonObject:
    function: dict[str, Json] = {"name": call.name or ""}
    if args is not None:
        function["args"] = args
    if call.wire_id:
        function["id"] = call.wire_id
    return {"functionCall": function, **(call.extra or {})}


def _candidate(parts: list[JsonObject], finish: str | None) -> JsonObject:
    candidate: dict[str, Json] = {"content": {"parts": parts, "role": "model"}}
    if finish is not None:
        candidate["finishReason"] = finish
    return {**candidate, "index": 0}


def _chunk(model: str, candidates: list[JsonObject], usage: JsonObject | None) -> JsonObject:
    chunk: dict[str, Json] = {"candidates": candidates} if candidates else {}
    if usage is not None:
        chunk["usageMetadata"] = usage
    return {**chunk, "modelVersion": model, "responseId": "scripted"}


def _finish_word(finish: Finish) -> str:
    return finish.raw or FINISH_WORDS[finish.reason]


def _usage_object(usage: Usage) -> JsonObject:
    thoughts = usage.reasoning_tokens or 0
    counts = {
        "promptTokenCount": usage.input_tokens,
        "candidatesTokenCount": (usage.output_tokens or 0) - thoughts,
        "totalTokenCount": (usage.input_tokens or 0) + (usage.output_tokens or 0),
        "cachedContentTokenCount": usage.cached_input_tokens,
        "thoughtsTokenCount": usage.reasoning_tokens,
    }
    return {name: count for name, count in counts.items() if count is not None}


def _spelled(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ": "))
