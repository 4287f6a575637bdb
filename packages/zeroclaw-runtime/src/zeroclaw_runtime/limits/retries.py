"""Says when a model that failed is asked again, as a plain calculation."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from zeroclaw_api.errors import (
    ProviderError,
    ProviderOverloaded,
    ProviderRateLimited,
    ProviderTimedOut,
)

__all__ = ["Retries", "rest_after"]

LEAST_WAIT: Final = 0.05
LIMITED_REST: Final = 10.0
LONGEST_REST: Final = 60.0


@frozen
class Retries:
    """How often one model is asked, after which waits in seconds, before the next model is."""

    attempts: int = 1
    first_wait: float = 0.5
    longest_wait: float = 10.0
    longest_asked_wait: float = 30.0
    """A provider that asks for more is not waited for."""

    def wait(self, error: ProviderError, attempt: int, chance: float) -> float | None:
        """Seconds until the next attempt, or None when there is none.

        `attempt` counts from 1; `chance`, from 0 to 1, spreads those who failed together. Who
        was silent for the whole of a long limit is not waited for again.
        """
        if attempt >= self.attempts or not error.retryable or isinstance(error, ProviderTimedOut):
            return None
        asked = _asked_wait(error)
        if asked is None:
            longest = min(self.first_wait * 2.0 ** (attempt - 1), self.longest_wait)
            return max(LEAST_WAIT, longest * chance)
        return None if asked > self.longest_asked_wait else asked + self.first_wait * chance


def rest_after(error: ProviderError) -> float:
    """For how many seconds other models go first, after a model has failed for good."""
    asked = _asked_wait(error)
    if asked is not None:
        return min(asked, LONGEST_REST)
    return LIMITED_REST if error.retryable else LONGEST_REST


def _asked_wait(error: ProviderError) -> float | None:
    if isinstance(error, ProviderRateLimited | ProviderOverloaded):
        return error.retry_after
    return None
