"""When a model that failed is asked again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
)
from zeroclaw_runtime.limits.retries import LEAST_WAIT, LONGEST_REST, Retries, rest_after

THREE = Retries(attempts=3)


def failed(kind: type[ProviderError], **facts: object) -> ProviderError:
    return kind(provider="p.x", model="m", detail="test", **facts)


@pytest.mark.parametrize(
    "kind", [ProviderUnreachable, ProviderRateLimited, ProviderOverloaded, BadStream]
)
def test_what_may_pass_is_asked_again_until_the_attempts_are_used(
    kind: type[ProviderError],
) -> None:
    waits = [THREE.wait(failed(kind), attempt, 1.0) for attempt in (1, 2, 3)]
    assert waits == [0.5, 1.0, None]
    assert Retries().wait(failed(kind), 1, 1.0) is None


@pytest.mark.parametrize(
    "kind",
    [
        ContextOverflow,
        ProviderAuthFailed,
        ProviderQuotaExhausted,
        ProviderRejected,
        ProviderTimedOut,
    ],
)
def test_what_would_come_again_or_took_its_time_is_not_asked_again(
    kind: type[ProviderError],
) -> None:
    assert THREE.wait(failed(kind), 1, 1.0) is None


@given(st.integers(1, 400), st.floats(0, 1))
def test_waits_grow_to_their_limit_and_are_spread_below_it(attempt: int, chance: float) -> None:
    many = Retries(attempts=1000)
    wait = many.wait(failed(ProviderOverloaded), attempt, chance)
    longest = many.wait(failed(ProviderOverloaded), attempt, 1.0)
    assert wait is not None
    assert longest is not None
    assert LEAST_WAIT <= wait <= longest <= many.longest_wait


@pytest.mark.parametrize("kind", [ProviderRateLimited, ProviderOverloaded])
def test_a_wait_that_is_asked_for_is_kept_or_not_begun(kind: type[ProviderError]) -> None:
    wait = THREE.wait(failed(kind, retry_after=7.0), 1, 0.5)
    assert wait is not None
    assert 7.0 <= wait <= 7.5
    assert THREE.wait(failed(kind, retry_after=31.0), 1, 0.5) is None


def test_a_rest_is_as_long_as_asked_for_within_bounds() -> None:
    assert rest_after(failed(ProviderRateLimited, retry_after=12.0)) == 12
    assert rest_after(failed(ProviderRateLimited, retry_after=9e9)) == LONGEST_REST
    assert 0 < rest_after(failed(ProviderRateLimited)) < LONGEST_REST
    assert rest_after(failed(ProviderQuotaExhausted)) == LONGEST_REST
