"""Judges what came of asking one model."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from zeroclaw.providers.entries import Entry
from zeroclaw.providers.fixing import fix_of, tools_fix
from zeroclaw.providers.outcome import Outcome, Status, ToolUse, Trouble
from zeroclaw.providers.questions import PING
from zeroclaw.providers.reply import Reply
from zeroclaw.words import error_text, say
from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    InvalidJson,
    ProviderAuthFailed,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderUnreachable,
    ZeroClawError,
)
from zeroclaw_api.json import parse_json_object
from zeroclaw_api.stream import FinishReason
from zeroclaw_api.usage import Money, Price, Usage
from zeroclaw_providers.errors import CredentialsMissing, LocalModelFailed, ProgramUnusable

__all__ = ["Course", "Silent", "judged", "unusable"]

MUST_COME_IN_PIECES: Final = 12
"""Characters; a shorter answer may well be one piece of a stream."""

_ENDS: Final = (
    FinishReason.STOP,
    FinishReason.LENGTH,
    FinishReason.TOOL_USE,
    FinishReason.PAUSE,
)


@frozen
class Silent:
    """The answer was not whole within so many seconds."""

    seconds: float


@frozen
class Course:
    """What came of each question; `called` is None where the second was not asked."""

    spoken: Reply | ZeroClawError | Silent
    called: Reply | ZeroClawError | Silent | None = None
    price: Price | None = None


def unusable(entry: Entry) -> Outcome:
    """The outcome of an entry that nobody can ask."""
    trouble = Trouble("disabled", entry.problem)
    return Outcome(entry.provider, None, Status.FAILED, trouble=trouble)


def judged(entry: Entry, model: str, course: Course) -> Outcome:
    """What it all means."""
    outcome = Outcome(entry.provider, model, Status.OK)
    if isinstance(course.spoken, Reply):
        usage, cost = _paid(course)
        outcome = evolve(_spoken(outcome, course.spoken), usage=usage, cost=cost)
        return _with_tools(entry, outcome, course.called)
    return _failed(entry, outcome, course.spoken)


def _spoken(outcome: Outcome, reply: Reply) -> Outcome:
    outcome = evolve(
        outcome,
        reachable=True,
        key_accepted=True,
        first_token=reply.first_token,
        duration=reply.duration,
        is_streaming=_is_streaming(reply),
    )
    reason = reply.finish.reason
    if reason not in _ENDS:
        text = say("providers_ended_badly", provider=outcome.provider, reason=reason.value)
        return _troubled(outcome, Status.FAILED, Trouble(f"finish_{reason.value}", text))
    # One that thinks may well have no tokens left for words.
    if reason is not FinishReason.LENGTH and not reply.text.strip():
        text = say("providers_said_nothing", provider=outcome.provider)
        return _troubled(outcome, Status.FAILED, Trouble("empty_answer", text))
    return outcome


def _is_streaming(reply: Reply) -> bool | None:
    if reply.deltas > 1:
        return True
    return False if len(reply.text) >= MUST_COME_IN_PIECES else None


def _paid(course: Course) -> tuple[Usage, Money | None]:
    """What both questions used, with what that cost."""
    replies = [each for each in (course.spoken, course.called) if isinstance(each, Reply)]
    usage = sum((reply.usage for reply in replies), Usage())
    costs = [None if course.price is None else course.price.cost(each.usage) for each in replies]
    known = [cost for cost in costs if cost is not None]
    return usage, Money(sum(known)) if len(known) == len(costs) else None


def _with_tools(
    entry: Entry, outcome: Outcome, called: Reply | ZeroClawError | Silent | None
) -> Outcome:
    match called:
        case None:
            return evolve(outcome, tools=ToolUse.OFF)
        case Reply():
            return _called(entry, outcome, called)
        case ProviderRejected():
            trouble = Trouble(called.error_key, error_text(called), tools_fix(entry))
            outcome = evolve(outcome, tools=ToolUse.REFUSED)
            return _troubled(outcome, Status.FAILED, trouble)
        case _:
            return _failed(entry, outcome, called)


def _called(entry: Entry, outcome: Outcome, reply: Reply) -> Outcome:
    if not reply.calls:
        if reply.finish.reason is FinishReason.LENGTH:
            return outcome
        key, use = "providers_answered_in_words", ToolUse.WORDS
    elif all(_is_whole(name, args) for name, args in reply.calls):
        return evolve(outcome, tools=ToolUse.CALLED)
    else:
        key, use = "providers_called_garbled", ToolUse.GARBLED
    trouble = Trouble(f"tools_{use.value}", say(key, provider=entry.provider), tools_fix(entry))
    return _troubled(evolve(outcome, tools=use), Status.WARNING, trouble)


def _is_whole(name: str, args: str) -> bool:
    try:
        parse_json_object(args or "{}")
    except InvalidJson:
        return False
    return name == PING.name


def _failed(entry: Entry, outcome: Outcome, failure: ZeroClawError | Silent) -> Outcome:
    if isinstance(failure, Silent):
        told = {"provider": entry.provider, "seconds": f"{failure.seconds:g}"}
        text, fix = say("providers_silent", **told), say("providers_silent_fix")
        return _troubled(outcome, Status.FAILED, Trouble("provider_timed_out", text, fix))
    reachable, accepted = _signs(failure)
    if outcome.reachable is None:
        outcome = evolve(outcome, reachable=reachable, key_accepted=accepted)
    trouble = Trouble(failure.error_key, error_text(failure), fix_of(entry, failure))
    return _troubled(outcome, Status.FAILED, trouble)


def _signs(failure: ZeroClawError) -> tuple[bool | None, bool | None]:
    """Whether somebody is there, whether the key is good, as far as a failure tells."""
    match failure:
        case CredentialsMissing():
            return None, False
        case ProviderAuthFailed():
            return True, False
        case ProviderQuotaExhausted() | ContextOverflow():
            return True, True
        case ProviderRateLimited() | ProviderOverloaded() | ProviderRejected() | BadStream():
            return True, None
        case ProviderUnreachable() | LocalModelFailed() | ProgramUnusable():
            return False, None
        case _:
            return None, None


def _troubled(outcome: Outcome, status: Status, trouble: Trouble) -> Outcome:
    """The first trouble is the one that is told."""
    if outcome.trouble is not None:
        return outcome
    return evolve(outcome, status=status, trouble=trouble)
