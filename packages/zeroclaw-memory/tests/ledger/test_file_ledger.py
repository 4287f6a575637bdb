"""Sessions append side by side, without holding up the loop, to a chain that stays whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio
import trio.testing
from ledger_files import calls, draft, fill, require_whole

from zeroclaw_api.ledger import Ledger
from zeroclaw_memory.errors import LedgerUnusable
from zeroclaw_memory.ledger.chain_file import ChainFile
from zeroclaw_memory.ledger.file_ledger import TOGETHER, WAITING, FileLedger, open_ledger
from zeroclaw_memory.ledger.folder import LedgerFolder
from zeroclaw_memory.ledger.reading import copy_of_ledger
from zeroclaw_testing.kits.ledger import LedgerConformance


class TestFileLedger(LedgerConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[Ledger]:
        with TemporaryDirectory() as folder:
            self.path = Path(folder) / "ledger"
            async with open_ledger(self.path) as ledger:
                yield ledger

    def kept(self, ledger: Ledger) -> Sequence[bytes]:
        copy = copy_of_ledger(self.path)
        assert copy is not None
        return list(copy.lines())


async def test_appends_of_a_moment_share_a_commit(tmp_path: Path) -> None:
    count = 3 * TOGETHER
    with trio.fail_after(20):
        async with open_ledger(tmp_path / "l") as ledger, trio.open_nursery() as nursery:
            for number in range(count):
                nursery.start_soon(ledger.append, draft(number))
    assert sorted(calls(tmp_path / "l")) == list(range(count))
    copy = copy_of_ledger(tmp_path / "l")
    assert copy is not None
    assert len(copy.seals) <= 6


async def test_crowd_beyond_the_places_is_served_too(tmp_path: Path) -> None:
    with trio.fail_after(30):
        async with open_ledger(tmp_path / "l") as ledger, trio.open_nursery() as nursery:
            for number in range(WAITING + 50):
                nursery.start_soon(ledger.append, draft(number))
    assert require_whole(tmp_path / "l").count == WAITING + 50


async def test_lock_of_another_process_is_waited_for(tmp_path: Path) -> None:
    folder = fill(tmp_path / "l", 1).folder
    with trio.fail_after(10):
        async with open_ledger(tmp_path / "l") as ledger, trio.open_nursery() as nursery:
            with folder.locked():
                nursery.start_soon(ledger.append, draft(2))
                await trio.testing.wait_all_tasks_blocked(0.001)
                assert len(folder.segment(1).read_bytes().splitlines()) == 1
    assert calls(tmp_path / "l") == [1, 2]


async def test_lock_that_is_never_given_back_is_told(tmp_path: Path) -> None:
    folder = fill(tmp_path / "l", 1).folder
    ledger = FileLedger(ChainFile(folder), lock_limit=0.02)
    with trio.fail_after(10):
        with folder.locked(), pytest.raises(LedgerUnusable, match="kept it locked"):
            await ledger.append(draft(2))
        await ledger.append(draft(3))
    assert calls(tmp_path / "l") == [1, 3]


async def test_cancel_while_it_is_locked_withdraws_the_record(tmp_path: Path) -> None:
    folder = fill(tmp_path / "l", 1).folder
    with trio.fail_after(10):
        async with open_ledger(tmp_path / "l") as ledger:
            with folder.locked(), trio.move_on_after(0.03) as scope:
                await ledger.append(draft(2))
            assert scope.cancelled_caught
            await ledger.append(draft(3))
    assert calls(tmp_path / "l") == [1, 3]


async def test_others_go_on_when_the_one_who_writes_is_cancelled(tmp_path: Path) -> None:
    folder = fill(tmp_path / "l", 1).folder
    first = trio.CancelScope()

    async def leader() -> None:
        with first:
            await ledger.append(draft(2))

    with trio.fail_after(10):
        async with open_ledger(tmp_path / "l") as ledger, trio.open_nursery() as nursery:
            with folder.locked():
                nursery.start_soon(leader)
                await trio.testing.wait_all_tasks_blocked(0.001)
                for number in (3, 4, 5):
                    nursery.start_soon(ledger.append, draft(number))
                await trio.testing.wait_all_tasks_blocked(0.001)
                first.cancel()
                await trio.testing.wait_all_tasks_blocked(0.001)
    assert sorted(calls(tmp_path / "l")) == [1, 3, 4, 5]


async def test_loop_goes_on_while_the_disk_is_waited_for(tmp_path: Path) -> None:
    rounds = 0
    with trio.fail_after(10):
        async with open_ledger(tmp_path / "l") as ledger, trio.open_nursery() as nursery:
            nursery.start_soon(ledger.append, draft(1))
            while ledger._waiting or not (tmp_path / "l").exists():
                rounds += 1
                await trio.lowlevel.checkpoint()
    assert rounds > 3


async def test_error_reaches_everybody_in_the_commit(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ledger = FileLedger(ChainFile(LedgerFolder(tmp_path / "file" / "l")))
    errors: list[LedgerUnusable] = []

    async def append(number: int) -> None:
        with pytest.raises(LedgerUnusable) as caught:
            await ledger.append(draft(number))
        errors.append(caught.value)

    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(append, number)
    assert len(errors) == 5
