"""Turns the lines of an Ollama answer into stream events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import Factory, define, evolve

from zeroclaw_api.json import Json, JsonObject, well_formed
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
from zeroclaw_providers.json_fields import count_of, items_of, loaded, object_of, text_of
from zeroclaw_providers.ollama.calls import OllamaCalls
from zeroclaw_providers.ollama.thoughts import THINKING, thinking_mark
from zeroclaw_providers.tool_names import ToolNames

__all__ = ["OllamaDecoder"]

REASONS: Final = {
    "length": FinishReason.LENGTH,
    "load": FinishReason.ERROR,
    "unload": FinishReason.ERROR,
}
"""With the last two, the server only moved the model in memory: nobody was asked."""


@define
class OllamaDecoder:
    """One answer, line by line; `feed` and `close` raise `ProviderError`.

    `offered` are our names of the tools of the request.
    """

    failures: Failures
    names: ToolNames
    offered: frozenset[str] = frozenset()
    is_done: bool = False
    _saw_object: bool = False
    _saw_thought: bool = False
    _raw: str = ""
    _usage: Usage = Usage()
    _calls: OllamaCalls = Factory(
        lambda self: OllamaCalls(self.names, self.offered), takes_self=True
    )

    def feed(self, name: str, data: str) -> Iterator[StreamEvent]:
        """One line. Lines have no name; a gateway that sends events may give them one."""
        if self.is_done or not data.strip():
            return iter(())
        try:
            value = loaded(data)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise self.failures.bad_stream("it sent a line that is not a JSON object")
        return self.feed_object(value, is_error=name == "error")

    def feed_object(self, value: Json, *, is_error: bool = False) -> Iterator[StreamEvent]:
        """What one line holds, or a whole answer, which has the same form."""
        found: list[StreamEvent] = []
        try:
            self._take(object_of(value), is_error, found)
        finally:
            # What precedes a failure in its line is said before it.
            yield from found

    def close(self, *, is_whole: bool = False) -> Iterator[StreamEvent]:
        """The end of the bytes; `is_whole` says that nothing can be missing."""
        if not self._saw_object:
            raise self.failures.bad_stream("the answer is empty")
        if not (self.is_done or is_whole):
            raise self.failures.bad_stream("the connection ended before the answer did")
        self.is_done = True
        if self._saw_thought:
            yield ReasoningBlock(thinking_mark())
        yield Finish(self._reason(), self._raw)

    def _take(self, line: JsonObject, is_error: bool, found: list[StreamEvent]) -> None:
        if is_error or says_error(line):
            raise self.failures.from_body(line)
        if "message" not in line and "done" not in line:
            return
        self._saw_object = True
        message = object_of(line.get("message"))
        if thought := well_formed(text_of(message.get(THINKING))):
            self._saw_thought = True
            found.append(ReasoningDelta(thought))
        if text := well_formed(text_of(message.get("content"))):
            found.append(TextDelta(text))
        try:
            for call in self._calls.feed(items_of(message.get("tool_calls"))):
                found.append(call)
        except ValueError as error:
            raise self.failures.bad_stream(str(error)) from None
        self._count(line, found)
        if line.get("done") is True:
            self.is_done = True
            self._raw = well_formed(text_of(line.get("done_reason")))

    def _count(self, line: JsonObject, found: list[StreamEvent]) -> None:
        """Take the counts; those of a prompt that was in the cache are left out."""
        read, written = count_of(line.get("prompt_eval_count")), count_of(line.get("eval_count"))
        usage = self._usage
        if read is not None:
            usage = evolve(usage, input_tokens=read)
        if written is not None:
            usage = evolve(usage, output_tokens=written)
        if usage != self._usage:
            self._usage = usage
            found.append(usage)

    def _reason(self) -> FinishReason:
        reason = REASONS.get(self._raw, FinishReason.STOP)
        return FinishReason.TOOL_USE if self._calls and reason is FinishReason.STOP else reason
