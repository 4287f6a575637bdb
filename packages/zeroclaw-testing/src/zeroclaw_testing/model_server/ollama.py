"""Ollama's own protocol: from script steps to lines, from a request to its parsed view."""

from __future__ import annotations

import json
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
from zeroclaw_testing.model_server.ollama_strict import ollama_problems
from zeroclaw_testing.model_server.script import Completion, InBandError

__all__ = ["Ollama"]

CHAT = ("POST", "/api/chat")
TAGS = ("GET", "/api/tags")
WHEN = "2026-11-30T09:00:00.000000Z"
FINISH_WORDS = {
    FinishReason.STOP: "stop",
    FinishReason.TOOL_USE: "stop",
    FinishReason.LENGTH: "length",
    FinishReason.CONTENT_FILTER: "stop",
    FinishReason.REFUSAL: "stop",
    FinishReason.PAUSE: "stop",
    FinishReason.ERROR: "load",
}
ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""What Go escapes in JSON, which it need not."""


@frozen
class Ollama:
    """The protocol of `/api/chat`. The last line, with `done`, is the end marker of an answer.

    With `calls_last`, tool calls come on that line, as from some models.
    """

    calls_last: bool = False

    @property
    def stream_type(self) -> str:
        """Lines of JSON."""
        return "application/x-ndjson"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """`GET /api/tags`."""
        if (method, path) != TAGS:
            return None
        return {
            "models": [
                {
                    "name": model,
                    "model": model,
                    "modified_at": WHEN,
                    "size": 1,
                    "digest": "0" * 64,
                    "details": {"format": "gguf", "family": "scripted"},
                }
                for model in models
            ]
        }

    def claims(self, method: str, path: str) -> bool:
        """`POST /api/chat`."""
        return (method, path) == CHAT

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What the server could not make sense of."""
        return ollama_problems(body)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer; it is a stream unless told otherwise."""
        model, messages = body.get("model"), body.get("messages")
        return ModelCall(
            model=model if isinstance(model, str) else "",
            stream=body.get("stream") is not False,
            usage_wanted=True,
            messages=tuple(messages) if isinstance(messages, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> OllamaEncoder:
        """Lines of one streamed answer."""
        return OllamaEncoder(call.model, answer.delivery.newline.value, self.calls_last)

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The answer as its last line with everything on it; an in-band error takes its place."""
        gathered = _Gathered(call.model)
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            gathered.add(event)
        return gathered.document()

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The message alone: the protocol has neither kinds nor codes."""
        return {"error": message}


@define
class _Calls:
    """Joins the pieces of calls: a call travels whole."""

    _open: dict[int, ToolCallDelta] = Factory(dict)

    def feed(self, piece: ToolCallDelta) -> JsonObject | None:
        """The call that is whole now."""
        before = self._open.pop(piece.index, ToolCallDelta(piece.index))
        call = ToolCallDelta(
            piece.index,
            piece.wire_id or before.wire_id,
            piece.name or before.name,
            before.args_fragment + piece.args_fragment,
        )
        try:
            return _call(call, parse_json_object(call.args_fragment))
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
            yield _call(call, {})
        self._open.clear()


@define
class OllamaEncoder:
    """The lines of one streamed answer. The last one waits for the end, since the counts are on it.

    Opaque reasoning has no place in the protocol.
    """

    model: str
    newline: str = "\n"
    calls_last: bool = False
    _finish: Finish | None = None
    _usage: Usage | None = None
    _calls: _Calls = Factory(_Calls)
    _late: list[JsonObject] = Factory(list)

    def event(self, event: StreamEvent) -> bytes:
        """The line of an event; pieces of a call give one when it is whole."""
        match event:
            case ToolCallDelta():
                call = self._calls.feed(event)
                return b"" if call is None else self._called(call)
            case Usage():
                self._usage = event
                return b""
            case Finish():
                self._finish = event
                return self._rest()
            case TextDelta(text):
                return self._rest() + self._message(content=text)
            case ReasoningDelta(text):
                return self._rest() + self._message(thinking=text)
            case ReasoningBlock():
                return b""
            case _:
                assert_never(event)

    def frame(self, payload: JsonObject | str) -> bytes:
        """Any payload as one line."""
        text = payload if isinstance(payload, str) else _spelled(payload)
        return f"{text}{self.newline}".encode()

    def comment(self, text: str) -> bytes:
        """An empty line: there are no comments in JSON."""
        return self.newline.encode()

    def error(self, error: InBandError) -> bytes:
        """An error in place of a line."""
        return self.frame(Ollama().error(error.message, error.kind, error.code))

    def end(self) -> bytes:
        """The line that says `done`, if the script had a reason to finish."""
        rest = self._rest()
        if self._finish is None:
            return rest
        calls: JsonObject = {"tool_calls": self._late} if self._late else {}
        message: JsonObject = {"role": "assistant", "content": "", **calls}
        return rest + self.frame(_last_line(self.model, message, self._finish, self._usage))

    def _rest(self) -> bytes:
        return b"".join(map(self._called, self._calls.close()))

    def _called(self, call: JsonObject) -> bytes:
        if self.calls_last:
            self._late.append(call)
            return b""
        return self._message(tool_calls=[call])

    def _message(self, **fields: Json) -> bytes:
        message: JsonObject = {"role": "assistant", "content": "", **fields}
        return self.frame({**_opening(self.model), "message": message, "done": False})


@define
class _Gathered:
    """The answer that the steps of a script add up to."""

    model: str
    _text: str = ""
    _thought: str = ""
    _usage: Usage | None = None
    _finish: Finish = Finish(FinishReason.STOP)
    _calls: _Calls = Factory(_Calls)
    _called: list[JsonObject] = Factory(list)

    def add(self, event: StreamEvent) -> None:
        match event:
            case ToolCallDelta():
                call = self._calls.feed(event)
                self._called += [] if call is None else [call]
            case Usage():
                self._usage = event
            case Finish():
                self._finish = event
            case TextDelta(text):
                self._text += text
            case ReasoningDelta(text):
                self._thought += text
            case ReasoningBlock():
                pass
            case _:
                assert_never(event)

    def document(self) -> JsonObject:
        message: dict[str, Json] = {"role": "assistant", "content": self._text}
        if self._thought:
            message["thinking"] = self._thought
        calls = [*self._called, *self._calls.close()]
        if calls:
            message["tool_calls"] = calls
        return _last_line(self.model, message, self._finish, self._usage)


def _call(call: ToolCallDelta, arguments: JsonObject) -> JsonObject:
    function: JsonObject = {"name": call.name or "", "arguments": arguments}
    return {"id": call.wire_id, "function": function} if call.wire_id else {"function": function}


def _opening(model: str) -> JsonObject:
    return {"model": model, "created_at": WHEN}


def _last_line(model: str, message: JsonObject, finish: Finish, usage: Usage | None) -> JsonObject:
    """Counts that are zero are left out, as are those that nobody knows."""
    counts: dict[str, Json] = {"total_duration": 5_000_000, "load_duration": 1_000_000}
    if usage is not None and usage.input_tokens:
        counts |= {"prompt_eval_count": usage.input_tokens, "prompt_eval_duration": 1_000_000}
    if usage is not None and usage.output_tokens:
        counts |= {"eval_count": usage.output_tokens, "eval_duration": 3_000_000}
    reason = finish.raw or FINISH_WORDS[finish.reason]
    return {**_opening(model), "message": message, "done_reason": reason, "done": True, **counts}


def _spelled(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(ESCAPED)
