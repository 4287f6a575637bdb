"""Idle means that nothing can go on."""

from __future__ import annotations

import trio

from zeroclaw.wiring.idle import wait_until_idle

SECONDS = 5


async def test_idle_comes_after_all_that_can_go_on() -> None:
    rounds = 0

    async def work() -> None:
        nonlocal rounds
        for _ in range(100):
            await trio.lowlevel.checkpoint()
            rounds += 1

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(work)
            await wait_until_idle()
    assert rounds == 100


async def test_waiting_for_idle_can_be_cancelled() -> None:
    with trio.fail_after(SECONDS), trio.CancelScope() as scope:
        scope.cancel()
        await wait_until_idle()
    assert scope.cancelled_caught
