"""A control passes only when a check really failed."""

from __future__ import annotations

from unittest import SkipTest

import pytest
import trio

from zeroclaw_testing.kits.control import require_caught


async def fails() -> None:
    raise AssertionError("broken")


async def fails_in_a_task() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fails)


async def passes() -> None:
    await trio.lowlevel.checkpoint()


async def crashes() -> None:
    raise KeyError("k")


async def skips() -> None:
    raise SkipTest("not here")


@pytest.mark.parametrize("check", [fails, fails_in_a_task])
async def test_failed_check_satisfies_the_control(check: object) -> None:
    assert callable(check)
    await require_caught(check)


@pytest.mark.parametrize("check", [passes, crashes, skips])
async def test_anything_else_does_not_satisfy_it(check: object) -> None:
    assert callable(check)
    with pytest.raises(AssertionError, match="let it pass"):
        await require_caught(check)
