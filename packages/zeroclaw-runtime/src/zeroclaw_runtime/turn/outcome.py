"""What the steps of a turn hand on: the closed sets that the engine matches on."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import field, frozen

from zeroclaw_api.events import Outcome
from zeroclaw_api.json import JsonObject
from zeroclaw_api.messages import Item, Reasoning, ToolCall
from zeroclaw_api.stream import Finish, FinishReason
from zeroclaw_api.usage import Usage

__all__ = [
    "EMPTY_ANSWER",
    "Answer",
    "CallDraft",
    "Calls",
    "Ending",
    "Malformed",
    "Pause",
    "Response",
    "Step",
]

EMPTY_ANSWER: Final = "empty_answer"
"""The key of what is wrong with an answer that says nothing."""

ENDS: Final = (FinishReason.STOP, FinishReason.TOOL_USE, FinishReason.LENGTH)
"""Reasons after which an answer is over, with nothing wrong in it."""


@frozen
class CallDraft:
    """A call as it came over the wire: its arguments are still text."""

    wire_id: str | None
    name: str
    args_text: str
    extra: JsonObject | None = field(default=None, hash=False)


@frozen
class Response:
    """One whole answer of a model, nothing of it judged yet."""

    text: str
    reasoning: tuple[Reasoning, ...]
    calls: tuple[CallDraft, ...]
    finish: Finish
    usage: Usage

    @property
    def is_empty(self) -> bool:
        """Whether it ended well, with nothing said or wanted."""
        is_end = self.finish.reason in ENDS
        return is_end and not self.calls and not self.text.strip()


@frozen
class Answer:
    """The model is done: its text is the answer. `notice` is the key of a warning, if any."""

    items: tuple[Item, ...]
    notice: str | None = None


@frozen
class Pause:
    """The model wants to be asked again with what it said so far."""

    items: tuple[Item, ...]


@frozen
class Calls:
    """The model wants tools: every call is well formed."""

    items: tuple[Item, ...]
    calls: tuple[ToolCall, ...]


@frozen
class Malformed:
    """The response cannot be used. `problem` tells the model what to do better."""

    problem: str
    error_key: str


Step: TypeAlias = Answer | Pause | Calls | Malformed


@frozen
class Ending:
    """How the turn ended, with the reason when it did not end with an answer."""

    outcome: Outcome
    error_key: str | None = None
    detail: str = ""
