"""Output is passed on while a command runs, at a bounded pace."""

from __future__ import annotations

from itertools import pairwise

import trio
from trio.testing import MockClock

from zeroclaw_tools.output_progress import OutputProgress


async def test_output_is_reported_at_most_four_times_a_second(
    autojump_clock: MockClock,
) -> None:
    reports: list[tuple[float, str]] = []

    async def report(text: str) -> None:
        await trio.lowlevel.checkpoint()
        reports.append((trio.current_time(), text))

    progress = OutputProgress(report)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(progress.work)
            for number in range(100):
                progress.feed(f"{number}\n".encode())
                with trio.move_on_after(0.01):
                    await trio.sleep_forever()
            nursery.cancel_scope.cancel()
    times = [time for time, _ in reports]
    assert 4 <= len(reports) <= 6
    assert all(later - sooner >= 0.24 for sooner, later in pairwise(times))
    assert reports[0][1].startswith("0\n")


async def test_a_flood_is_reported_by_its_end_without_escapes() -> None:
    reports: list[str] = []
    reported = trio.Event()

    async def report(text: str) -> None:
        await trio.lowlevel.checkpoint()
        reports.append(text)
        reported.set()

    progress = OutputProgress(report)
    progress.feed(b"x" * 10_000_000)
    progress.feed(b"\x1b[2Jend\n")
    with trio.fail_after(5):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(progress.work)
            await reported.wait()
            nursery.cancel_scope.cancel()
    assert reports[0].endswith("xend\n")
    assert len(reports[0]) <= 4000
