"""What can go wrong in the kernel itself.

The tree, below `ZeroClawError`::

    SessionClosed          the session has been shut down
    MailboxFull            too many messages wait
    InvalidAgent           an agent's settings contradict each other
    BudgetExceeded         the next request could cost more than is left
    UnpricedModel          a model without a price, where that is set to stop
    RefusedByHook          a hook refused a model request
    NoModelAnswered        every model of the agent failed
    ProcessStartFailed     a command could not be started
    ProcessPipeClosed      a command no longer reads its input
    ReaperUnavailable      nothing here can own a command's processes
    ReaperLost             the owner of a command's processes went away
"""

from __future__ import annotations

from attrs import define

from zeroclaw_api.errors import ZeroClawError

__all__ = [
    "BudgetExceeded",
    "InvalidAgent",
    "MailboxFull",
    "ProcessPipeClosed",
    "ProcessStartFailed",
    "ReaperLost",
    "ReaperUnavailable",
    "RefusedByHook",
    "SessionClosed",
    "UnpricedModel",
]


@define(kw_only=True, eq=False, slots=False)
class SessionClosed(ZeroClawError):
    """The session takes no more messages; open it again."""

    error_key = "session_closed"
    template = "Session {session_id} is closed. Open it again to go on."

    session_id: str


@define(kw_only=True, eq=False, slots=False)
class MailboxFull(ZeroClawError):
    """Too many messages wait; nothing of this one was kept."""

    error_key = "mailbox_full"
    template = (
        "Session {session_id} already has {limit} messages waiting. Send it again when some "
        "have been answered."
    )

    session_id: str
    limit: int


@define(kw_only=True, eq=False, slots=False)
class InvalidAgent(ZeroClawError):
    """An agent cannot be built like this."""

    error_key = "invalid_agent"
    template = "The agent {alias} cannot be built: {problem}."

    alias: str
    problem: str


@define(kw_only=True, eq=False, slots=False)
class BudgetExceeded(ZeroClawError):
    """The worst case of the next request is more than a budget has left. Amounts in dollars."""

    error_key = "budget_exceeded"
    template = (
        "The next request could cost ${needed:.4f}, but the budget {scope} has ${left:.4f} of "
        "${limit:.2f} left. Raise the limit or wait for the next period."
    )

    scope: str
    needed: float
    left: float
    limit: float


@define(kw_only=True, eq=False, slots=False)
class UnpricedModel(ZeroClawError):
    """A budget cannot hold for a model whose price is unknown."""

    error_key = "unpriced_model"
    template = (
        "The price of {model} at {provider} is unknown, so no budget can hold. Add its price, "
        "or let unpriced models warn instead of stop."
    )

    provider: str
    model: str


@define(kw_only=True, eq=False, slots=False)
class RefusedByHook(ZeroClawError):
    """A hook refused a model request."""

    error_key = "refused_by_hook"
    template = "The hook {hook} refused the request: {reason}."

    hook: str
    reason: str


@define(kw_only=True, eq=False, slots=False)
class ProcessStartFailed(ZeroClawError):
    """A command could not be started. `errno` is the kernel's number, 0 when it is unknown."""

    error_key = "process_start_failed"
    template = "Cannot start {program} in {cwd}: {problem}."

    program: str
    cwd: str
    errno: int
    problem: str


@define(kw_only=True, eq=False, slots=False)
class ProcessPipeClosed(ZeroClawError):
    """A command no longer reads its input: it closed it, or it ended."""

    error_key = "process_pipe_closed"
    template = "The process {pid} no longer reads its input."

    pid: int


@define(kw_only=True, eq=False, slots=False)
class ReaperUnavailable(ZeroClawError):
    """This host cannot own a command's processes in this way, so no command starts."""

    error_key = "reaper_unavailable"
    template = "The reaper {reaper} does not work here: {problem}."

    reaper: str
    problem: str


@define(kw_only=True, eq=False, slots=False)
class ReaperLost(ZeroClawError):
    """The process that owned a command's processes went away; the command's end is unknown."""

    error_key = "reaper_lost"
    template = "Lost the command {program}: {problem}."

    program: str
    problem: str
