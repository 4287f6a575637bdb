"""What a turn asks a person, with every way such a question can end."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from attrs import frozen

from zeroclaw_api.identifiers import QuestionId
from zeroclaw_api.principal import Principal

__all__ = [
    "AnswerReceipt",
    "Answered",
    "Choice",
    "Question",
    "QuestionCancelled",
    "QuestionKind",
    "Reply",
    "Resolution",
    "TimedOut",
    "Unreachable",
]


class QuestionKind(StrEnum):
    """Whether a tool wants to know something, or the gate wants a call confirmed."""

    ASK = "ask"
    CONFIRM = "confirm"


class Choice(StrEnum):
    """What a person may answer."""

    APPROVE = "approve"
    DENY = "deny"
    REPLACE = "replace"
    TEXT = "text"


@frozen
class Question:
    """One open question.

    Only an identity in `answerers` may answer; an empty tuple means nobody may. A
    confirmation's `digest` binds the answer to exactly the call that was shown.
    """

    id: QuestionId
    kind: QuestionKind
    prompt: str
    choices: tuple[Choice, ...]
    answerers: tuple[Principal, ...]
    expires_at: datetime
    suggestions: tuple[str, ...] = ()
    digest: str = ""


@frozen
class Reply:
    """One answer. `replacement` is the JSON text of the arguments to run instead.

    `remember` keeps an approval for good, for what the question said that it would be for.
    """

    choice: Choice
    by: Principal
    text: str = ""
    replacement: str = ""
    remember: bool = False


class AnswerReceipt(StrEnum):
    """What became of a reply; the first valid one wins."""

    ACCEPTED = "accepted"
    LATE = "late"
    NOT_ALLOWED = "not_allowed"
    UNKNOWN = "unknown"


@frozen
class Answered:
    """A person answered."""

    reply: Reply


@frozen
class TimedOut:
    """Nobody answered in time; that is not a person's no."""


@frozen
class Unreachable:
    """There is nobody who could be asked; that is not a person's no."""


@frozen
class QuestionCancelled:
    """The turn ended while the question was open."""


Resolution: TypeAlias = Answered | TimedOut | Unreachable | QuestionCancelled
