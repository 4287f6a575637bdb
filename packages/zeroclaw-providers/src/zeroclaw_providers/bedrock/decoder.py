"""Turns the events of a Converse answer into stream events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.errors import ProviderError
from zeroclaw_api.json import Json, JsonObject, well_formed
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent
from zeroclaw_api.usage import Usage
from zeroclaw_providers.bedrock.blocks import ContentBlocks
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_fields import count_of, loaded, object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["ConverseDecoder"]

REASONS: Final = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.TOOL_USE,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "content_filtered": FinishReason.CONTENT_FILTER,
    "guardrail_intervened": FinishReason.CONTENT_FILTER,
    "refusal": FinishReason.REFUSAL,
    "pause_turn": FinishReason.PAUSE,
    "malformed_model_output": FinishReason.ERROR,
    "malformed_tool_use": FinishReason.ERROR,
}


@define
class ConverseDecoder:
    """One answer, event by event; an `AnswerDecoder`.

    `Finish` is held back until the answer is over, since usage comes after the reason. Names of
    events that are not known mean nothing.
    """

    failures: Failures
    names: ToolNames
    is_done: bool = False
    _saw_event: bool = False
    _raw: str = ""
    _usage: Usage = Usage()
    _blocks: ContentBlocks = Factory(lambda self: ContentBlocks(self.names), takes_self=True)

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """The event of this name; those after the end mean nothing."""
        if self.is_done:
            return iter(())
        if name.lower().endswith("exception"):
            raise self.refused(name, data)
        try:
            value = loaded(data)
        except ValueError:
            raise self.failures.bad_stream("it sent an event that is not JSON") from None
        return self._event(name, object_of(value))

    def feed_object(self, value: Json, *, is_error: bool = False) -> Iterator[StreamEvent]:
        """A whole answer as one document."""
        answer = object_of(value)
        if is_error or "output" not in answer:
            raise self.failures.from_body(answer)
        self._saw_event = True
        message = object_of(object_of(answer.get("output")).get("message"))
        yield from self._sensible(self._blocks.whole(message.get("content")))
        self._raw = well_formed(text_of(answer.get("stopReason")))
        yield from self._count(object_of(answer.get("usage")))

    def refused(self, code: str, data: str) -> ProviderError:
        """The error that an exception in the stream stands for."""
        try:
            said = object_of(loaded(data))
        except ValueError:
            said = {"message": data}
        message = text_of(said.get("message")) or text_of(said.get("originalMessage"))
        return self.failures.from_body({"error": {"code": code, "message": message or code}})

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """The end of the bytes; `is_whole` says that nothing can be missing."""
        if not self._saw_event:
            raise self.failures.bad_stream("the answer is empty")
        if not (self._raw or is_whole):
            raise self.failures.bad_stream("the connection ended before the answer did")
        self.is_done = True
        yield from self._sensible(self._blocks.close())
        yield Finish(self._reason(), self._raw)

    def _event(self, name: str, fields: JsonObject) -> Iterator[StreamEvent]:
        match name:
            case "messageStart":
                self._saw_event = True
            case "contentBlockStart":
                yield from self._sensible(self._blocks.start(fields))
            case "contentBlockDelta":
                yield from self._sensible(self._blocks.delta(fields))
            case "contentBlockStop":
                yield from self._sensible(self._blocks.stop(fields))
            case "messageStop":
                self._saw_event = True
                self._raw = well_formed(text_of(fields.get("stopReason")))
            case "metadata":
                yield from self._count(object_of(fields.get("usage")))
                self.is_done = bool(self._raw)
            case _:
                return

    def _sensible(self, events: Iterator[StreamEvent]) -> Iterator[StreamEvent]:
        self._saw_event = True
        try:
            yield from events
        except ValueError as error:
            raise self.failures.bad_stream(str(error)) from None

    def _count(self, counts: JsonObject) -> Iterator[Usage]:
        usage = _usage_of(counts)
        if counts and usage != self._usage:
            self._usage = usage
            yield usage

    def _reason(self) -> FinishReason:
        reason = REASONS.get(self._raw.lower(), FinishReason.STOP)
        if self._blocks.wants_tools and reason is FinishReason.STOP:
            return FinishReason.TOOL_USE
        return reason


def _usage_of(counts: JsonObject) -> Usage:
    """AWS counts what came from the cache, or went there, apart from other input."""
    plain = count_of(counts.get("inputTokens"))
    cached = count_of(counts.get("cacheReadInputTokens"))
    written = count_of(counts.get("cacheWriteInputTokens"))
    return Usage(
        input_tokens=None if plain is None else plain + (cached or 0) + (written or 0),
        output_tokens=count_of(counts.get("outputTokens")),
        cached_input_tokens=cached,
        cache_write_tokens=written,
    )
