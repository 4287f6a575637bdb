"""Signals cancel the turn first, then everything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from zeroclaw.interrupts import CANCELLED, SIGNALS, listen_to_signals

SECONDS = 5

THIRD_SIGNAL = """
import os, signal, trio
from zeroclaw.interrupts import listen_to_signals

async def stay():
    async with listen_to_signals():
        with trio.CancelScope(shield=True):
            for _ in range(3):
                os.kill(os.getpid(), signal.SIGINT)
                await trio.testing.wait_all_tasks_blocked()
            await trio.Event().wait()

import trio.testing
trio.run(stay)
"""

STAYS_AFTER_A_SIGNAL = """
import os, signal, trio
from zeroclaw.interrupts import listen_to_signals

async def stay():
    async with listen_to_signals(leave_within=0.1):
        os.kill(os.getpid(), signal.SIGINT)
        await trio.sleep_forever()
    await trio.to_thread.run_sync(input)

trio.run(stay)
"""


@pytest.mark.parametrize("number", SIGNALS)
async def test_signal_without_a_turn_ends_the_block_quietly(number: signal.Signals) -> None:
    with trio.fail_after(SECONDS):
        async with listen_to_signals() as interrupts:
            assert not interrupts.happened
            os.kill(os.getpid(), number)
            await trio.Event().wait()
    assert interrupts.happened


async def test_first_signal_cancels_the_turn_alone() -> None:
    turn_cancelled = trio.Event()

    def cancel_turn() -> bool:
        turn_cancelled.set()
        return True

    with trio.fail_after(SECONDS):
        async with listen_to_signals() as interrupts:
            interrupts.lead_to(cancel_turn)
            os.kill(os.getpid(), signal.SIGINT)
            await turn_cancelled.wait()
            await wait_all_tasks_blocked()


async def test_second_signal_ends_the_block() -> None:
    with trio.fail_after(SECONDS):
        async with listen_to_signals() as interrupts:
            interrupts.lead_to(lambda: True)
            os.kill(os.getpid(), signal.SIGINT)
            await wait_all_tasks_blocked()
            os.kill(os.getpid(), signal.SIGINT)
            await trio.Event().wait()
    assert interrupts.happened


async def test_turn_with_nothing_to_cancel_ends_the_block() -> None:
    with trio.fail_after(SECONDS):
        async with listen_to_signals() as interrupts:
            interrupts.lead_to(lambda: False)
            os.kill(os.getpid(), signal.SIGINT)
            await trio.Event().wait()


def test_third_signal_quits_whatever_hangs() -> None:
    done = subprocess.run([sys.executable, "-c", THIRD_SIGNAL], timeout=20, check=False)
    assert done.returncode == CANCELLED


def test_process_ends_in_time_after_a_signal_wherever_it_waits() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STAYS_AFTER_A_SIGNAL], stdin=subprocess.PIPE
    ) as it:
        assert it.wait(timeout=20) == CANCELLED


async def test_a_signal_that_was_forgiven_does_not_count() -> None:
    heard: list[bool] = []

    def cancel_turn() -> bool:
        heard.append(True)
        return True

    with trio.fail_after(SECONDS):
        async with listen_to_signals() as interrupts:
            interrupts.lead_to(cancel_turn)
            for _ in range(5):
                interrupts.signalled()
                assert interrupts.happened
                interrupts.forgive()
                assert not interrupts.happened
            await wait_all_tasks_blocked()
            assert len(heard) == 5
            interrupts.signalled()
            interrupts.signalled()
            await trio.Event().wait()
    assert len(heard) == 6
