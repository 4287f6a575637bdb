"""The root of every error in the project, plus the errors that cross the kernel's border.

The tree::

    ZeroClawError
    ├── InvalidJson            text that should be JSON is not, or is not the JSON we accept
    ├── WireError              a wire form that names a known body but does not fit it
    ├── ProviderError          a model request failed
    │   ├── ProviderUnreachable    no connection, name not found, TLS refused
    │   ├── ProviderAuthFailed     the key was refused
    │   ├── ProviderRateLimited    told to wait; `retry_after` in seconds when known
    │   ├── ProviderOverloaded     the other side failed (5xx, "overloaded")
    │   ├── ProviderQuotaExhausted what was paid for is used up
    │   ├── ProviderTimedOut       no data for longer than the idle limit
    │   ├── ProviderRejected       the request was understood and refused (4xx)
    │   ├── ContextOverflow        the request is larger than the model's window
    │   └── BadStream              the answer broke the protocol, or ended without its end
    ├── ToolFailed             a tool could not do what it was asked; the model is told
    ├── StoreError             durable state could not be read or written
    │   ├── StoreConflict          a gap or a duplicate in what was to be written
    │   ├── CommitUncertain        nobody knows whether a commit happened
    │   └── SessionBusy            another owner holds the session
    ├── SandboxUnavailable     a command cannot be confined as its plan demands
    ├── WorkspaceError         a file cannot be used
    │   ├── PathForbidden          a rule closes the path, wherever it lies
    │   ├── PathOutside            the path leads out of the workspace
    │   └── PathUnusable           the file is missing, no file, not permitted, the disk is full
    └── ProcessError           something went wrong around a child process
        ├── ProcessStartFailed     a command could not be started
        ├── ProcessPipeClosed      a command no longer reads its input
        ├── ReaperUnavailable      nothing here can own a command's processes
        └── ReaperLost             the owner of a command's processes went away
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, dataclass_transform

__all__ = [
    "BadStream",
    "CommitUncertain",
    "ContextOverflow",
    "InvalidJson",
    "PathForbidden",
    "PathOutside",
    "PathUnusable",
    "ProcessError",
    "ProcessPipeClosed",
    "ProcessStartFailed",
    "ProviderAuthFailed",
    "ProviderError",
    "ProviderOverloaded",
    "ProviderQuotaExhausted",
    "ProviderRateLimited",
    "ProviderRejected",
    "ProviderTimedOut",
    "ProviderUnreachable",
    "ReaperLost",
    "ReaperUnavailable",
    "SandboxUnavailable",
    "SessionBusy",
    "StoreConflict",
    "StoreError",
    "ToolFailed",
    "WireError",
    "WorkspaceError",
    "ZeroClawError",
]


@dataclass_transform(kw_only_default=True, eq_default=False)
class ZeroClawError(Exception):
    """Anything that goes wrong in a way somebody can act on.

    A subclass declares its facts as annotated fields, a stable `error_key` (for logs, wires and
    translations) and an English `template` over those fields. Facts are given by name; a
    `TypeError` says which are missing or unknown. Building an error has no effect.
    """

    # No attrs: there are so many errors that compiling methods for each would slow every start.

    error_key: ClassVar[str] = "error"
    template: ClassVar[str] = "Something failed."
    fact_types: ClassVar[Mapping[str, str]] = {}
    """The facts by name, inherited ones first, each with its annotation."""
    _defaults: ClassVar[Mapping[str, object]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {
            name: str(hint)
            for name, hint in vars(cls).get("__annotations__", {}).items()
            if "ClassVar" not in str(hint)
        }
        cls.fact_types = {**cls.fact_types, **own}
        cls._defaults = {**cls._defaults, **{n: vars(cls)[n] for n in own if n in vars(cls)}}

    def __init__(self, **facts: object) -> None:
        given = {**self._defaults, **facts}
        wrong = given.keys() ^ self.fact_types.keys()
        if wrong:
            names = ", ".join(sorted(wrong))
            raise TypeError(f"{type(self).__name__} has missing or unknown facts: {names}")
        vars(self).update(given)
        super().__init__(*self._fields().values())

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), **self._fields()), (), vars(self)

    @property
    def facts(self) -> dict[str, object]:
        """The fields by name: what a translation of this error may use."""
        return self._fields()

    def _fields(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.fact_types}

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self._fields().items())
        return f"{type(self).__qualname__}({facts})"

    def __str__(self) -> str:
        return self.template.format_map(self.facts)


class InvalidJson(ZeroClawError):
    """Text that should hold JSON does not, or holds JSON that we refuse (NaN, twice one key)."""

    error_key = "invalid_json"
    template = "Not acceptable JSON: {problem}."

    problem: str


class WireError(ZeroClawError):
    """A wire form names something we know and does not fit it; the sender is broken."""

    error_key = "wire_form"
    template = "The wire form of {what} does not fit: {problem}."

    what: str
    problem: str


class ProviderError(ZeroClawError):
    """A model request failed.

    `retryable` says whether another provider, or the same one later, may well answer:
    the kernel asks again, as long as it has not released a token.
    """

    error_key = "provider"
    template = "The model {model} at {provider} failed: {detail}."
    retryable: ClassVar[bool] = False

    provider: str
    model: str
    detail: str


class ProviderUnreachable(ProviderError):
    """No connection could be made: check the address, the network, the certificate."""

    error_key = "provider_unreachable"
    template = "Cannot reach {provider} for {model}: {detail}. Check its address and the network."
    retryable = True


class ProviderAuthFailed(ProviderError):
    """The provider refused the key: set a valid one; trying again is useless."""

    error_key = "provider_auth"
    template = "{provider} refused the key for {model}: {detail}. Check the key in your config."


class ProviderRateLimited(ProviderError):
    """The provider asks to wait. `retry_after` is in seconds, None when it did not say."""

    error_key = "provider_rate_limited"
    template = "{provider} limits requests to {model}: {detail}. Try again later."
    retryable = True

    retry_after: float | None = None


class ProviderOverloaded(ProviderError):
    """The provider itself failed; the same request may succeed later or elsewhere.

    `retry_after` is in seconds, None when it did not say.
    """

    error_key = "provider_overloaded"
    template = "{provider} could not serve {model}: {detail}. Try again later."
    retryable = True

    retry_after: float | None = None


class ProviderTimedOut(ProviderError):
    """Nothing arrived for longer than the idle limit."""

    error_key = "provider_timed_out"
    template = "{provider} went silent while answering with {model}: {detail}. Try again."
    retryable = True


class ProviderQuotaExhausted(ProviderError):
    """What was paid for is used up: later is no better, but another provider may well answer."""

    error_key = "provider_quota_exhausted"
    template = "The quota at {provider} for {model} is used up: {detail}. Add credit there."


class ProviderRejected(ProviderError):
    """The provider understood the request and refuses it; the same request will fail again."""

    error_key = "provider_rejected"
    template = "{provider} rejected the request to {model}: {detail}. Check the model's settings."


class ContextOverflow(ProviderError):
    """The request is larger than the model's window: the kernel trims whole turns, once."""

    error_key = "context_overflow"
    template = "The conversation is too long for {model} at {provider}: {detail}. Begin a new one."


