"""What all kits have in common: a subject, a time limit, checks that need more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import ClassVar, Final, Generic, TypeVar
from unittest import SkipTest

import trio

__all__ = ["Conformance", "failure_of", "failure_of_call", "needs", "optional"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])

_IS_DEFAULT: Final = "_is_default"
_NEEDS: Final = "_needs"
_CHECK: Final = "_check"


def optional(hook: F) -> F:
    """Mark a method of a kit that need not be overridden; checks that need it are then skipped."""
    setattr(hook, _IS_DEFAULT, True)
    return hook


def needs(*hooks: str) -> Callable[[F], F]:
    """Mark a check that is skipped while any of these methods is not overridden."""

    def mark(check: F) -> F:
        setattr(check, _NEEDS, hooks)
        return check

    return mark


async def failure_of(work: Callable[[], Awaitable[object]]) -> Exception | None:
    """What the work raises, for a check to judge; None when it succeeds."""
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - whatever it is, the check has to see it
        return error
    return None


def failure_of_call(work: Callable[[], object]) -> Exception | None:
    """What the plain function raises, for a check to judge; None when it succeeds."""
    try:
        work()
    except Exception as error:  # noqa: BLE001 - whatever it is, the check has to see it
        return error
    return None


class Conformance(Generic[T]):
    """A kit: derive from it, override `make` or `open`.

    `time_limit` bounds each check, `prompt_limit` what must happen at once; both in seconds.
    """

    time_limit: ClassVar[float] = 10.0
    prompt_limit: ClassVar[float] = 0.5

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        for name in dir(cls):
            check: object = getattr(cls, name)
            hooks: tuple[str, ...] = getattr(check, _NEEDS, ())
            missing = [hook for hook in hooks if _is_missing(getattr(cls, hook))]
            if missing:
                setattr(cls, name, _skipped(check, missing[0], hooks))
            elif hooks:
                setattr(cls, name, getattr(check, _CHECK, check))

    def make(self) -> T:
        """A fresh subject that needs no closing."""
        raise NotImplementedError(f"{type(self).__name__} must override make() or open()")

    def open(self) -> AbstractAsyncContextManager[T]:
        """A fresh subject, for as long as the block lasts."""
        return self._made()

    @asynccontextmanager
    async def subject(self) -> AsyncIterator[T]:
        """A fresh subject, within the time limit."""
        with self.bounded():
            async with self.open() as subject:
                yield subject

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Fail the check when the block exceeds the time limit."""
        with trio.move_on_after(self.time_limit) as scope:
            yield
        assert not scope.cancelled_caught, f"not done within {self.time_limit} seconds"

    @contextmanager
    def promptly(self, what: str) -> Iterator[None]:
        """Fail the check when the block takes longer than what people feel as at once."""
        started = trio.current_time()
        yield
        took = trio.current_time() - started
        assert took <= self.prompt_limit, f"{what} took {took:.2f} s, not {self.prompt_limit} s"

    async def cancel_promptly(
        self, what: str, work: Callable[[], Awaitable[object]], begun: trio.Event
    ) -> None:
        """Start the work, cancel it once it has begun: it must end at once, as cancelled."""
        scope, ended = trio.CancelScope(), trio.Event()

        async def run() -> None:
            with scope:
                await work()
            ended.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await begun.wait()
            with self.promptly(f"cancelling {what}"):
                scope.cancel()
                await ended.wait()
        assert scope.cancelled_caught, f"{what} swallowed the cancellation"

    @asynccontextmanager
    async def _made(self) -> AsyncIterator[T]:
        yield self.make()


def _is_missing(hook: object) -> bool:
    return hook is None or getattr(hook, _IS_DEFAULT, False)


def _skipped(check: object, hook: str, hooks: tuple[str, ...]) -> Callable[[object], None]:
    """What stands for a check until the hook is there: not async, so that a skip is seen as one."""

    def skipped(_kit: object) -> None:
        raise SkipTest(f"override {hook} to check this")

    setattr(skipped, _NEEDS, hooks)
    setattr(skipped, _CHECK, getattr(check, _CHECK, check))
    return skipped
