"""An agent that is renamed keeps its folder with its sessions, or nothing changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from config_homes import CONFIG_TEXT, ConfigHome

from zeroclaw.configuring.agent_data import MovedData, with_data_moved
from zeroclaw.errors import HomeUnusable
from zeroclaw.home import Home
from zeroclaw_api.errors import SessionBusy
from zeroclaw_api.identifiers import SessionId
from zeroclaw_api.stores import SessionStore
from zeroclaw_memory import open_sessions


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """One whose agent `main` has a file in its workspace and two sessions."""
    home = Home(tmp_path)
    home.prepare("main")
    (home.workspace("main") / "notes.txt").write_text("mine")

    async def talk() -> None:
        with trio.fail_after(30):
            async with held(home, "main/a", "main/b"):
                pass

    trio.run(talk)
    return home


@asynccontextmanager
async def held(home: Home, *names: str) -> AsyncIterator[SessionStore]:
    """A store that has sessions open."""
    async with open_sessions(home.database) as store:
        for name in names:
            await store.open(SessionId(name), "test")
        yield store


def sessions_of(home: Home, alias: str) -> int:
    """How many there are, found by giving all of them another name and back."""

    async def count() -> int:
        with trio.fail_after(30):
            async with open_sessions(home.database) as store:
                found = await store.rename(f"{alias}/", "counted/")
                await store.rename("counted/", f"{alias}/")
                return found

    return trio.run(count)


def notes(home: Home, alias: str) -> bool:
    return (home.workspace(alias) / "notes.txt").is_file()


def test_folder_and_sessions_follow_the_name(home: Home) -> None:
    with with_data_moved(home, "main", "chief") as moved:
        pass
    assert moved == MovedData(has_folder=True, sessions=2)
    assert (notes(home, "main"), notes(home, "chief")) == (False, True)
    assert (sessions_of(home, "main"), sessions_of(home, "chief")) == (0, 2)


def test_block_that_fails_leaves_all_where_it_was(home: Home) -> None:
    with pytest.raises(KeyboardInterrupt), with_data_moved(home, "main", "chief"):
        raise KeyboardInterrupt
    assert (notes(home, "main"), notes(home, "chief")) == (True, False)
    assert (sessions_of(home, "main"), sessions_of(home, "chief")) == (2, 0)


def test_folder_of_another_is_never_taken_over(home: Home) -> None:
    home.prepare("chief")
    with (
        pytest.raises(HomeUnusable, match="is there already"),
        with_data_moved(home, "main", "chief"),
    ):
        pytest.fail("it was entered")
    assert notes(home, "main")
    assert sessions_of(home, "main") == 2


def test_agent_that_is_talking_is_left_alone(home: Home) -> None:
    async def talk() -> None:
        with trio.fail_after(60):
            async with held(home, "main/a"):
                with pytest.raises(SessionBusy):
                    await trio.to_thread.run_sync(rename, limiter=trio.CapacityLimiter(1))

    def rename() -> None:
        with with_data_moved(home, "main", "chief"):
            pytest.fail("it was entered")

    trio.run(talk)
    assert notes(home, "main")


def test_agent_without_data_has_nothing_to_move(tmp_path: Path) -> None:
    with with_data_moved(Home(tmp_path), "main", "chief") as moved:
        assert not moved
    assert list(tmp_path.iterdir()) == []


def test_command_moves_what_the_agent_has(home: Home) -> None:
    config = ConfigHome(home.root).write()
    done = config.run("alias", "rename", "agents", "main", "chief")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Its folder is moved, with 2 sessions.\n")
    assert "[agents.chief]" in config.text
    assert notes(home, "chief")


@pytest.mark.parametrize("name", ["../chief", "/tmp/chief", "Chief", "a/b", ""])
def test_name_that_cannot_be_one_moves_nothing(home: Home, name: str) -> None:
    config = ConfigHome(home.root).write()
    assert config.run("alias", "rename", "agents", "main", name).code == 1
    assert config.text == CONFIG_TEXT
    assert notes(home, "main")


def test_rename_that_was_killed_half_way_is_ended_by_the_next(home: Home) -> None:
    home.workspace("main").parent.rename(home.workspace("chief").parent)
    config = ConfigHome(home.root).write()
    assert config.run("alias", "rename", "agents", "main", "chief").code == 0
    assert "[agents.chief]" in config.text
    assert (notes(home, "chief"), sessions_of(home, "chief")) == (True, 2)
