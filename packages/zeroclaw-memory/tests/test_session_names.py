"""Sessions that are renamed keep all that is stored of them, or nothing changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import trio
from attrs import evolve
from sessions_at_work import commit_of

from zeroclaw_api.errors import SessionBusy, StoreConflict
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import SessionStore
from zeroclaw_memory import open_sessions

OLD, NEW, OTHER = SessionId("old/chat"), SessionId("new/chat"), SessionId("older/chat")


async def write(store: SessionStore, session_id: SessionId, commits: int) -> None:
    await store.open(session_id, "writer")
    for number in range(1, commits + 1):
        await store.commit(session_id, commit_of(session_id, number))
    await store.release(session_id)


def every_name(path: Path) -> set[str]:
    """Each text of the database that is a session's name, whatever table it is in."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        dump = "\n".join(connection.iterdump())
    return {name for name in (OLD, NEW, OTHER) if f"'{name}'" in dump or f'"{name}"' in dump}


async def test_everything_of_a_session_follows_its_name(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with trio.fail_after(30):
        async with open_sessions(path) as store:
            await write(store, OLD, 3)
            await write(store, OTHER, 1)
            before = await store.open(OLD, "reader")
            told = await store.events(OLD, 0, 100)
            await store.release(OLD)
            assert await store.rename("old/", "new/") == 1
            assert await store.latest("old/") is None
            assert await store.open(NEW, "reader") == before
            renamed = tuple(evolve(event, session_id=NEW) for event in told)
            assert await store.events(NEW, 0, 100) == renamed
            await store.commit(NEW, commit_of(NEW, 4))
            await store.release(NEW)
    assert every_name(path) == {NEW, OTHER}


async def test_session_that_is_open_keeps_them_all(tmp_path: Path) -> None:
    with trio.fail_after(30):
        async with open_sessions(tmp_path / "state.db") as store:
            await write(store, SessionId("old/other"), 1)
            await write(store, OLD, 1)
            await store.open(OLD, "reader")
            with pytest.raises(SessionBusy):
                await store.rename("old/", "new/")
            await store.release(OLD)
            assert await store.latest("new/") is None
            assert await store.rename("old/", "new/") == 2


async def test_name_that_is_taken_keeps_them_all(tmp_path: Path) -> None:
    with trio.fail_after(30):
        async with open_sessions(tmp_path / "state.db") as store:
            await write(store, OLD, 1)
            await write(store, NEW, 1)
            with pytest.raises(StoreConflict, match="new/chat"):
                await store.rename("old/", "new/")
            assert await store.latest("old/") == OLD


async def test_nothing_to_rename_is_no_error(tmp_path: Path) -> None:
    with trio.fail_after(30):
        async with open_sessions(tmp_path / "state.db") as store:
            assert await store.rename("old/", "new/") == 0
