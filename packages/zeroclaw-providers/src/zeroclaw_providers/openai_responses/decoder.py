"""Turns the events of a response into stream events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define

from zeroclaw_api.json import Json, JsonObject, well_formed
from zeroclaw_api.stream import Finish, FinishReason, ReasoningBlock, StreamEvent, TextDelta
from zeroclaw_providers.failures import Failures, says_error
from zeroclaw_providers.json_fields import count_of, items_of, loaded, object_of, text_of
from zeroclaw_providers.kept_block import KeptBlock
from zeroclaw_providers.openai_responses.item_table import ItemTable
from zeroclaw_providers.openai_responses.items import CALL, MESSAGE, THINKING, OpenItem, Part
from zeroclaw_providers.openai_responses.replay import phase_mark
from zeroclaw_providers.openai_responses.usage import response_usage
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["ResponsesDecoder"]

MAX_CHARACTERS: Final = 16 * 1024 * 1024
"""In the pieces of one answer; what is kept of it, yet never shown, is bounded too."""
END_MARKER: Final = "[DONE]"
"""Some servers send it behind the last event; it says nothing."""
HEARTBEATS: Final = frozenset({"keepalive", "ping", "response.in_progress", "response.queued"})
ENDS: Final = {
    "response.completed": "",
    "response.done": "",
    "response.incomplete": "incomplete",
    "response.failed": "failed",
    "response.cancelled": "cancelled",
}
"""The last event, with the status that it means; where it means none, the response says it."""
UNDER_WAY: Final = frozenset({"queued", "in_progress"})
PIECES: Final = {
    "response.output_text": (Part.TEXT, MESSAGE, "text"),
    "response.refusal": (Part.REFUSAL, MESSAGE, "refusal"),
    "response.reasoning_summary_text": (Part.SUMMARY, THINKING, "text"),
    "response.reasoning_text": (Part.THOUGHT, THINKING, "text"),
    "response.function_call_arguments": (Part.ARGUMENTS, CALL, "arguments"),
}
"""Of which part of which item an event is; the field that has the whole part at its end."""


@define
class ResponsesDecoder:
    """One answer, event by event; `feed`, `feed_object` and `close` raise `ProviderError`.

    `pings` counts the events that say only that the connection is alive.
    """

    failures: Failures
    names: ToolNames
    is_done: bool = False
    pings: int = 0
    _raw: str = ""
    _reason: FinishReason = FinishReason.STOP
    _shown: int = 0
    _characters: int = 0
    _items: ItemTable = Factory(lambda self: ItemTable(self.names), takes_self=True)

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """The event of a stream with its name; those after the end mean nothing."""
        said = data.strip()
        if self.is_done or not said or said == END_MARKER:
            return iter(())
        try:
            event = object_of(loaded(data))
        except ValueError:
            raise self.failures.bad_stream("it sent an event that is not JSON") from None
        return self._said(event, text_of(event.get("type")) or name, name, len(data))

    def feed_object(self, value: Json) -> Iterator[StreamEvent]:
        """A whole response, which says at once what the events say one by one."""
        response = object_of(value)
        if response.get("error") or ("output" not in response and says_error(response)):
            raise self.failures.from_body(response)
        if "output" not in response:
            return iter(())
        status = text_of(response.get("status"))
        if status in UNDER_WAY:
            raise self.failures.bad_stream(f"the answer is not whole, but {status}")
        whole: JsonObject = {"response": response}
        return self._said(whole, "response.done", "", 0)

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """The end of the bytes; `is_whole` says that nothing can be missing."""
        if not self.is_done:
            problem = "the connection ended before the answer did"
            raise self.failures.bad_stream("the answer is empty" if is_whole else problem)
        yield Finish(self._finish(), self._raw)

    def _said(self, event: JsonObject, kind: str, name: str, size: int) -> Iterator[StreamEvent]:
        found: list[StreamEvent] = []
        try:
            if "error" in (kind, name) or event.get("error"):
                raise self.failures.from_body(event)
            if "type" not in event and not name and says_error(event):
                raise self.failures.from_body(event)
            self._weigh(event, kind, size)
            self._take(event, kind, found)
        except ValueError as error:
            raise self.failures.bad_stream(str(error)) from None
        finally:
            # What precedes a failure in its event is said before it.
            yield from found

    def _weigh(self, event: JsonObject, kind: str, size: int) -> None:
        """Count what an event brings; what wraps the small pieces is most of a long answer."""
        delta = event.get("delta")
        if kind not in ENDS:
            self._characters += len(delta) if isinstance(delta, str) else size
        if self._characters > MAX_CHARACTERS:
            raise ValueError(f"it is longer than {MAX_CHARACTERS} characters")

    def _take(self, event: JsonObject, kind: str, found: list[StreamEvent]) -> None:
        stem, _, step = kind.rpartition(".")
        if kind in HEARTBEATS:
            self.pings += 1
        elif kind in ENDS:
            self._end(ENDS[kind], object_of(event.get("response")), found)
        elif kind == "response.output_item.added":
            item = object_of(event.get("item"))
            opened = self._items.begun(event, text_of(item.get("type")), self._shown)
            if opened is not None:
                self._found(opened.begin(item), found)
        elif kind == "response.output_item.done":
            self._item(event, found)
        elif stem in PIECES and step in ("delta", "done"):
            self._piece(stem, step, event, found)

    def _piece(self, stem: str, step: str, event: JsonObject, found: list[StreamEvent]) -> None:
        part, kind, field = PIECES[stem]
        opened = self._items.found(event, kind, self._shown)
        if opened is None:
            return
        key = "summary_index" if part is Part.SUMMARY else "content_index"
        index = 0 if part is Part.ARGUMENTS else count_of(event.get(key)) or 0
        if step == "delta":
            self._found(opened.add(part, index, text_of(event.get("delta"))), found)
        else:
            self._found(opened.whole(part, index, text_of(event.get(field))), found)

    def _item(self, event: JsonObject, found: list[StreamEvent]) -> None:
        """The end of an item, of which nothing else may have come."""
        item = object_of(event.get("item"))
        opened = self._items.found(event, text_of(item.get("type")), self._shown)
        if opened is not None and not opened.is_done:
            self._close(opened, item, found)

    def _close(self, opened: OpenItem, item: JsonObject, found: list[StreamEvent]) -> None:
        self._found(opened.end(item), found)
        mark = phase_mark(item) if opened.kind == MESSAGE else None
        if mark is not None:
            place = KeptBlock(mark, self._shown, self._items.calls)
            found.append(ReasoningBlock(place.data()))

    def _end(self, status: str, response: JsonObject, found: list[StreamEvent]) -> None:
        """The last event with the whole response, which may say what no event has said."""
        status = status or text_of(response.get("status"))
        has_failed = status in ("failed", "cancelled")
        if not has_failed:
            self._missing(items_of(response.get("output")), found)
        if counts := object_of(response.get("usage")):
            found.append(response_usage(counts))
        if has_failed:
            error = response.get("error") or f"the response has {status}"
            raise self.failures.from_body({"error": error})
        if status == "incomplete":
            why = text_of(object_of(response.get("incomplete_details")).get("reason"))
            self._raw = well_formed(why) or status
            is_filtered = why == "content_filter"
            self._reason = FinishReason.CONTENT_FILTER if is_filtered else FinishReason.LENGTH
        else:
            self._raw = "completed"
        self._close_rest(found)
        self.is_done = True

    def _missing(self, output: tuple[Json, ...], found: list[StreamEvent]) -> None:
        """Items of which no event has said anything, or not all.

        One with another id and place than all before it is one of them all the same.
        """
        seen = {opened.kind for opened in self._items}
        for index, item in enumerate(output):
            event: JsonObject = {"output_index": index, "item": item}
            kind = text_of(object_of(item).get("type"))
            known = self._items.known(event, kind)
            if kind not in seen or (known is not None and known.kind == kind):
                self._item(event, found)

    def _close_rest(self, found: list[StreamEvent]) -> None:
        for opened in self._items:
            if opened.is_bare and self._reason is FinishReason.STOP:
                # It could be half of a call whose other half came under another id.
                raise ValueError("a tool call of it was begun, never ended")
            if not opened.is_done:
                self._close(opened, {}, found)

    def _found(self, events: Iterator[StreamEvent], found: list[StreamEvent]) -> None:
        for event in events:
            if isinstance(event, TextDelta):
                self._shown += len(event.text)
            found.append(event)

    def _finish(self) -> FinishReason:
        if any(opened.refused for opened in self._items):
            return FinishReason.REFUSAL
        is_ordinary = self._reason is FinishReason.STOP
        return FinishReason.TOOL_USE if self._items.calls and is_ordinary else self._reason
