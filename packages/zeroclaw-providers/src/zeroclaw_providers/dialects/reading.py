"""Finds the calls that a model wrote as text in the events of its answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from attrs import evolve

from zeroclaw_api.json import JsonObject
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
from zeroclaw_tool_call_parser.dialect import Dialect
from zeroclaw_tool_call_parser.parser import ToolCallParser
from zeroclaw_tool_call_parser.pieces import Call, Malformed, Piece, Text, Thinking

__all__ = ["AnswerReader"]

UNREADABLE: Final = "a call written as text"
"""The name of a call that cannot be read; no tool has it."""


class AnswerReader:
    """One answer, event by event; nothing that a model says raises an error.

    Text comes out as soon as it is certain, calls right before `Finish`. One that is broken comes
    out as a call whose arguments are no JSON, so that no call runs and the model is told why.
    Calls that came as such win: then what looks like one in the text is text.
    """

    def __init__(self, dialect: Dialect, tools: Mapping[str, JsonObject]) -> None:
        self._parser = ToolCallParser(dialect, tools)
        self._is_native = False
        self._is_over = False
        self._found = 0

    def feed(self, event: StreamEvent) -> Iterator[StreamEvent]:
        """What an event of the answer turns out to be; at once for all but text."""
        match event:
            case _ if self._is_over:
                # Whether anything may follow is not decided here.
                yield event
            case TextDelta(text):
                yield from self._told(self._parser.feed(text))
            case Finish():
                self._is_over = True
                yield from self._told(self._parser.close(counts=not self._is_native))
                is_use = self._found and event.reason is FinishReason.STOP
                yield evolve(event, reason=FinishReason.TOOL_USE) if is_use else event
            case ToolCallDelta():
                self._is_native = True
                yield event
            case ReasoningDelta() | ReasoningBlock() | Usage():
                yield event
            case _:
                assert_never(event)

    def _told(self, pieces: tuple[Piece, ...]) -> Iterator[StreamEvent]:
        for piece in pieces:
            match piece:
                case Text(text):
                    yield TextDelta(text)
                case Thinking(text):
                    yield ReasoningDelta(text)
                case Call(name, arguments):
                    yield self._call(name, json.dumps(arguments, ensure_ascii=False))
                case Malformed(raw, problem):
                    yield self._call(UNREADABLE, f"{problem}: {raw}")
                case _:
                    assert_never(piece)

    def _call(self, name: str, arguments: str) -> ToolCallDelta:
        call = ToolCallDelta(self._found, name=name, args_fragment=arguments)
        self._found += 1
        return call
