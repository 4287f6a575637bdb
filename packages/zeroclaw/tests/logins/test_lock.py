"""The lock of the logins has one holder among all tasks of all processes."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from zeroclaw.logins.errors import LoginsLocked, LoginsUnusable
from zeroclaw.logins.lock import locked

SECONDS = 20
HOLDER = """
import fcntl, sys
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


async def test_tasks_hold_it_one_after_the_other(tmp_path: Path) -> None:
    holders = 0

    async def hold() -> None:
        nonlocal holders
        async with locked(tmp_path / "logins.json"):
            holders += 1
            assert holders == 1
            await trio.lowlevel.checkpoint()
            holders -= 1

    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(hold)


async def test_lock_of_another_process_is_waited_for_in_bounds(tmp_path: Path) -> None:
    file = tmp_path / "logins.json"
    lock = str(tmp_path / "logins.json.lock")
    holding = partial(
        trio.run_process,
        [sys.executable, "-c", HOLDER, lock],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        check=False,
    )
    with trio.fail_after(SECONDS):
        async with trio.open_nursery() as nursery:
            holder: trio.Process = await nursery.start(holding)
            assert holder.stdout is not None
            assert (await holder.stdout.receive_some()).startswith(b"held")
            with pytest.raises(LoginsLocked, match="in use by another process"):
                async with locked(file, 0.2):
                    raise AssertionError("two hold it")
            holder.kill()
            async with locked(file):
                await trio.lowlevel.checkpoint()


async def test_wait_for_the_lock_can_be_cancelled(tmp_path: Path) -> None:
    file = tmp_path / "logins.json"
    with trio.fail_after(SECONDS):
        async with locked(file):
            with trio.move_on_after(0.1) as waiting:
                async with locked(file):
                    raise AssertionError("two hold it")
            assert waiting.cancelled_caught


async def test_folder_that_is_none_is_said_to_be_unusable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LoginsUnusable, match="cannot be used"):
        async with locked(tmp_path / "file" / "logins.json"):
            raise AssertionError("it was opened")
