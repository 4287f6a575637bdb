"""Small sound records by hand, for controls that break them."""

from __future__ import annotations

from typing import Final

from attrs import evolve
from kernel_fakes import TODAY

from zeroclaw_api.events import Done, Event, EventBody, Outcome, TurnStarted
from zeroclaw_api.identifiers import CallId, MessageId, SessionId, TurnId
from zeroclaw_api.messages import Message, ResultStatus, Role, Text, ToolCall, ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.provider import ModelRequest
from zeroclaw_api.usage import Money, Usage

__all__ = [
    "MAY_HAVE_HAPPENED",
    "done",
    "event_log",
    "request_of",
    "result",
    "round_with_a_call",
]

MAY_HAVE_HAPPENED: Final = "interrupted; may have happened"
TURN: Final = TurnId(1)


def round_with_a_call() -> tuple[Message, Message, Message, Message]:
    """A turn: the user's wish, a call, its result, an answer."""
    call = ToolCall(CallId(1), "look", {"does": "quick"})
    done_well = ToolResult(CallId(1), ResultStatus.SUCCESS, (Text("done"),))
    return (
        Message(MessageId(1), TURN, Role.USER, (Text("go"),)),
        Message(MessageId(2), TURN, Role.ASSISTANT, (Text("I look. "), call)),
        Message(MessageId(3), TURN, Role.TOOL, (done_well,)),
        Message(MessageId(4), TURN, Role.ASSISTANT, (Text("I saw."),)),
    )


def result(message: Message, status: ResultStatus, text: str) -> Message:
    """The same tool message with another result."""
    (only,) = message.tool_results
    return evolve(message, items=(evolve(only, status=status, content=(Text(text),)),))


def request_of(*messages: Message) -> ModelRequest:
    """A request with these messages."""
    return ModelRequest("m", "system", (), messages, 100)


def done(message_id: int, outcome: Outcome = Outcome.ANSWERED) -> Done:
    """The end of the turn that answers one message."""
    return Done((MessageId(message_id),), outcome, "", Usage(), Money(0))


def event_log(*bodies: EventBody, ending: Done | None = None) -> list[Event]:
    """The log of one turn of message 1 with these events in the middle."""
    started = TurnStarted((MessageId(1),), TurnOrigin.INTERACTIVE)
    return [
        Event(SessionId("s"), seq, TURN, ("agent",), TODAY, body)
        for seq, body in enumerate([started, *bodies, ending or done(1)], 1)
    ]
