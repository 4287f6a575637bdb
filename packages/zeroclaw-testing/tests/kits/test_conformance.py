"""A kit is bounded, finds its subject, skips what was not supplied."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import ClassVar
from unittest import SkipTest

import pytest
import trio

from zeroclaw_testing.kits.conformance import (
    Conformance,
    failure_of,
    failure_of_call,
    needs,
    optional,
)


class Kit(Conformance[str]):
    @optional
    def extra(self) -> int:
        raise NotImplementedError

    @needs("extra")
    async def test_extra_number_is_seven(self) -> None:
        await trio.lowlevel.checkpoint()
        assert self.extra() == 7


class Plain(Kit):
    def make(self) -> str:
        return "plain"


class Supplied(Plain):
    def extra(self) -> int:
        return 7


class Opened(Kit):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        yield "opened"


class Impatient(Conformance[str]):
    time_limit: ClassVar[float] = 0.05
    prompt_limit: ClassVar[float] = 0.05

    def make(self) -> str:
        return "x"


@pytest.mark.parametrize(("kit", "expected"), [(Plain(), "plain"), (Opened(), "opened")])
async def test_subject_comes_from_make_or_open(kit: Kit, expected: str) -> None:
    async with kit.subject() as subject:
        assert subject == expected


async def test_kit_without_a_subject_says_what_to_override() -> None:
    with pytest.raises(NotImplementedError, match=r"Kit must override make\(\) or open\(\)"):
        async with Kit().subject():
            pass


def test_check_without_what_it_needs_is_skipped_by_name() -> None:
    check: object = Plain().test_extra_number_is_seven
    assert callable(check)
    with pytest.raises(SkipTest, match="override extra"):
        check()


async def test_check_runs_once_what_it_needs_is_there() -> None:
    await Supplied().test_extra_number_is_seven()


async def test_check_over_its_time_limit_fails() -> None:
    with pytest.raises(AssertionError, match=r"not done within 0\.05 seconds"):
        async with Impatient().subject():
            await trio.sleep_forever()


async def test_check_of_promptness_fails_when_slow() -> None:
    async def wait() -> None:
        with Impatient().promptly("waiting"), trio.move_on_after(0.1):
            await trio.sleep_forever()

    with pytest.raises(AssertionError, match="waiting took"):
        await wait()


async def test_work_that_swallows_cancellation_is_noticed() -> None:
    begun = trio.Event()

    async def swallow() -> None:
        begun.set()
        with suppress(trio.Cancelled):
            await trio.sleep_forever()

    with pytest.raises(AssertionError, match="swallowed"):
        await Plain().cancel_promptly("the work", swallow, begun)


async def test_failure_is_handed_over_instead_of_raised() -> None:
    async def fail() -> None:
        raise KeyError("k")

    assert isinstance(await failure_of(fail), KeyError)
    assert isinstance(failure_of_call(lambda: [][0]), IndexError)
    assert failure_of_call(lambda: None) is None
