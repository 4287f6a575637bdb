"""The deadline of a turn stands still while a question is open."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from zeroclaw_runtime.limits.deadline import Deadline


async def test_work_is_cut_off_after_its_seconds(autojump_clock: MockClock) -> None:
    deadline = Deadline(10.0, 100.0)
    with deadline.scope:
        deadline.start()
        await trio.sleep_forever()
    assert trio.current_time() == 10.0
    assert deadline.scope.cancelled_caught


async def test_the_clock_of_work_stops_while_a_question_is_open(mock_clock: MockClock) -> None:
    deadline = Deadline(10.0, 100.0)
    with deadline.scope:
        deadline.start()
        mock_clock.jump(4.0)
        with deadline.stopped():
            mock_clock.jump(50.0)
            await trio.lowlevel.checkpoint()
        assert deadline.scope.deadline == trio.current_time() + 6.0
        assert deadline.question_seconds_left == 50.0
        mock_clock.jump(6.0)
        await trio.sleep_forever()
    assert deadline.scope.cancelled_caught


async def test_questions_that_overlap_count_once_and_stop_until_the_last_closes(
    mock_clock: MockClock,
) -> None:
    deadline = Deadline(10.0, 100.0)
    with deadline.scope:
        deadline.start()
        mock_clock.jump(1.0)
        first, second = deadline.stopped(), deadline.stopped()
        with first:
            mock_clock.jump(10.0)
            second.__enter__()
            mock_clock.jump(10.0)
        mock_clock.jump(10.0)
        await trio.lowlevel.checkpoint()
        second.__exit__(None, None, None)
        assert deadline.scope.deadline == trio.current_time() + 9.0
        assert deadline.question_seconds_left == 70.0


async def test_time_for_questions_never_falls_below_zero(mock_clock: MockClock) -> None:
    deadline = Deadline(10.0, 5.0)
    with deadline.scope:
        deadline.start()
        with deadline.stopped():
            mock_clock.jump(7.0)
        assert deadline.question_seconds_left == 0.0
        await trio.lowlevel.checkpoint()
