"""No code counts twice; guessing ends in a lockout that holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_runtime.security.otp.guard import (
    FIRST_LOCKOUT,
    LONGEST_LOCKOUT,
    MOST_FAILURES,
    CodeAccepted,
    CodeRefused,
    OtpState,
    Refusal,
    check_code,
)
from zeroclaw_runtime.security.otp.totp import code_at, step_at

SECRET = b"12345678901234567890"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WRONG = "no code"


def right(now: datetime, off: int = 0) -> str:
    return code_at(SECRET, step_at(now) + off)


def reason(state: OtpState, code: str, now: datetime) -> Refusal | None:
    verdict = check_code(SECRET, state, code, now)
    return verdict.reason if isinstance(verdict, CodeRefused) else None


def locked_out(state: OtpState = OtpState(), now: datetime = NOW) -> OtpState:
    for _ in range(MOST_FAILURES):
        state = check_code(SECRET, state, WRONG, now).state
    return state


TRIES = st.lists(
    st.tuples(
        # Seconds since the try before; the clock may go back.
        st.sampled_from([-100, -30, 0, 1, 10, 30, 31, 60, 299, 300, 301, 700]),
        st.sampled_from([WRONG, "000000", *range(-4, 5)]),
    ),
    max_size=40,
)


@given(TRIES)
@settings(max_examples=200)
def test_no_step_counts_twice_and_no_lockout_lets_a_code_through(
    tries: list[tuple[int, str | int]],
) -> None:
    state, now = OtpState(), NOW
    accepted: list[int] = []
    failures = 0
    for seconds, code in tries:
        now += timedelta(seconds=seconds)
        text = right(now, code) if isinstance(code, int) else code
        was_locked = state.locked_until is not None and now < state.locked_until
        before, verdict = state, check_code(SECRET, state, text, now)
        state = verdict.state
        if was_locked:
            assert verdict == CodeRefused(before, Refusal.LOCKED)
        elif isinstance(verdict, CodeAccepted):
            accepted.append(state.last_step)
            assert abs(state.last_step - step_at(now)) <= 1
            assert code_at(SECRET, state.last_step) == text
            failures = 0
        else:
            failures += 1
            is_locked = state.locked_until is not None
            assert is_locked is (failures % MOST_FAILURES == 0)
    assert accepted == sorted(set(accepted))


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_code_that_counted_never_counts_again(off: int) -> None:
    code = right(NOW, off)
    state = check_code(SECRET, OtpState(), code, NOW).state
    for seconds in (0, 1, 29, 30, 59, -30):
        assert reason(state, code, NOW + timedelta(seconds=seconds)) in {
            Refusal.REPLAYED,
            Refusal.WRONG,
        }
    assert reason(state, code, NOW) is Refusal.REPLAYED


def test_earlier_code_does_not_count_after_a_later_one() -> None:
    state = check_code(SECRET, OtpState(), right(NOW, 1), NOW).state
    assert reason(state, right(NOW), NOW) is Refusal.REPLAYED
    assert reason(state, right(NOW, -1), NOW) is Refusal.REPLAYED


def test_control_a_code_counts_again_where_its_step_is_forgotten() -> None:
    state = check_code(SECRET, OtpState(), right(NOW), NOW).state
    assert reason(evolve(state, last_step=-1), right(NOW), NOW) is None


def test_third_wrong_code_locks_right_ones_out() -> None:
    state = locked_out()
    assert state.locked_until == NOW + FIRST_LOCKOUT
    for seconds in (0, 1, 299):
        now = NOW + timedelta(seconds=seconds)
        assert reason(state, right(now), now) is Refusal.LOCKED
    after = NOW + FIRST_LOCKOUT
    assert reason(state, right(after), after) is None


def test_control_the_right_code_counts_where_no_lockout_is() -> None:
    state = evolve(locked_out(), locked_until=None)
    assert reason(state, right(NOW), NOW) is None


def test_tries_during_a_lockout_do_not_lengthen_it() -> None:
    state = locked_out()
    assert check_code(SECRET, state, WRONG, NOW + timedelta(seconds=299)).state == state


def test_lockouts_double_up_to_a_day() -> None:
    state, now, lengths = OtpState(), NOW, []
    for _ in range(12):
        state = locked_out(state, now)
        assert state.locked_until is not None
        lengths.append(state.locked_until - now)
        now = state.locked_until
    assert lengths[:3] == [FIRST_LOCKOUT, FIRST_LOCKOUT * 2, FIRST_LOCKOUT * 4]
    assert lengths[-1] == LONGEST_LOCKOUT
    assert lengths == sorted(lengths)


def test_right_code_forgives_what_was_wrong_before() -> None:
    state = locked_out()
    after = NOW + FIRST_LOCKOUT
    verdict = check_code(SECRET, state, right(after), after)
    assert verdict == CodeAccepted(OtpState(last_step=step_at(after)))


def test_replays_count_as_failures_too() -> None:
    code = right(NOW)
    state = check_code(SECRET, OtpState(), code, NOW).state
    for _ in range(MOST_FAILURES):
        state = check_code(SECRET, state, code, NOW).state
    assert reason(state, right(NOW, 1), NOW) is Refusal.LOCKED
