"""The session that is continued is the agent's own, the one used last."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from zeroclaw.errors import WrongUsage
from zeroclaw.home import Home
from zeroclaw.wiring.session_names import latest_session, session_name
from zeroclaw_api.identifiers import SessionId
from zeroclaw_memory import open_sessions
from zeroclaw_runtime import ModelRoute, assemble, open_session
from zeroclaw_testing import ScriptedProvider
from zeroclaw_testing import say as saying

SECONDS = 30


async def talked(home: Home, *names: str) -> None:
    """Say something in sessions of these names, in this order."""
    agent = assemble("main", [ModelRoute(ScriptedProvider(always=saying("Hi.")), "model")])
    home.prepare("main")
    async with open_sessions(home.database) as store:
        for name in names:
            async with open_session(agent, SessionId(name), store=store) as session:
                await session.ask("Hello.")


def test_a_session_is_named_after_its_agent() -> None:
    assert session_name("main", "holiday") == "main/holiday"


async def test_the_session_used_last_is_the_latest(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        await talked(Home(tmp_path), "main/a", "main/b", "main/a")
        assert await latest_session(Home(tmp_path), "main") == "a"


async def test_sessions_of_other_agents_do_not_count(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        await talked(Home(tmp_path), "main/mine", "main2/other", "mai_/wild")
        assert await latest_session(Home(tmp_path), "main") == "mine"
        assert await latest_session(Home(tmp_path), "mai_") == "wild"


async def test_an_agent_without_a_session_has_none_to_continue(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        await talked(Home(tmp_path), "main2/other")
        with pytest.raises(WrongUsage, match=r"agent main has no session.*--continue"):
            await latest_session(Home(tmp_path), "main")
