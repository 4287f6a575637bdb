"""What a session says: its events, each with one closed kind of body."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from attrs import evolve, field, frozen

from zeroclaw_api.approvals import ApprovalScope
from zeroclaw_api.identifiers import CallId, MessageId, QuestionId, SessionId, TurnId
from zeroclaw_api.json import JsonObject, well_formed
from zeroclaw_api.messages import ToolResult
from zeroclaw_api.origin import TurnOrigin
from zeroclaw_api.questions import Question, Resolution
from zeroclaw_api.usage import Money, Usage

__all__ = [
    "Accepted",
    "AskUser",
    "ConfirmRequest",
    "Done",
    "Event",
    "EventBody",
    "Gap",
    "HistoryTrimmed",
    "NewToken",
    "Outcome",
    "Plan",
    "PlanEntry",
    "QuestionClosed",
    "Status",
    "StatusUpdate",
    "Steered",
    "Thinking",
    "ToolError",
    "ToolErrorKind",
    "ToolFinished",
    "ToolProgress",
    "ToolStarted",
    "TurnStarted",
    "TurnWarning",
    "UsageUpdate",
]


@frozen
class Accepted:
    """A message is durable: it will be named by exactly one `Done`."""

    message_id: MessageId


@frozen
class TurnStarted:
    """A turn begins, to answer these messages."""

    message_ids: tuple[MessageId, ...]
    origin: TurnOrigin


@frozen
class NewToken:
    """Text of the answer, to be shown at once."""

    text: str


@frozen
class Thinking:
    """The model's reasoning, for people only."""

    text: str


@frozen
class ToolStarted:
    """A tool really runs now."""

    call_id: CallId
    name: str
    args: JsonObject = field(hash=False)


@frozen
class ToolProgress:
    """A running tool has something to show."""

    call_id: CallId
    text: str = field(converter=well_formed)


class ToolErrorKind(StrEnum):
    """Why a call did not run to a result of its own."""

    UNKNOWN = "unknown"
    INVALID = "invalid"
    DENIED = "denied"
    UNANSWERED = "unanswered"
    LIMIT = "limit"


@frozen
class ToolError:
    """A call that never ran. `rule` is for the operator; the model is told `text` alone."""

    call_id: CallId
    kind: ToolErrorKind
    text: str
    rule: str = ""


@frozen
class ToolFinished:
    """A call is over. Without a `ToolStarted` before it, it never ran. `duration` in seconds."""

    call_id: CallId
    name: str
    outcome: ToolResult | ToolError
    duration: float


@frozen
class AskUser:
    """A tool wants to know something."""

    question: Question
    call_id: CallId


@frozen
class ConfirmRequest:
    """The gate wants a call confirmed.

    `rule` is what made it ask, `detail` of what in the call. `preview` is what would change, as a
    diff. `keeps` is what an approval for good would be for; empty when there is none.
    """

    question: Question
    call_id: CallId
    name: str
    args: JsonObject = field(hash=False)
    rule: str = ""
    detail: str = ""
    preview: str = ""
    keeps: tuple[ApprovalScope, ...] = ()


@frozen
class QuestionClosed:
    """A question can no longer be answered."""

    question_id: QuestionId
    resolution: Resolution


@frozen
class Steered:
    """A message entered the running turn."""

    message_id: MessageId


@frozen
class PlanEntry:
    """One step of an agent's own plan; `state` is `pending`, `active` or `done`."""

    text: str
    state: str


@frozen
class Plan:
    """The agent's plan, whole, each time it changes."""

    entries: tuple[PlanEntry, ...]


class Status(StrEnum):
    """What a turn is doing when nothing else shows it."""

    WAITING_FOR_MODEL = "waiting_for_model"
    CORRECTING = "correcting"
    TRIMMING = "trimming"
    SUMMARISING = "summarising"


@frozen
class StatusUpdate:
    """The turn does something that has no event of its own. `round` counts model requests."""

    status: Status
    round: int


@frozen
class UsageUpdate:
    """What one model request used; `cost` is None when unknown."""

    usage: Usage
    cost: Money | None


@frozen
class HistoryTrimmed:
    """Whole turns left the window of what the model sees; the store keeps them."""

    dropped_messages: int
    kept_turns: int


@frozen
class TurnWarning:
    """Something an operator should know; `key` is stable, `facts` fill its sentence."""

    key: str
    facts: JsonObject = field(hash=False)


class Outcome(StrEnum):
    """How a turn ended."""

    ANSWERED = "answered"
    CANCELLED = "cancelled"
    FAILED = "failed"
    LIMIT = "limit"
    INTERRUPTED = "interrupted"


@frozen
class Done:
    """The end of a turn: exactly one, the last event. `error_key` says why it went wrong.

    `cost` is None when any request's cost is unknown. `detail` is one English sentence.
    """

    message_ids: tuple[MessageId, ...]
    outcome: Outcome
    final_text: str
    usage: Usage
    cost: Money | None
    error_key: str | None = None
    detail: str = ""


EventBody: TypeAlias = (
    Accepted
    | TurnStarted
    | NewToken
    | Thinking
    | ToolStarted
    | ToolProgress
    | ToolFinished
    | AskUser
    | ConfirmRequest
    | QuestionClosed
    | Steered
    | Plan
    | StatusUpdate
    | UsageUpdate
    | HistoryTrimmed
    | TurnWarning
    | Done
)


@frozen
class Event:
    """One entry of a session's stream.

    `seq` is gapless from 1. Adjacent pieces of text may have been merged while they waited for
    a slow reader or a commit: `part_lengths` then holds the characters of each piece, and the
    event stands for `first_seq` to `seq`. `path` names the agents from the root to the one who
    speaks. `turn_id` is None outside any turn.
    """

    session_id: SessionId
    seq: int
    turn_id: TurnId | None
    path: tuple[str, ...]
    at: datetime
    body: EventBody
    part_lengths: tuple[int, ...] = ()

    @property
    def first_seq(self) -> int:
        """The first number this event stands for."""
        return self.seq - max(0, len(self.part_lengths) - 1)

    def after(self, seq: int) -> Event:
        """The part of a merged event that follows `seq`, for a reader that has the rest."""
        known = seq - self.first_seq + 1
        if known <= 0 or not isinstance(self.body, NewToken | Thinking):
            return self
        text = self.body.text[sum(self.part_lengths[:known]) :]
        return evolve(
            self, body=evolve(self.body, text=text), part_lengths=self.part_lengths[known:]
        )

    def until(self, seq: int) -> Event:
        """The part of a merged event up to `seq`, for a reader that gets the rest elsewhere."""
        wanted = seq - self.first_seq + 1
        if seq >= self.seq or not isinstance(self.body, NewToken | Thinking):
            return self
        text = self.body.text[: sum(self.part_lengths[:wanted])]
        return evolve(
            self,
            seq=seq,
            body=evolve(self.body, text=text),
            part_lengths=self.part_lengths[:wanted],
        )


@frozen
class Gap:
    """Events `first_seq` to `seq` were not delivered to a slow observer; replay has them."""

    first_seq: int
    seq: int

    def after(self, seq: int) -> Gap:
        """The part of the gap that follows `seq`, for a reader that has the rest."""
        return evolve(self, first_seq=max(self.first_seq, seq + 1))
