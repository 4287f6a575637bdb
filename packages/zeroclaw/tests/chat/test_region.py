"""On a real terminal the region stays below the lines, nothing lost, nothing twice."""

from __future__ import annotations

import os
import termios
from collections.abc import Awaitable, Callable, Iterator, Sequence

import pyte
import pytest
import trio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zeroclaw.chat.region import MOST_RECENT_LINES, Region
from zeroclaw.terminal.errors import OutputClosed
from zeroclaw.terminal.output import Output

_SEEN_ALL = b"\x05"


class Screen:
    """Both ends of a terminal: what is written to one is judged at the other."""

    def __init__(self, columns: int, rows: int) -> None:
        self.master, self.slave = os.openpty()
        termios.tcsetwinsize(self.slave, (rows, columns))
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self.stream = pyte.ByteStream(self.screen)
        self.output = Output(self.slave)
        self.region = Region(self.output)
        self.sent = b""

    def close(self) -> None:
        with self.output:
            os.close(self.master)
        os.close(self.slave)

    async def seen(self, call: Callable[[], Awaitable[None]]) -> None:
        with trio.fail_after(5):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._read)
                await call()
                await self.output.write(_SEEN_ALL.decode())

    async def paint(
        self, settled: Sequence[str], live: Sequence[str], cursor: tuple[int, int] = (0, 0)
    ) -> None:
        await self.seen(lambda: self.region.paint(settled, live, cursor))

    async def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        termios.tcsetwinsize(self.slave, (rows, columns))
        await self.seen(self.region.resized)

    async def _read(self) -> None:
        self.sent = b""
        while not self.sent.endswith(_SEEN_ALL):
            await trio.lowlevel.wait_readable(self.master)
            self.sent += os.read(self.master, 65_536)
        self.sent = self.sent.removesuffix(_SEEN_ALL)
        self.stream.feed(self.sent)

    @property
    def shown(self) -> list[str]:
        lines = [self._text(self.screen.buffer[y]) for y in range(self.screen.lines)]
        while lines and not lines[-1]:
            del lines[-1]
        return lines

    @property
    def everything(self) -> list[str]:
        return [self._text(line) for line in self.screen.history.top] + self.shown

    @property
    def cursor(self) -> tuple[int, int]:
        return self.screen.cursor.y, self.screen.cursor.x

    def _text(self, line: dict[int, pyte.screens.Char]) -> str:
        return "".join(line[x].data for x in range(self.screen.columns)).rstrip()


@pytest.fixture
def terminal() -> Iterator[Screen]:
    screen = Screen(20, 6)
    yield screen
    screen.close()


async def test_lines_settle_in_order_above_what_is_live(terminal: Screen) -> None:
    for number in range(30):
        await terminal.paint([f"line {number}"], [f"open {number}", "> draft"], (1, 2))
    assert terminal.everything == [*(f"line {n}" for n in range(30)), "open 29", "> draft"]
    assert terminal.cursor == (5, 2)


async def test_nothing_is_written_when_nothing_changed(terminal: Screen) -> None:
    await terminal.paint(["a"], ["> x"], (0, 3))
    await terminal.paint([], ["> x"], (0, 3))
    assert terminal.sent == b""


async def test_many_lines_at_once_all_reach_the_scrollback(terminal: Screen) -> None:
    lines = [f"line {number}" for number in range(2_000)]
    await terminal.paint(lines, [">"])
    assert terminal.everything == [*lines, ">"]


@pytest.mark.parametrize("size", [(10, 6), (40, 6), (20, 3), (20, 12), (7, 2), (60, 30)])
async def test_a_resized_screen_shows_the_last_lines_at_its_size(
    terminal: Screen, size: tuple[int, int]
) -> None:
    lines = [f"{number} " + "x" * (number % 20) for number in range(40)]
    lines = [line[:20] for line in lines]
    await terminal.paint(lines, ["open", "> d"], (1, 3))
    columns, rows = size
    await terminal.resize(columns, rows)
    pieces = [
        line[start : start + columns].rstrip()
        for line in lines
        for start in range(0, len(line), columns)
    ]
    assert terminal.shown == [*pieces, "open", "> d"][-rows:]
    assert terminal.cursor == (rows - 1, 3)
    await terminal.paint(["after"], ["> d"], (0, 3))
    assert terminal.shown[-2:] == ["after", "> d"]


async def test_a_painting_at_another_size_draws_the_screen_again(terminal: Screen) -> None:
    lines = [f"line {number}" for number in range(10)]
    await terminal.paint(lines, ["> d"])
    terminal.screen.resize(4, 10)
    termios.tcsetwinsize(terminal.slave, (4, 10))
    await terminal.paint(["new 1", "new 2"], ["> d"])
    assert terminal.shown == ["line 9", "new 1", "new 2", "> d"]


async def test_lines_that_settle_at_another_size_are_not_lost(terminal: Screen) -> None:
    await terminal.paint(["first"], [">"])
    terminal.screen.resize(3, 10)
    termios.tcsetwinsize(terminal.slave, (3, 10))
    await terminal.paint([f"new {number}" for number in range(9)], [">"])
    assert terminal.everything[-10:] == [*(f"new {number}" for number in range(9)), ">"]