class BadStream(ProviderError):
    """The answer broke the protocol, or stopped without saying that it ended."""

    error_key = "bad_stream"
    template = (
        "{provider} sent a broken answer from {model}: {detail}. Try again, or check its address."
    )
    retryable = True


class ToolFailed(ZeroClawError):
    """Raised by a tool that could not do its work. `problem` is read by the model."""

    error_key = "tool_failed"
    template = "{problem}"

    problem: str


class StoreError(ZeroClawError):
    """Durable state could not be read or written; what was not committed is not promised."""

    error_key = "store"
    template = "The store failed on session {session_id}: {problem}."

    session_id: str
    problem: str


class StoreConflict(StoreError):
    """The store refused a gap or a duplicate; two writers, or a bug in the one."""

    error_key = "store_conflict"
    template = "The store refused to write session {session_id}: {problem}."


class CommitUncertain(StoreError):
    """A commit may or may not have happened; only opening the session anew tells."""

    error_key = "commit_uncertain"
    template = "It is unknown whether session {session_id} was written: {problem}. Open it again."


class SessionBusy(StoreError):
    """Another owner holds the session: end it there first."""

    error_key = "session_busy"
    template = "Session {session_id} is in use: {problem}. Wait for it, or end it there."


class SandboxUnavailable(ZeroClawError):
    """A command cannot be confined as its plan demands, so it does not run."""

    error_key = "sandbox_unavailable"
    template = "The sandbox {sandbox} cannot confine this command: {problem}."

    sandbox: str
    problem: str


class ProcessError(ZeroClawError):
    """Something went wrong around a child process; its own failure is a result, not an error."""

    error_key = "process"
    template = "A child process could not be used."


class ProcessStartFailed(ProcessError):
    """A command could not be started. `errno` is the kernel's number, 0 when it is unknown."""

    error_key = "process_start_failed"
    template = "Cannot start {program} in {cwd}: {problem}."

    program: str
    cwd: str
    errno: int
    problem: str


class ProcessPipeClosed(ProcessError):
    """A command no longer reads its input: it closed it, or it ended."""

    error_key = "process_pipe_closed"
    template = "The process {pid} no longer reads its input."

    pid: int


class ReaperUnavailable(ProcessError):
    """This host cannot own a command's processes in this way, so no command starts."""

    error_key = "reaper_unavailable"
    template = "The reaper {reaper} does not work here: {problem}."

    reaper: str
    problem: str


class ReaperLost(ProcessError):
    """The process that owned a command's processes went away; the command's end is unknown."""

    error_key = "reaper_lost"
    template = "Lost the command {program}: {problem}."

    program: str
    problem: str


class WorkspaceError(ZeroClawError):
    """A path in the workspace cannot be used. `path` is as it was given."""

    error_key = "workspace"
    template = "{path} cannot be used."

    path: str


class PathForbidden(WorkspaceError):
    """A rule closes the path to what was tried. `rule` is for the operator, not for the model."""

    error_key = "path_forbidden"
    template = "{path} is protected, so it was left alone."

    rule: str


class PathOutside(WorkspaceError):
    """The path, or a link on its way, leads out of the workspace."""

    error_key = "path_outside"
    template = "{path} leads out of the workspace {root}."

    root: str


class PathUnusable(WorkspaceError):
    """The operating system says no, or the path names something else than a file or folder."""

    error_key = "path_unusable"
    template = "{path} cannot be used: {problem}."

    problem: str
