"""Decides whether a one-time code counts: each only once, few guesses."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeAlias

from attrs import evolve, frozen

from zeroclaw_runtime.security.otp.totp import matching_step

__all__ = ["CodeAccepted", "CodeRefused", "CodeVerdict", "OtpState", "Refusal", "check_code"]

MOST_FAILURES: Final = 3
FIRST_LOCKOUT: Final = timedelta(seconds=300)
LONGEST_LOCKOUT: Final = timedelta(days=1)
MOST_DOUBLINGS: Final = 9
"""Of the first lockout; more would exceed the longest."""


@frozen
class OtpState:
    """What must be remembered of the codes of one secret, by all processes together.

    `last_step` is that of the last code that counted. `failures` are those since then or since
    the last lockout, `lockouts` those since then.
    """

    last_step: int = -1
    failures: int = 0
    lockouts: int = 0
    locked_until: datetime | None = None


class Refusal(StrEnum):
    """Why a code did not count."""

    WRONG = "wrong"
    REPLAYED = "replayed"
    LOCKED = "locked"


@frozen
class CodeAccepted:
    """The code counts, once `state` is kept."""

    state: OtpState


@frozen
class CodeRefused:
    """The code does not count; `state` is to be kept as well."""

    state: OtpState
    reason: Refusal


CodeVerdict: TypeAlias = CodeAccepted | CodeRefused


def check_code(secret: bytes, state: OtpState, code: str, now: datetime) -> CodeVerdict:
    """Judge a code. While locked no code is looked at, so a try tells nothing then."""
    if state.locked_until is not None and now < state.locked_until:
        return CodeRefused(state, Refusal.LOCKED)
    step = matching_step(secret, code, now)
    if step is not None and step > state.last_step:
        return CodeAccepted(OtpState(last_step=step))
    reason = Refusal.WRONG if step is None else Refusal.REPLAYED
    return CodeRefused(_after_failure(state, now), reason)


def _after_failure(state: OtpState, now: datetime) -> OtpState:
    failures = state.failures + 1
    if failures < MOST_FAILURES:
        return evolve(state, failures=failures, locked_until=None)
    doubled = FIRST_LOCKOUT * 2 ** min(state.lockouts, MOST_DOUBLINGS)
    until = now + min(doubled, LONGEST_LOCKOUT)
    return evolve(state, failures=0, lockouts=state.lockouts + 1, locked_until=until)
