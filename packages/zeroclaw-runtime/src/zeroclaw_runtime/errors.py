"""What can go wrong in the kernel itself.

The tree, below `ZeroClawError`::

    SessionClosed          the session has been shut down
    MailboxFull            too many messages wait
    SequenceUnknown        a reader asks to go on after an event that does not exist
    InvalidAgent           an agent's settings contradict each other
    BudgetExceeded         the next request could cost more than is left
    UnpricedModel          a model without a price, where that is set to stop
    RefusedByHook          a hook refused a model request
    ScriptUnparsable       a shell script that different shells may read differently
"""

from __future__ import annotations

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "BudgetExceeded",
    "InvalidAgent",
    "MailboxFull",
    "RefusedByHook",
    "ScriptUnparsable",
    "SequenceUnknown",
    "SessionClosed",
    "UnpricedModel",
]


class SessionClosed(ZeroClawError):
    """The session takes no more messages; open it again."""

    error_key = "session_closed"
    template = "Session {session_id} is closed. Open it again to go on."

    session_id: str


class MailboxFull(ZeroClawError):
    """Too many messages wait; nothing of this one was kept."""

    error_key = "mailbox_full"
    template = (
        "Session {session_id} already has {limit} messages waiting. Send it again when some "
        "have been answered."
    )

    session_id: str
    limit: int


class SequenceUnknown(ZeroClawError):
    """A reader has seen events that a crash took back; it must read the session anew."""

    error_key = "sequence_unknown"
    template = (
        "Session {session_id} ends at event {last_seq}, so nothing can follow event {after_seq}. "
        "Read it again from the beginning."
    )

    session_id: str
    after_seq: int
    last_seq: int


class InvalidAgent(ZeroClawError):
    """An agent cannot be built like this."""

    error_key = "invalid_agent"
    template = "The agent {alias} cannot be built: {problem}."

    alias: str
    problem: str


class BudgetExceeded(ZeroClawError):
    """The worst case of the next request is more than a budget has left. Amounts in dollars."""

    error_key = "budget_exceeded"
    template = (
        "The next request could cost ${needed:.4f}, but the budget {scope} has ${left:.4f} of "
        "${limit:.4f} left. Raise the limit or wait for the next period."
    )

    scope: str
    needed: float
    left: float
    limit: float


class UnpricedModel(ZeroClawError):
    """A budget cannot hold for a model whose price is unknown."""

    error_key = "unpriced_model"
    template = (
        "The price of {model} at {provider} is unknown, so no budget can hold. Add its price, "
        "or let unpriced models warn instead of stop."
    )

    provider: str
    model: str


class RefusedByHook(ZeroClawError):
    """A hook refused a model request."""

    error_key = "refused_by_hook"
    template = "The hook {hook} refused the request: {reason}."

    hook: str
    reason: str


class ScriptUnparsable(ZeroClawError):
    """What a shell script does cannot be told from its text, so nothing may run it."""

    error_key = "script_unparsable"
    template = (
        "The script cannot be judged, so it does not run: {problem} in line {line}. "
        "Write it more plainly."
    )

    problem: str
    line: int