async def test_a_cleared_screen_shows_only_what_is_live(terminal: Screen) -> None:
    await terminal.paint(["secret", "line"], ["> d"], (0, 3))
    await terminal.seen(terminal.region.clear_screen)
    assert terminal.shown == ["> d"]
    assert terminal.cursor == (0, 3)
    await terminal.resize(30, 10)
    assert terminal.shown == ["> d"]


async def test_what_was_on_the_terminal_before_stays(terminal: Screen) -> None:
    await terminal.seen(lambda: terminal.output.write("$ zeroclaw agent\r\n"))
    await terminal.paint(["line"], ["> d"])
    assert terminal.shown == ["$ zeroclaw agent", "line", "> d"]


async def test_leaving_frees_the_line_with_the_cursor_visible(terminal: Screen) -> None:
    await terminal.paint(["line"], ["open", "status", "> d"], (2, 3))
    await terminal.seen(terminal.region.leave)
    assert terminal.shown == ["line"]
    assert terminal.cursor == (1, 0)
    assert pyte.modes.DECTCEM in terminal.screen.mode
    assert pyte.modes.DECAWM in terminal.screen.mode


async def test_leaving_twice_writes_nothing_more(terminal: Screen) -> None:
    await terminal.paint([], ["> d"])
    await terminal.seen(terminal.region.leave)
    await terminal.seen(terminal.region.leave)
    assert terminal.sent == b""


async def test_a_region_that_was_left_ignores_sizes_until_it_is_painted(terminal: Screen) -> None:
    await terminal.paint(["line"], ["> d"])
    await terminal.seen(terminal.region.leave)
    await terminal.seen(lambda: terminal.output.write("other program\r\n"))
    await terminal.resize(30, 10)
    assert terminal.sent == b""
    await terminal.paint(["more"], ["> d"])
    assert terminal.shown == ["line", "other program", "more", "> d"]


async def test_a_painting_that_was_cut_off_is_made_good_by_the_next(terminal: Screen) -> None:
    await terminal.paint(["first"], ["> d"])
    lines = [f"line {number}" for number in range(5_000)]
    with trio.move_on_after(0.05) as stalled, trio.fail_after(5):
        # Nobody reads: the terminal takes a beginning.
        await terminal.region.paint(lines, ["> d"], (0, 3))
    assert stalled.cancelled_caught
    await terminal.paint(["last"], ["> e"], (0, 3))
    assert terminal.shown == [*lines[-4:], "last", "> e"]
    assert set(lines) <= set(terminal.everything)
    assert terminal.cursor == (5, 3)


async def test_only_the_recent_lines_are_remembered(terminal: Screen) -> None:
    await terminal.paint([str(number) for number in range(MOST_RECENT_LINES + 50)], [">"])
    await terminal.resize(20, MOST_RECENT_LINES + 40)
    assert terminal.shown == [*map(str, range(50, MOST_RECENT_LINES + 50)), ">"]


async def test_without_a_terminal_the_usual_size_is_taken() -> None:
    reader, writer = os.pipe()
    region = Region(Output(writer))
    assert (region.columns, region.rows) == (80, 24)
    os.close(reader)
    with trio.fail_after(5), pytest.raises(OutputClosed):
        await region.paint(["line"], [">"], (0, 1))
    os.close(writer)


def test_a_terminal_tells_its_size_at_any_time(terminal: Screen) -> None:
    assert (terminal.region.columns, terminal.region.rows) == (20, 6)
    termios.tcsetwinsize(terminal.slave, (9, 33))
    assert (terminal.region.columns, terminal.region.rows) == (33, 9)


texts = st.text(alphabet="ab日 ", max_size=8)
sizes = st.tuples(st.integers(4, 12), st.integers(1, 6))
steps = st.lists(
    st.tuples(st.lists(texts, max_size=4), st.lists(texts, max_size=4), st.none() | sizes),
    max_size=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps)
def test_after_any_paintings_and_sizes_the_end_of_the_screen_is_right(
    plan: list[tuple[list[str], list[str], tuple[int, int] | None]],
) -> None:
    trio.run(_follow, plan)


async def _follow(plan: list[tuple[list[str], list[str], tuple[int, int] | None]]) -> None:
    terminal = Screen(10, 4)
    try:
        for settled, live, size in plan:
            if size is not None:
                await terminal.resize(*size)
            await terminal.paint([f"{text}." for text in settled], [*live, "> d"], (len(live), 3))
            wanted = [*(f"{text}." for text in settled), *live, "> d"]
            if all(len(line) * 2 <= terminal.region.columns for line in wanted):
                wanted = [line.rstrip() for line in wanted][-terminal.region.rows :]
                assert terminal.shown[-len(wanted) :] == wanted
            assert terminal.shown[-1].startswith("> d")
            assert terminal.cursor == (len(terminal.shown) - 1, 3)
    finally:
        terminal.close()
