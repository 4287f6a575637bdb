"""Sessions outlive kills, locks, full disks; what was acknowledged is there."""

from __future__ import annotations

import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
import trio
from attrs import evolve
from sessions_at_work import AT, commit_of

from zeroclaw_api.errors import CommitUncertain, SessionBusy, StoreError
from zeroclaw_api.identifiers import MessageId, SessionId
from zeroclaw_api.stores import Commit, SessionStore, Spend
from zeroclaw_api.usage import Money
from zeroclaw_memory import StoreUnusable, open_sessions
from zeroclaw_memory.sessions import open_store
from zeroclaw_testing.kits.conformance import failure_of

S = SessionId("s")
KILLS = 50
SEED = 20_260_101
CHILD = Path(__file__).with_name("sessions_at_work.py")


async def length(store: SessionStore, session_id: SessionId) -> int:
    """How many commits a session has, after a look at whether each is whole."""
    state = await store.open(session_id, "reader")
    events = await store.events(session_id, 0, 1_000_000)
    await store.release(session_id)
    last = state.head.last_seq
    assert [event.seq for event in events] == list(range(1, last + 1))
    assert [message.id for message in state.messages] == list(range(1, last + 1))
    return last


def kill_after(path: Path, sessions: int, lines: int) -> dict[SessionId, int]:
    """Let a child write, kill it in the middle; returns the commits it was told of."""
    command = [sys.executable, "-W", "error", str(CHILD), str(path), str(sessions)]
    told: dict[SessionId, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in islice(child.stdout, lines):
            session_id, number = line.split()
            told[SessionId(session_id)] = int(number)
        child.kill()
        rest, _ = child.communicate()
    for line in rest.splitlines(keepends=True):
        if line.endswith("\n"):
            session_id, number = line.split()
            told[SessionId(session_id)] = int(number)
    assert child.returncode == -9
    assert told
    return told


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Writes beyond that many bytes fail, as on a broken disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.slow
async def test_every_acknowledged_commit_outlives_a_kill_at_any_moment(tmp_path: Path) -> None:
    path, chance, told = tmp_path / "state.db", random.Random(SEED), dict[SessionId, int]()
    for _ in range(KILLS):
        told |= kill_after(path, 4, chance.randint(1, 40))
        with trio.fail_after(20):
            async with open_sessions(path) as store:
                kept = {session_id: await length(store, session_id) for session_id in told}
                spent = await store.spent(frozenset({"day"}))
        lost = {s: (told[s], kept[s]) for s in told if not told[s] <= kept[s] <= told[s] + 1}
        assert lost == {}
        told = kept
        assert spent["day"] >= sum(kept.values())


async def test_session_of_a_store_that_lives_is_busy_for_another(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with open_sessions(tmp_path / "s.db") as one, open_sessions(tmp_path / "s.db") as two:
            await one.open(S, "the first")
            with pytest.raises(SessionBusy, match="the first holds it"):
                await two.open(S, "the second")
            await one.release(S)
            await two.open(S, "the second")
            with pytest.raises(StoreError, match="does not hold it"):
                await one.commit(S, commit_of(S, 1))


async def test_open_that_was_cancelled_leaves_the_session_free(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with open_sessions(tmp_path / "s.db") as store:
            for _ in range(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(store.open, S, "in a hurry")
                    await trio.lowlevel.checkpoint()
                    await trio.lowlevel.checkpoint()
                    nursery.cancel_scope.cancel()
            await store.open(S, "the next")


async def test_foreign_lock_of_a_second_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with trio.fail_after(20):
        async with open_store(path) as store, trio.open_nursery() as nursery:
            await store.open(S, "one")
            foreign = sqlite3.connect(path, isolation_level=None)
            foreign.execute("BEGIN IMMEDIATE")
            nursery.start_soon(store.commit, S, commit_of(S, 1))
            with trio.move_on_after(1):
                await trio.sleep_forever()
            assert await store.events(S, 0, 9) == (), "readers wait for a foreign lock"
            foreign.execute("ROLLBACK")
            foreign.close()
        async with open_sessions(path) as again:
            assert await length(again, S) == 1


async def test_foreign_lock_beyond_the_limit_fails_clearly_then_all_works(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with trio.fail_after(20):
        async with open_store(path, lock_limit=0.6) as store:
            await store.open(S, "one")
            foreign = sqlite3.connect(path, isolation_level=None)
            foreign.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=r"kept .* locked for 0\.6 s; end it"):
                await store.commit(S, commit_of(S, 1))
            foreign.execute("ROLLBACK")
            foreign.close()
            await store.commit(S, commit_of(S, 1))
            await store.release(S)
            assert await length(store, S) == 1


async def test_opening_under_a_foreign_lock_fails_after_one_limit(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with trio.fail_after(20):
        async with open_store(path, lock_limit=1.5) as store:
            foreign = sqlite3.connect(path, isolation_level=None)
            foreign.execute("BEGIN IMMEDIATE")
            began = trio.current_time()
            with pytest.raises(StoreError, match=r"locked for 1\.5 s"):
                await store.open(S, "one")
            assert trio.current_time() - began < 2.9, "it waited for the lock twice"
            foreign.execute("ROLLBACK")
            foreign.close()
            await store.open(S, "one")


async def test_full_database_refuses_clearly_without_losing_anything(tmp_path: Path) -> None:
    path, number = tmp_path / "s.db", 0
    with trio.fail_after(20):
        async with open_store(path) as store:
            await store.open(S, "one")
            await store.database.write(
                "", lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 60")
            )
            error = None
            while error is None and number < 100:
                number += 1
                error = await failure_of(partial(store.commit, S, commit_of(S, number, 3_000)))
            assert "no room left" in str(error)
            assert number > 5
            with pytest.raises(StoreError, match="no room left"):
                await store.commit(S, commit_of(S, number, 3_000))
            await store.database.write(
                "", lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 9999")
            )
            await store.commit(S, commit_of(S, number, 3_000))
        async with open_sessions(path) as again:
            assert await length(again, S) == number


async def test_commit_that_breaks_off_on_the_disk_is_uncertain_until_opened_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "s.db"
    error: Exception | None = None
    number = 0
    with trio.fail_after(20):
        async with open_sessions(path) as store:
            await store.open(S, "one")
            with files_no_larger_than(100_000):
                while error is None and number < 100:
                    number += 1
                    error = await failure_of(partial(store.commit, S, commit_of(S, number, 3_000)))
            assert isinstance(error, CommitUncertain), error
            assert "disk failed" in str(error)
            await store.release(S)
            kept = await length(store, S)
            assert kept in (number - 1, number)
            await store.open(S, "one")
            await store.commit(S, commit_of(S, kept + 1))
        async with open_sessions(path) as again:
            assert await length(again, S) == kept + 1


async def test_one_too_large_for_a_full_database_fails_alone(tmp_path: Path) -> None:
    failed: list[SessionId] = []
    with trio.fail_after(20):
        async with open_store(tmp_path / "s.db") as store:
            sessions = [SessionId(f"s{number}") for number in range(6)]
            for session_id in sessions:
                await store.open(session_id, "one")
            await store.database.write(
                "", lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 80")
            )

            async def commit(session_id: SessionId) -> None:
                size = 1_000_000 if session_id == "s3" else 5
                try:
                    await store.commit(session_id, commit_of(session_id, 1, size))
                except StoreError:
                    failed.append(session_id)

            async with trio.open_nursery() as nursery:
                for session_id in sessions:
                    nursery.start_soon(commit, session_id)
            for session_id in sessions:
                await store.release(session_id)
            kept = {session_id: await length(store, session_id) for session_id in sessions}
    assert failed == ["s3"]
    assert kept == {session_id: int(session_id != "s3") for session_id in sessions}


async def test_window_may_only_start_at_a_message_that_is_there(tmp_path: Path) -> None:
    with trio.fail_after(10):
        async with open_sessions(tmp_path / "s.db") as store:
            await store.open(S, "one")
            with pytest.raises(StoreError, match="cannot start at message 7"):
                await store.commit(S, Commit(window_start=MessageId(7)))


async def test_number_that_no_column_can_hold_is_refused(tmp_path: Path) -> None:
    commit = commit_of(S, 1)
    spend = Spend("day", AT, Money(2**70))
    with trio.fail_after(10):
        async with open_sessions(tmp_path / "s.db") as store:
            await store.open(S, "one")
            with pytest.raises(StoreError, match="too large"):
                await store.commit(S, Commit(spends=(spend,)))
            await store.commit(S, commit)


async def test_hundred_sessions_share_their_transactions(tmp_path: Path) -> None:
    commits = 10
    with trio.fail_after(60):
        async with open_store(tmp_path / "s.db") as store:

            async def fill(session_id: SessionId) -> None:
                await store.open(session_id, "one")
                for number in range(1, commits + 1):
                    await store.commit(session_id, commit_of(session_id, number))

            started = trio.current_time()
            async with trio.open_nursery() as nursery:
                for number in range(100):
                    nursery.start_soon(fill, SessionId(f"s{number}"))
            took = trio.current_time() - started
            figures = store.database.figures
    ratio = figures.jobs / figures.transactions
    sys.stdout.write(f"{100 * commits / took:.0f} commits/s, {ratio:.1f} in a transaction\n")
    assert figures.jobs == 100 * (commits + 1)
    assert ratio > 1


async def test_damaged_content_is_told_as_a_store_error(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    with trio.fail_after(10):
        async with open_sessions(path) as store:
            await store.open(S, "one")
            await store.commit(S, commit_of(S, 1))
        foreign = sqlite3.connect(path)
        foreign.execute("""UPDATE messages SET form = '{"id": 1}'""")
        foreign.commit()
        foreign.close()
        async with open_sessions(path) as store:
            with pytest.raises(StoreError, match="cannot be read"):
                await store.open(S, "one")


async def test_folder_of_holders_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "s.db-holders").touch()
    with (
        trio.fail_after(10),
        pytest.raises(StoreUnusable, match="holders: File exists"),
    ):
        async with open_sessions(tmp_path / "s.db") as store:
            await store.release(S)


async def test_latest_session_is_where_something_happened_last(tmp_path: Path) -> None:
    async with open_sessions(tmp_path / "s.db") as store:
        for minute, name in enumerate(("main/a", "main/b", "other/c", "main/a", "mainly/d")):
            session_id = SessionId(name)
            number = (await store.open(session_id, "one")).head.last_seq + 1
            commit = commit_of(session_id, number)
            at = AT + timedelta(minutes=minute)
            events = tuple(evolve(event, at=at) for event in commit.events)
            await store.commit(session_id, evolve(commit, events=events))
            await store.release(session_id)
        await store.open(SessionId("main/empty"), "one")
        assert await store.latest("main/") == "main/a"
        assert await store.latest("main/b") == "main/b"
        assert await store.latest("ma_n/") is None
