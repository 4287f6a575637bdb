"""Turns the objects of a Gemini answer into stream events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from attrs import define

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, JsonObject, canonical_json, well_formed
from zeroclaw_api.stream import (
    Finish,
    FinishReason,
    ReasoningBlock,
    ReasoningDelta,
    StreamEvent,
    TextDelta,
    ToolCallDelta,
)
from zeroclaw_providers.failures import Failures, says_error
from zeroclaw_providers.gemini.signatures import SIGNATURE, mark_of
from zeroclaw_providers.gemini.usage import TokenCounts
from zeroclaw_providers.json_fields import items_of, loaded, object_of, text_of
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["GeminiDecoder"]

MAX_CALLS: Final = 256
"""Calls in one answer; far above what a model makes, so that a broken server ends early."""
MAX_SIGNED_PARTS: Final = 1024
"""Signed parts in one answer that are no calls; models sign one or two."""

ORDINARY: Final = frozenset({"", "STOP"})
NO_REASON: Final = frozenset({"", "FINISH_REASON_UNSPECIFIED"})
REASONS: Final = {
    "": FinishReason.STOP,
    "STOP": FinishReason.STOP,
    "MAX_TOKENS": FinishReason.LENGTH,
    "SAFETY": FinishReason.CONTENT_FILTER,
    "RECITATION": FinishReason.CONTENT_FILTER,
    "LANGUAGE": FinishReason.CONTENT_FILTER,
    "BLOCKLIST": FinishReason.CONTENT_FILTER,
    "PROHIBITED_CONTENT": FinishReason.CONTENT_FILTER,
    "SPII": FinishReason.CONTENT_FILTER,
    "MODEL_ARMOR": FinishReason.CONTENT_FILTER,
    "IMAGE_SAFETY": FinishReason.CONTENT_FILTER,
    "IMAGE_PROHIBITED_CONTENT": FinishReason.CONTENT_FILTER,
    "IMAGE_RECITATION": FinishReason.CONTENT_FILTER,
}
"""Every other reason says that the model's own answer was broken: malformed calls, and more."""
ANSWER_FIELDS: Final = frozenset({"candidates", "promptFeedback", "usageMetadata"})


@define
class GeminiDecoder:
    """One answer, object by object; `feed` and `close` raise `ProviderError`.

    The protocol has no last object: the answer is over when its bytes are, and whole when a
    reason to finish came in it, early or late. So `Finish` is held back until then.
    """

    failures: Failures
    names: ToolNames
    is_done: bool = False
    _saw_object: bool = False
    _blocked: str = ""
    _raw: str = ""
    _counts: TokenCounts = TokenCounts()
    _characters: int = 0
    _calls: int = 0
    _signed_parts: int = 0

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """The event of a stream with its name, which Google leaves out."""
        if self.is_done or not data.strip():
            return iter(())
        try:
            value = loaded(data)
        except ValueError:
            raise self.failures.bad_stream("it sent an event that is not JSON") from None
        return self.feed_object(value, is_error=name == "error")

    def feed_object(self, value: Json, *, is_error: bool = False) -> Iterator[StreamEvent]:
        """One chunk, or a whole answer, which has the same form."""
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
        if not (self._raw or self._blocked or is_whole):
            raise self.failures.bad_stream("the connection ended before the answer did")
        self.is_done = True
        yield Finish(self._reason(), self._blocked or self._raw)

    def _take(self, chunk: JsonObject, is_error: bool, found: list[StreamEvent]) -> None:
        if is_error or says_error(chunk):
            raise self.failures.from_body(chunk)
        if not ANSWER_FIELDS & chunk.keys():
            return
        self._saw_object = True
        feedback = object_of(chunk.get("promptFeedback"))
        self._blocked = self._blocked or well_formed(text_of(feedback.get("blockReason")))
        for candidate in items_of(chunk.get("candidates")):
            fields = object_of(candidate)
            if text_of(fields.get("index")) in ("", "0"):
                self._candidate(fields, found)
        before = self._counts
        self._counts = before.then(object_of(chunk.get("usageMetadata")))
        if self._counts != before:
            found.append(self._counts.usage)

    def _candidate(self, candidate: JsonObject, found: list[StreamEvent]) -> None:
        for part in items_of(object_of(candidate.get("content")).get("parts")):
            self._part(object_of(part), found)
        raw = text_of(candidate.get("finishReason"))
        # A reason that says what went wrong outlives an ordinary one that follows it.
        if raw not in NO_REASON and self._raw in ORDINARY:
            self._raw = well_formed(raw)

    def _part(self, part: JsonObject, found: list[StreamEvent]) -> None:
        signature = text_of(part.get(SIGNATURE))
        if "functionCall" in part:
            found.append(self._call(object_of(part["functionCall"]), signature))
            return
        if not isinstance(part.get("text"), str):
            return
        text, is_thought = well_formed(text_of(part["text"])), part.get("thought") is True
        start = self._characters
        if text and is_thought:
            found.append(ReasoningDelta(text))
        elif text:
            self._characters += len(text)
            found.append(TextDelta(text))
        if signature:
            found.append(self._signed(signature, text, start, is_thought))

    def _signed(self, signature: str, text: str, start: int, is_thought: bool) -> ReasoningBlock:
        self._signed_parts += 1
        if self._signed_parts > MAX_SIGNED_PARTS:
            problem = f"the answer has more than {MAX_SIGNED_PARTS} signed parts"
            raise self.failures.bad_stream(problem)
        self._require_writable(signature)
        return ReasoningBlock(
            mark_of(signature, text, start=start, calls_before=self._calls, is_thought=is_thought)
        )

    def _call(self, call: JsonObject, signature: str) -> ToolCallDelta:
        if self._calls == MAX_CALLS:
            raise self.failures.bad_stream(f"the answer makes more than {MAX_CALLS} tool calls")
        if call.get("willContinue") or call.get("partialArgs"):
            # Nobody asked for calls in pieces; one taken for a whole call would run too early.
            raise self.failures.bad_stream("it sent a tool call in pieces")
        self._require_writable(signature)
        index = self._calls
        self._calls += 1
        name = text_of(call.get("name"))
        return ToolCallDelta(
            index,
            wire_id=text_of(call.get("id")) or None,
            name=self.names.ours(name) if name else None,
            args_fragment=self._arguments(call.get("args")),
            extra={SIGNATURE: signature} if signature else None,
        )

    def _arguments(self, args: Json) -> str:
        """Arguments are an object by the protocol, and left out when there are none."""
        if isinstance(args, str):
            return args
        try:
            return "{}" if args is None else json.dumps(args, ensure_ascii=False)
        except RecursionError:
            raise self.failures.bad_stream("a tool call is nested too deeply") from None

    def _require_writable(self, signature: str) -> None:
        try:
            canonical_json(signature).encode()
        except (InvalidJson, UnicodeEncodeError):
            raise self.failures.bad_stream("its signature cannot be written down") from None

    def _reason(self) -> FinishReason:
        if self._blocked:
            return FinishReason.CONTENT_FILTER
        reason = REASONS.get(self._raw, FinishReason.ERROR)
        return FinishReason.TOOL_USE if self._calls and reason is FinishReason.STOP else reason
