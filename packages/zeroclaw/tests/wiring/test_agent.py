"""An agent is built from what is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from attrs import evolve

from zeroclaw.errors import EntryPointBroken
from zeroclaw.home import Home
from zeroclaw.wiring.agent import open_agent
from zeroclaw.wiring.choice import AgentChoice, unconfigured
from zeroclaw.wiring.deferred_store import DeferredStore
from zeroclaw.wiring.families import installed_families, provider_factory
from zeroclaw.wiring.given import GivenModel
from zeroclaw_providers import CustomSettings

SECONDS = 30
TOOLS = [
    "ask_user",
    "calculator",
    "content_search",
    "file_edit",
    "file_read",
    "file_write",
    "glob_search",
    "shell",
]


def choice() -> AgentChoice:
    given = GivenModel("http://127.0.0.1:1/v1", "some-model").described({}, installed_families())
    assert given is not None
    return unconfigured(None, given.provider, given.settings)


def test_family_that_is_not_installed_is_named() -> None:
    with pytest.raises(EntryPointBroken, match="no_such_family"):
        provider_factory("no_such_family")


async def test_agent_has_the_core_tools_in_a_fixed_order(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_agent(choice(), Home(tmp_path), {}, is_session_new=True) as opened:
            names = [spec.name for spec in opened.agent.catalogue.specs]
            assert names == TOOLS
            assert str(Home(tmp_path).workspace("main")) in opened.agent.system
            assert isinstance(opened.store, DeferredStore)


@pytest.mark.parametrize(("text_tools", "names"), [(True, TOOLS), (False, [])])
async def test_model_that_takes_no_tools_gets_them_as_text_or_not_at_all(
    tmp_path: Path, text_tools: bool, names: list[str]
) -> None:
    settings = CustomSettings(
        uri="http://127.0.0.1:1/v1", model="small", native_tools=False, text_tools=text_tools
    )
    with trio.fail_after(SECONDS):
        limited = evolve(choice(), settings=settings)
        async with open_agent(limited, Home(tmp_path), {}, is_session_new=True) as opened:
            assert [spec.name for spec in opened.agent.catalogue.specs] == names
            assert ("cannot use tools" in opened.agent.system) is not text_tools


async def test_old_session_has_its_store_at_once(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with open_agent(choice(), Home(tmp_path), {}, is_session_new=False) as opened:
            await opened.durable()
            assert Home(tmp_path).database.exists()
