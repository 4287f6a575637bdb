"""A way to show that a check can fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from zeroclaw_testing.kits.conformance import failure_of

__all__ = ["require_caught"]


async def require_caught(check: Callable[[], Awaitable[object]]) -> None:
    """Run a check on something deliberately broken; fail unless the check fails.

    Only an `AssertionError`, alone or in a group, counts: a crash or a skip shows nothing.
    """
    failure = await failure_of(check)
    is_caught = isinstance(failure, AssertionError)
    if isinstance(failure, ExceptionGroup):
        is_caught = failure.subgroup(AssertionError) is not None
    if not is_caught:
        raise AssertionError(f"the check let it pass, with {failure!r}") from failure
