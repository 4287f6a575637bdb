"""What is said in answers, what is asked, as values that tests compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve
from every_wire import HELLO, REQUEST, Wire

from zeroclaw_api.identifiers import CallId, MessageId, TurnId
from zeroclaw_api.json import Json, JsonObject, parse_json_object
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.stream import ReasoningDelta, StreamEvent, TextDelta, ToolCallDelta
from zeroclaw_testing import tool_spec

__all__ = [
    "ROUNDS",
    "SECOND",
    "asking",
    "calls_in",
    "inside",
    "message",
    "result_of",
    "texts",
    "thoughts",
]


def texts(events: Sequence[StreamEvent]) -> str:
    """What an answer says."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def thoughts(events: Sequence[StreamEvent]) -> str:
    """What an answer shows of its thinking."""
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta))


def calls_in(events: Sequence[StreamEvent]) -> list[tuple[str, JsonObject]]:
    """The calls as the kernel would make them; raises InvalidJson for one that it would refuse."""
    names: dict[int, str] = {}
    pieces: dict[int, str] = {}
    for event in events:
        if isinstance(event, ToolCallDelta):
            names[event.index] = event.name or names.get(event.index, "")
            pieces[event.index] = pieces.get(event.index, "") + event.args_fragment
    return [(names[index], parse_json_object(pieces[index] or "{}")) for index in names]


def inside(value: Json) -> Iterator[JsonObject]:
    """Every object in a document."""
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from inside(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from inside(item)


def asking(
    wire: Wire, *names: str, history: tuple[Message, ...] = REQUEST.messages
) -> ModelRequest:
    """A request that offers tools of these names."""
    specs = tuple(tool_spec(name) for name in names)
    return evolve(REQUEST, model=wire.model, tools=specs, messages=history)


def message(number: int, role: Role, *items: Text | ToolCall | ToolResult) -> Message:
    """A message of the one turn."""
    return Message(MessageId(number), TurnId(1), role, items)


def result_of(call: ToolCall) -> ToolResult:
    """The result of a call that went well."""
    return ToolResult(call.id, ResultStatus.SUCCESS, (Text("done"),))


FIRST, SECOND, THIRD = (
    ToolCall(CallId(number), name, {"a": number}, wire_id)
    for number, name, wire_id in ((1, "f", "call_1"), (2, "g", "call_2"), (3, "f", "call_1"))
)
ROUNDS: Final = (
    HELLO,
    message(2, Role.ASSISTANT, Text("I look."), FIRST, SECOND),
    message(3, Role.TOOL, result_of(FIRST), result_of(SECOND)),
    message(4, Role.ASSISTANT, THIRD),
    message(5, Role.TOOL, result_of(THIRD)),
    message(6, Role.ASSISTANT, Text("Done.")),
    message(7, Role.USER, Text("Thanks.")),
)
"""A conversation of two turns, with the same id for the first call of each answer."""
