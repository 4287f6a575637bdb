"""Turns the events of a message into stream events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject, well_formed
from zeroclaw_api.stream import Finish, FinishReason, StreamEvent, TextDelta
from zeroclaw_api.usage import Usage
from zeroclaw_providers.anthropic_messages.blocks import CALL, OpenBlock
from zeroclaw_providers.anthropic_messages.usage import Counts
from zeroclaw_providers.failures import Failures, says_error
from zeroclaw_providers.json_fields import count_of, items_of, loaded, object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["MessagesDecoder"]

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
MAX_BLOCKS: Final = 4096
"""Blocks in one answer, likewise; no index of a block is larger."""
MAX_CHARACTERS: Final = 16 * 1024 * 1024
"""In the pieces of one answer; what is kept of it, yet never shown, is bounded too."""
DELTA: Final = "content_block_delta"
FOREIGN_END: Final = "[DONE]"
"""Some gateways send the marker of another protocol; it says nothing in this one."""
REASONS: Final = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "tool_use": FinishReason.TOOL_USE,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "pause_turn": FinishReason.PAUSE,
    "refusal": FinishReason.REFUSAL,
}


@define
class MessagesDecoder:
    """One answer, event by event; `feed`, `feed_object` and `close` raise `ProviderError`.

    `pings` counts the events that say only that the connection is alive.
    """

    failures: Failures
    names: ToolNames
    is_done: bool = False
    pings: int = 0
    _started: bool = False
    _raw: str = ""
    _usage: Usage = Usage()
    _counts: Counts = Factory(Counts)
    _open: dict[int, OpenBlock] = Factory(dict)
    _begun: int = 0
    _calls: int = 0
    _shown: int = 0
    _characters: int = 0

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """The event of a stream with its name; those after the end mean nothing."""
        said = data.strip()
        if self.is_done or not said or said == FOREIGN_END:
            return iter(())
        try:
            event = object_of(loaded(data))
        except ValueError:
            raise self.failures.bad_stream("it sent an event that is not JSON") from None
        self._weigh(event, len(data))
        return self._said(event, name)

    def feed_object(self, value: Json) -> Iterator[StreamEvent]:
        """A whole message, which says at once what the events say one by one."""
        message = object_of(value)
        if text_of(message.get("type")) == "error" or says_error(message):
            raise self.failures.from_body(message)
        if "content" not in message:
            return
        found: list[StreamEvent] = []
        for index, block in enumerate(items_of(message.get("content"))):
            self._begin(index, object_of(block), found)
            self._end(index, found)
            yield from found
            found.clear()
        self._message({"message": message}, found)
        self._ended(message, found)
        yield from found

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """The end of the bytes; `is_whole` says that nothing can be missing."""
        if not self._started:
            raise self.failures.bad_stream("the answer is empty")
        if not (self.is_done or is_whole):
            raise self.failures.bad_stream("the connection ended before the answer did")
        self.is_done = True
        found: list[StreamEvent] = []
        for index in sorted(self._open):
            self._end(index, found)
        yield from found
        yield Finish(self._reason(), self._raw)

    def _weigh(self, event: JsonObject, size: int) -> None:
        """Count what an event brings; what wraps the small pieces is most of a long answer."""
        if event.get("type") == DELTA:
            pieces = object_of(event.get("delta")).values()
            size = sum(len(piece) for piece in pieces if isinstance(piece, str))
        self._characters += size
        if self._characters > MAX_CHARACTERS:
            raise self.failures.bad_stream(f"it is longer than {MAX_CHARACTERS} characters")

    def _said(self, event: JsonObject, name: str) -> Iterator[StreamEvent]:
        found: list[StreamEvent] = []
        try:
            self._take(event, name, found)
        finally:
            # What precedes a failure in its event is said before it.
            yield from found

    def _take(self, event: JsonObject, name: str, found: list[StreamEvent]) -> None:
        kind = text_of(event.get("type")) or name
        if "error" in (kind, name) or event.get("error"):
            raise self.failures.from_body(event)
        match kind:
            case _ if kind == DELTA:
                self._add(event, found)
            case "content_block_start":
                index = count_of(event.get("index"))
                begun = self._begun if index is None else index
                self._begin(begun, object_of(event.get("content_block")), found)
            case "content_block_stop":
                index = self._index(event)
                if index in self._open:
                    self._end(index, found)
            case "message_start":
                self._message(event, found)
            case "message_delta":
                self._ended({**event, **object_of(event.get("delta"))}, found)
            case "message_stop":
                self.is_done = True
            case "ping":
                self.pings += 1
            case _ if "type" not in event and says_error(event):
                raise self.failures.from_body(event)
            case _:
                # Events of later versions of the protocol mean nothing here.
                return

    def _message(self, event: JsonObject, found: list[StreamEvent]) -> None:
        self._started = True
        self._use(object_of(object_of(event.get("message")).get("usage")), found)

    def _ended(self, fields: JsonObject, found: list[StreamEvent]) -> None:
        self._raw = well_formed(text_of(fields.get("stop_reason"))) or self._raw
        self._use(object_of(fields.get("usage")), found)

    def _use(self, counts: JsonObject, found: list[StreamEvent]) -> None:
        usage = self._counts.take(counts)
        if usage != self._usage:
            self._usage = usage
            found.append(usage)

    def _begin(self, index: int, block: JsonObject, found: list[StreamEvent]) -> None:
        if index in self._open:
            self._end(index, found)
        is_call = block.get("type") == CALL
        self._begun += 1
        if self._begun > MAX_BLOCKS or index > MAX_BLOCKS:
            raise self.failures.bad_stream(f"it has more than {MAX_BLOCKS} blocks")
        opened = OpenBlock(block, self._shown, self._calls, call=self._calls)
        self._calls += is_call
        if self._calls > MAX_CALLS:
            raise self.failures.bad_stream(f"it makes more than {MAX_CALLS} tool calls")
        self._open[index] = opened
        name = self.names.ours(well_formed(text_of(block.get("name"))))
        self._found(opened.begin(name), found)

    def _add(self, event: JsonObject, found: list[StreamEvent]) -> None:
        opened = self._open.get(self._index(event))
        if opened is None:
            raise self.failures.bad_stream("a piece of it belongs to no block")
        self._found(opened.add(object_of(event.get("delta"))), found)

    def _end(self, index: int, found: list[StreamEvent]) -> None:
        opened = self._open.pop(index)
        try:
            self._found(opened.end(), found)
        except ValueError as error:
            raise self.failures.bad_stream(str(error)) from None

    def _index(self, event: JsonObject) -> int:
        """The block that an event is about: the latest one where a server leaves that out."""
        index = count_of(event.get("index"))
        return max(self._open, default=-1) if index is None else index

    def _found(self, events: Iterator[StreamEvent], found: list[StreamEvent]) -> None:
        for event in events:
            if isinstance(event, TextDelta):
                self._shown += len(event.text)
            found.append(event)

    def _reason(self) -> FinishReason:
        reason = REASONS.get(self._raw, FinishReason.STOP)
        return FinishReason.TOOL_USE if self._calls and reason is FinishReason.STOP else reason
