"""Amazon Bedrock Converse: from script steps to messages, from a request to its parsed view."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import assert_never
from urllib.parse import unquote

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
from zeroclaw_testing.model_server.bedrock_frames import event_stream_message
from zeroclaw_testing.model_server.bedrock_strict import converse_problems
from zeroclaw_testing.model_server.dialect import ModelCall
from zeroclaw_testing.model_server.script import Completion, InBandError

__all__ = ["Bedrock"]

ASKED = re.compile(r"/model/([^/]+)/converse(-stream)?")
FINISH_WORDS = {
    FinishReason.STOP: "end_turn",
    FinishReason.TOOL_USE: "tool_use",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.CONTENT_FILTER: "content_filtered",
    FinishReason.ERROR: "malformed_model_output",
}
EXCEPTIONS = {
    "server_error": "internalServerException",
    "rate_limit_error": "throttlingException",
    "overloaded_error": "serviceUnavailableException",
    "invalid_request_error": "validationException",
}
FILLER = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
METRICS: JsonObject = {"latencyMs": 7}


@frozen
class Bedrock:
    """The protocol of `converse-stream`, whose frames are binary messages."""

    @property
    def stream_type(self) -> str:
        """Binary messages."""
        return "application/vnd.amazon.eventstream"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """None: models are listed by another service of AWS."""
        return None

    def claims(self, method: str, path: str) -> bool:
        """`POST /model/<id>/converse-stream`, or without a stream; the id is one segment."""
        return method == "POST" and ASKED.fullmatch(path) is not None

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What AWS objects to."""
        return converse_problems(body)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer."""
        asked = ASKED.fullmatch(path)
        messages = body.get("messages")
        return ModelCall(
            model=unquote(asked[1]) if asked else "",
            stream=asked is not None and asked[2] is not None,
            usage_wanted=True,
            messages=tuple(messages) if isinstance(messages, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> ConverseEncoder:
        """Messages of one streamed answer."""
        return ConverseEncoder()

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The answer as one object; an in-band error takes its place."""
        gathered = _Gathered()
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            gathered.add(event)
        return gathered.document()

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The body of an HTTP error; AWS names the kind in the header `x-amzn-errortype`."""
        return {"message": message}


@define
class ConverseEncoder:
    """The frames of one streamed answer.

    Each kind of content opens a block of its own; a call keeps the block that it began, and all
    calls are ended together, since their pieces may come by turns.
    """

    _opened: bool = False
    _next: int = 0
    _talking: tuple[str, int] | None = None
    _calls: dict[int, int] = Factory(dict)
    _has_metadata: bool = False

    def event(self, event: StreamEvent) -> bytes:
        """The messages of an event."""
        return self._opening() + b"".join(self._frames(event))

    def frame(self, payload: JsonObject | str) -> bytes:
        """An event by the one key of the payload, or a delta with any text as its payload."""
        if isinstance(payload, str):
            return _message("event", "contentBlockDelta", payload.encode())
        ((name, fields),) = payload.items()
        return _event(name, fields)

    def comment(self, text: str) -> bytes:
        """Nothing: the protocol has none."""
        return b""

    def error(self, error: InBandError) -> bytes:
        """An exception."""
        name = error.code or EXCEPTIONS.get(error.kind, error.kind)
        return _message("exception", name, _json({"message": error.message}))

    def end(self) -> bytes:
        """The metadata, which also come when the script counts nothing."""
        return b"" if self._has_metadata else _event("metadata", {"metrics": METRICS})

    def _opening(self) -> bytes:
        if self._opened:
            return b""
        self._opened = True
        return _event("messageStart", {"role": "assistant"})

    def _frames(self, event: StreamEvent) -> Iterator[bytes]:
        match event:
            case TextDelta(text):
                yield from self._say("text", {"text": text})
            case ReasoningDelta(text):
                yield from self._say("reasoning", {"reasoningContent": {"text": text}})
            case ReasoningBlock(data):
                for piece in _opaque(data):
                    yield from self._say("reasoning", {"reasoningContent": piece})
                yield from self._end_talk()
            case ToolCallDelta():
                yield from self._end_talk()
                yield from self._call(event)
            case Usage():
                self._has_metadata = True
                yield _event("metadata", {"usage": _usage(event), "metrics": METRICS})
            case Finish():
                yield from self._end_talk()
                for index in self._calls.values():
                    yield _event("contentBlockStop", {"contentBlockIndex": index})
                yield _event("messageStop", {"stopReason": _word(event)})
            case _:
                assert_never(event)

    def _say(self, kind: str, delta: JsonObject) -> Iterator[bytes]:
        if self._talking is None or self._talking[0] != kind:
            yield from self._end_talk()
            self._talking = (kind, self._taken())
        yield _event("contentBlockDelta", {"contentBlockIndex": self._talking[1], "delta": delta})

    def _end_talk(self) -> Iterator[bytes]:
        if self._talking is not None:
            yield _event("contentBlockStop", {"contentBlockIndex": self._talking[1]})
            self._talking = None

    def _call(self, piece: ToolCallDelta) -> Iterator[bytes]:
        if piece.index not in self._calls:
            index = self._calls[piece.index] = self._taken()
            use: JsonObject = {"toolUseId": piece.wire_id or "", "name": piece.name or ""}
            start: JsonObject = {"toolUse": use}
            yield _event("contentBlockStart", {"contentBlockIndex": index, "start": start})
        if piece.args_fragment:
            yield _event(
                "contentBlockDelta",
                {
                    "contentBlockIndex": self._calls[piece.index],
                    "delta": {"toolUse": {"input": piece.args_fragment}},
                },
            )

    def _taken(self) -> int:
        self._next += 1
        return self._next - 1


@define
class _Gathered:
    """The message that the events of an answer add up to."""

    _content: list[dict[str, Json]] = Factory(list)
    _calls: dict[int, list[str]] = Factory(dict)
    _finish: str = "end_turn"
    _usage: JsonObject | None = None

    def add(self, event: StreamEvent) -> None:
        match event:
            case TextDelta(text):
                before = self._taken("text")
                self._content.append({"text": before + text})
            case ReasoningDelta(text):
                before = self._taken("reasoningContent", "reasoningText", "text")
                self._content.append(
                    {"reasoningContent": {"reasoningText": {"text": before + text}}}
                )
            case ReasoningBlock(data):
                if "reasoningText" in _inside(data):
                    self._taken("reasoningContent", "reasoningText", "text")
                self._content.append(dict(data))
            case ToolCallDelta(index, wire_id, name, fragment):
                call = self._calls.setdefault(index, ["", "", ""])
                for place, more in enumerate((wire_id, name, fragment)):
                    call[place] += more or ""
            case Usage():
                self._usage = _usage(event)
            case Finish():
                self._finish = _word(event)
            case _:
                assert_never(event)

    def _taken(self, *path: str) -> str:
        """The text at the end of the last block, which is taken away, if it can still grow."""
        value: Json = self._content[-1] if self._content else None
        for key in path:
            if not isinstance(value, dict) or list(value) != [key]:
                return ""
            value = value[key]
        self._content.pop()
        return value if isinstance(value, str) else ""

    def document(self) -> JsonObject:
        calls: list[JsonObject] = [
            {
                "toolUse": {
                    "toolUseId": wire_id,
                    "name": name,
                    "input": json.loads(arguments or "{}"),
                }
            }
            for wire_id, name, arguments in self._calls.values()
        ]
        message: JsonObject = {"role": "assistant", "content": [*self._content, *calls]}
        document: dict[str, Json] = {
            "output": {"message": message},
            "stopReason": self._finish,
            "metrics": METRICS,
        }
        if self._usage is not None:
            document["usage"] = self._usage
        return document


def _inside(data: JsonObject) -> JsonObject:
    content = data.get("reasoningContent")
    return content if isinstance(content, dict) else {}


def _opaque(data: JsonObject) -> Iterator[JsonObject]:
    """What of a block of thinking comes after its text."""
    fields = _inside(data)
    signed = fields.get("reasoningText")
    if isinstance(signed, dict):
        yield {"signature": signed.get("signature")}
    if "redactedContent" in fields:
        yield {"redactedContent": fields["redactedContent"]}


def _word(finish: Finish) -> str:
    return finish.raw or FINISH_WORDS.get(finish.reason, finish.reason.value)


def _usage(usage: Usage) -> JsonObject:
    """AWS counts what the cache has to do with apart from other input."""
    cached, written = usage.cached_input_tokens, usage.cache_write_tokens
    all_input, output = usage.input_tokens or 0, usage.output_tokens or 0
    counts: dict[str, Json] = {
        "inputTokens": max(0, all_input - (cached or 0) - (written or 0)),
        "outputTokens": output,
        "totalTokens": all_input + output,
    }
    if cached is not None:
        counts["cacheReadInputTokens"] = cached
    if written is not None:
        counts["cacheWriteInputTokens"] = written
    return counts


def _event(name: str, fields: Json) -> bytes:
    """An event, with the filler that hides from a listener how long the text in it is."""
    payload = dict(fields) if isinstance(fields, dict) else {}
    length = sum(_json(payload)) % len(FILLER)
    return _message("event", name, _json({**payload, "p": FILLER[: length + 1]}))


def _message(kind: str, name: str, payload: bytes) -> bytes:
    headers = {
        f":{kind}-type": name,
        ":content-type": "application/json",
        ":message-type": kind,
    }
    return event_stream_message(headers, payload)


def _json(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
