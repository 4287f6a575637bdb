"""Anthropic Messages: from script steps to frames, from a request to its parsed view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from zeroclaw_testing.model_server.anthropic_strict import message_problems
from zeroclaw_testing.model_server.dialect import ModelCall
from zeroclaw_testing.model_server.script import Completion, Cut, InBandError, Repeat
from zeroclaw_testing.model_server.sse import SseFraming

__all__ = ["AnthropicMessages"]

MESSAGES = ("POST", "/v1/messages")
MODELS = ("GET", "/v1/models")
ANSWER_ID = "msg_scripted"
CREATED = "2026-01-01T00:00:00Z"
FINISH_WORDS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.CONTENT_FILTER: "refusal",
    FinishReason.PAUSE: "pause_turn",
}


@frozen
class AnthropicMessages:
    """The vendor's own protocol.

    A `ReasoningBlock` holds a block as the vendor sends it, such as `{"type": "thinking",
    "thinking": "", "signature": "…"}`: the signature of one that follows `ReasoningDelta`s ends
    their block. Usage is sent where the protocol has its two places, whatever its place in the
    script: all counts of input at the start, those of output at the end.
    """

    @property
    def stream_type(self) -> str:
        """Server-sent events."""
        return "text/event-stream; charset=utf-8"

    def listing(self, method: str, path: str, models: Sequence[str]) -> Json:
        """`GET /v1/models`."""
        if (method, path) != MODELS:
            return None
        return {
            "data": [
                {"type": "model", "id": model, "display_name": model, "created_at": CREATED}
                for model in models
            ],
            "has_more": False,
            "first_id": models[0] if models else None,
            "last_id": models[-1] if models else None,
        }

    def claims(self, method: str, path: str) -> bool:
        """`POST /v1/messages`."""
        return (method, path) == MESSAGES

    def problems(self, body: JsonObject) -> tuple[str, ...]:
        """What the vendor objects to."""
        return message_problems(body)

    def call(self, path: str, body: JsonObject) -> ModelCall:
        """The parts of a request that shape the answer."""
        model, messages = body.get("model"), body.get("messages")
        return ModelCall(
            model=model if isinstance(model, str) else "",
            stream=body.get("stream") is True,
            usage_wanted=True,
            messages=tuple(messages) if isinstance(messages, list) else (),
        )

    def encoder(self, answer: Completion, call: ModelCall) -> MessageEncoder:
        """Events of one streamed message."""
        return MessageEncoder(
            framing=SseFraming.of(answer.delivery),
            model=call.model,
            usage=_last_usage(answer),
            pieces_left=Counter(_pieces(answer)),
        )

    def whole(self, answer: Completion, call: ModelCall) -> JsonObject:
        """The message as one object; an in-band error takes its place."""
        encoder = self.encoder(answer, call)
        gathered = _Gathered()
        failed = answer.in_band_error
        if failed is not None:
            return self.error(failed.message, failed.kind, failed.code)
        for event in answer.events():
            gathered.read(encoder.events(event))
        return gathered.document(encoder)

    def error(self, message: str, kind: str, code: str | None) -> JsonObject:
        """The error object, in a body as in a stream; a code takes the place of the kind."""
        return {"type": "error", "error": {"type": code or kind, "message": message}}


@define
class MessageEncoder:
    """The events of one streamed message, each block between its start and its stop.

    The pieces of calls that the script mixes make blocks that are open at the same time.
    `pieces_left` says, by call, how many pieces are still to come.
    """

    framing: SseFraming
    model: str
    usage: Usage
    pieces_left: Counter[int]
    _started: bool = False
    _count: int = 0
    _open: str = ""
    _calls: dict[int, int] = Factory(dict)

    def event(self, event: StreamEvent) -> bytes:
        """The frames of an event, with those that must come before it."""
        return b"".join(map(self.frame, self.events(event)))

    def events(self, event: StreamEvent) -> Iterator[JsonObject]:
        """The payloads of these frames."""
        if isinstance(event, Usage):
            return
        if not self._started:
            self._started = True
            yield {"type": "message_start", "message": self.message((), None, self._at_start())}
        match event:
            case TextDelta(text):
                yield from self._in("text", {"type": "text", "text": ""})
                yield self._delta(self._count - 1, {"type": "text_delta", "text": text})
            case ReasoningDelta(text):
                yield from self._in("thinking", _NO_THOUGHT)
                yield self._delta(self._count - 1, {"type": "thinking_delta", "thinking": text})
            case ReasoningBlock(data):
                yield from self._block(data)
            case ToolCallDelta():
                yield from self._call(event)
            case Finish():
                yield from self._close()
                for index in sorted(self._calls.values()):
                    yield {"type": "content_block_stop", "index": index}
                self._calls.clear()
                delta: JsonObject = {"stop_reason": _finish_word(event), "stop_sequence": None}
                yield {"type": "message_delta", "delta": delta, "usage": self.at_end()}
            case _:
                assert_never(event)

    def frame(self, payload: JsonObject | str) -> bytes:
        """Any payload as one frame, under the name of its type."""
        if isinstance(payload, str):
            return self.framing.frame(payload)
        kind = payload.get("type")
        return self.framing.frame(_compact(payload), kind if isinstance(kind, str) else None)

    def comment(self, text: str) -> bytes:
        """A comment line."""
        return self.framing.comment(text)

    def error(self, error: InBandError) -> bytes:
        """An error event."""
        return self.frame(AnthropicMessages().error(error.message, error.kind, error.code))

    def end(self) -> bytes:
        """The event that ends a message."""
        return self.frame({"type": "message_stop"})

    def message(
        self, content: Sequence[JsonObject], finish: str | None, usage: JsonObject
    ) -> JsonObject:
        """The message, as far as it has come."""
        return {
            "id": ANSWER_ID,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": list(content),
            "stop_reason": finish,
            "stop_sequence": None,
            "usage": usage,
        }

    def at_end(self) -> JsonObject:
        """All counts, as they are known at the end."""
        counts: dict[str, Json] = {**self._inputs(), "output_tokens": self.usage.output_tokens or 0}
        if self.usage.reasoning_tokens is not None:
            counts["output_tokens_details"] = {"thinking_tokens": self.usage.reasoning_tokens}
        return counts

    def _at_start(self) -> JsonObject:
        return {**self._inputs(), "output_tokens": min(1, self.usage.output_tokens or 0)}

    def _inputs(self) -> dict[str, Json]:
        cached = self.usage.cached_input_tokens or 0
        written = self.usage.cache_write_tokens or 0
        return {
            "input_tokens": max(0, (self.usage.input_tokens or 0) - cached - written),
            "cache_creation_input_tokens": written,
            "cache_read_input_tokens": cached,
        }

    def _in(self, kind: str, block: JsonObject) -> Iterator[JsonObject]:
        """The block of this kind, opened unless it is open."""
        if self._open != kind:
            yield from self._close()
            yield from self._start(block)
            self._open = kind

    def _start(self, block: JsonObject) -> Iterator[JsonObject]:
        yield {"type": "content_block_start", "index": self._count, "content_block": block}
        if self._count == 0:
            yield {"type": "ping"}
        self._count += 1

    def _close(self) -> Iterator[JsonObject]:
        if self._open:
            self._open = ""
            yield {"type": "content_block_stop", "index": self._count - 1}

    def _delta(self, index: int, delta: JsonObject) -> JsonObject:
        return {"type": "content_block_delta", "index": index, "delta": delta}

    def _block(self, data: JsonObject) -> Iterator[JsonObject]:
        if data.get("type") != "thinking":
            yield from self._close()
            yield from self._start(data)
        else:
            yield from self._in("thinking", _NO_THOUGHT)
            place = self._count - 1
            if data.get("thinking"):
                more: JsonObject = {"type": "thinking_delta", "thinking": data["thinking"]}
                yield self._delta(place, more)
            signature = data.get("signature", "")
            yield self._delta(place, {"type": "signature_delta", "signature": signature})
            self._open = ""
        yield {"type": "content_block_stop", "index": self._count - 1}

    def _call(self, piece: ToolCallDelta) -> Iterator[JsonObject]:
        if piece.index not in self._calls:
            yield from self._close()
            self._calls[piece.index] = self._count
            block: dict[str, Json] = {"type": "tool_use", "id": piece.wire_id or ""}
            yield from self._start(
                {**block, "name": piece.name or "", "input": {}, **(piece.extra or {})}
            )
        place = self._calls[piece.index]
        delta: JsonObject = {"type": "input_json_delta", "partial_json": piece.args_fragment}
        yield self._delta(place, delta)
        self.pieces_left[piece.index] -= 1
        if self.pieces_left[piece.index] == 0:
            del self._calls[piece.index]
            yield {"type": "content_block_stop", "index": place}


_NO_THOUGHT: JsonObject = {"type": "thinking", "thinking": "", "signature": ""}
_JOINED = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "input_json_delta": "partial_json",
}


@define
class _Gathered:
    """The blocks that the events of a stream add up to."""

    _blocks: dict[int, dict[str, Json]] = Factory(dict)
    _finish: str | None = None

    def read(self, events: Iterable[JsonObject]) -> None:
        for event in events:
            index, block, delta = event.get("index"), event.get("content_block"), event.get("delta")
            if isinstance(index, int) and isinstance(block, Mapping):
                self._blocks[index] = dict(block)
            elif isinstance(index, int) and isinstance(delta, Mapping):
                key = _JOINED[str(delta["type"])]
                before = self._blocks[index].get(key, "")
                self._blocks[index][key] = f"{before}{delta[key]}"
            elif isinstance(delta, Mapping):
                self._finish = str(delta["stop_reason"])

    def document(self, encoder: MessageEncoder) -> JsonObject:
        content = []
        for _, block in sorted(self._blocks.items()):
            if arguments := block.pop("partial_json", None):
                block["input"] = json.loads(str(arguments))
            content.append(block)
        return encoder.message(content, self._finish, encoder.at_end())


def _last_usage(answer: Completion) -> Usage:
    found = [step for step in answer.steps if isinstance(step, Usage)]
    return found[-1] if found else Usage()


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


def _finish_word(finish: Finish) -> str:
    return finish.raw or FINISH_WORDS.get(finish.reason, finish.reason.value)


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
