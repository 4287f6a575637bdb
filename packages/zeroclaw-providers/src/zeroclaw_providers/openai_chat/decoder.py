"""Turns the objects of a chat completion into stream events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json, well_formed
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
)
from zeroclaw_api.usage import Usage
from zeroclaw_providers.failures import Failures, says_error
from zeroclaw_providers.json_fields import items_of, loaded, object_of, text_of
from zeroclaw_providers.openai_chat.calls import CallPieces
from zeroclaw_providers.openai_chat.reasoning import ReasoningTrace, shown_of
from zeroclaw_providers.openai_chat.usage import usage_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["ChatDecoder"]

END_MARKER: Final = "[DONE]"
REASONS: Final = {
    "stop": FinishReason.STOP,
    "end_turn": FinishReason.STOP,
    "eos": FinishReason.STOP,
    "tool_calls": FinishReason.TOOL_USE,
    "tool_use": FinishReason.TOOL_USE,
    "function_call": FinishReason.TOOL_USE,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "model_length": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
    "safety": FinishReason.CONTENT_FILTER,
    "sensitive": FinishReason.CONTENT_FILTER,
    "refusal": FinishReason.REFUSAL,
    "pause_turn": FinishReason.PAUSE,
    "error": FinishReason.ERROR,
    "network_error": FinishReason.ERROR,
}
ORDINARY: Final = frozenset({"", "stop", "end_turn", "eos", "tool_calls", "tool_use"})
PLAIN: Final = frozenset({"content", "role"})
"""The fields of a delta of text alone, as nearly all are: the others need not be looked for."""


@define
class _Joiner:
    """Joins characters that a server split into halves, over the border of two deltas."""

    _half: str = ""

    def feed(self, text: str) -> str:
        if not self._half and text.isascii():
            return text
        text, self._half = self._half + text, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return well_formed(text)

    def close(self) -> str:
        half, self._half = self._half, ""
        return well_formed(half)


@define
class ChatDecoder:
    """One answer, object by object; `feed` and `close` raise `ProviderError`.

    `Finish` is held back until the answer is over, since usage may come after the reason.
    """

    failures: Failures
    names: ToolNames
    is_done: bool = False
    _saw_object: bool = False
    _refused: bool = False
    _raw: str = ""
    _usage: Usage = Usage()
    _text: _Joiner = Factory(_Joiner)
    _thought: _Joiner = Factory(_Joiner)
    _trace: ReasoningTrace = Factory(ReasoningTrace)
    _calls: CallPieces = Factory(lambda self: CallPieces(self.names), takes_self=True)

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """The event of a stream with its name; those after the end marker mean nothing."""
        said = data.strip()
        if self.is_done or not said:
            return iter(())
        if said == END_MARKER:
            self.is_done = True
            return iter(())
        return self.feed_object(self._parsed(data), is_error=name == "error")

    def feed_object(self, value: Json, *, is_error: bool = False) -> Iterator[StreamEvent]:
        """One chunk, or a whole answer, which is a chunk with a `message` for its `delta`."""
        found: list[StreamEvent] = []
        try:
            self._take(object_of(value), is_error, found)
        finally:
            # What precedes a failure in its chunk is said before it.
            yield from found

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """The end of the bytes; `is_whole` says that nothing can be missing."""
        if not self._saw_object:
            raise self.failures.bad_stream("the answer is empty")
        if not (self.is_done or self._raw or is_whole):
            raise self.failures.bad_stream("the connection ended before the answer did")
        self.is_done = True
        if thought := self._thought.close():
            yield ReasoningDelta(thought)
        if text := self._text.close():
            yield TextDelta(text)
        yield from self._calls.close()
        if data := self._trace.data():
            try:
                canonical_json(data).encode()
            except (InvalidJson, UnicodeEncodeError):
                problem = "its reasoning data cannot be written down"
                raise self.failures.bad_stream(problem) from None
            yield ReasoningBlock(data)
        yield Finish(self._reason(), self._raw)

    def _parsed(self, data: str) -> Json:
        try:
            return loaded(data)
        except ValueError:
            raise self.failures.bad_stream("it sent an event that is not JSON") from None

    def _take(self, chunk: JsonObject, is_error: bool, found: list[StreamEvent]) -> None:
        if is_error or says_error(chunk):
            raise self.failures.from_body(chunk)
        if "choices" not in chunk and "usage" not in chunk:
            return
        self._saw_object = True
        for choice in items_of(chunk.get("choices")):
            fields = object_of(choice)
            if text_of(fields.get("index")) in ("", "0"):
                self._choice(fields, found)
        counts = object_of(chunk.get("usage"))
        usage = usage_of(counts, self._usage) if counts else self._usage
        if usage is not self._usage and usage != self._usage:
            self._usage = usage
            found.append(usage)

    def _choice(self, choice: JsonObject, found: list[StreamEvent]) -> None:
        if choice.get("error"):
            raise self.failures.from_body(choice)
        self._delta(object_of(choice.get("delta")) or object_of(choice.get("message")), found)
        raw = text_of(choice.get("finish_reason"))
        # A reason that says "cut off" outlives an ordinary one that follows it.
        if raw and self._raw in ORDINARY:
            self._raw = well_formed(raw)

    def _delta(self, delta: JsonObject, found: list[StreamEvent]) -> None:
        content = delta.get("content")
        if isinstance(content, str) and delta.keys() <= PLAIN:
            self._say(content, found)
            return
        thought, text = shown_of(delta)
        self._trace.add(delta)
        if thought := self._thought.feed(thought):
            found.append(ReasoningDelta(thought))
        refusal = text_of(delta.get("refusal"))
        self._refused = self._refused or bool(refusal)
        self._say(text + refusal, found)
        pieces = items_of(delta.get("tool_calls"))
        legacy = object_of(delta.get("function_call"))
        if legacy:
            pieces = (*pieces, {"index": 0, "function": legacy})
        if pieces:
            self._call_pieces(pieces, found)

    def _say(self, text: str, found: list[StreamEvent]) -> None:
        if text := self._text.feed(text):
            found.append(TextDelta(text))

    def _call_pieces(self, pieces: tuple[Json, ...], found: list[StreamEvent]) -> None:
        try:
            for piece in self._calls.feed(pieces):
                found.append(piece)
        except ValueError as error:
            raise self.failures.bad_stream(str(error)) from None

    def _reason(self) -> FinishReason:
        if self._refused:
            return FinishReason.REFUSAL
        reason = REASONS.get(self._raw.lower(), FinishReason.STOP)
        return FinishReason.TOOL_USE if self._calls and reason is FinishReason.STOP else reason
