"""The kernel loads a part of itself when something first needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import zeroclaw_runtime

LOADED = "print(*(m for m in sys.modules if m.startswith(('zeroclaw', 'attr', 'trio.'))))"
PLAIN_TURN = """
import sys
from contextlib import asynccontextmanager

import trio

from zeroclaw_api import LOCAL_USER, Done, Finish, FinishReason, ProcessMessage, SubscriberRole
from zeroclaw_api import TextDelta
from zeroclaw_runtime import InMemorySessionStore, ModelRoute, assemble, open_session


class Parrot:
    name = "parrot"

    @asynccontextmanager
    async def stream(self, request):
        async def events():
            yield TextDelta("hello")
            yield Finish(FinishReason.STOP, "stop")

        yield events()


async def main():
    agent = assemble("home", [ModelRoute(Parrot(), "m")])
    async with open_session(agent, "s") as session:
        async with session.subscribe(role=SubscriberRole.DRIVER) as events:
            await session.process(ProcessMessage("hi", LOCAL_USER))
            with trio.fail_after(30):
                async for event in events:
                    if isinstance(event.body, Done):
                        assert event.body.final_text == "hello", event
                        return


trio.run(main)
"""
NOT_NEEDED = {
    *("zeroclaw_api.factory", "zeroclaw_api.hooks", "zeroclaw_api.memory", "zeroclaw_api.observer"),
    *("zeroclaw_api.processes", "zeroclaw_api.services", "zeroclaw_api.tool"),
    *("zeroclaw_runtime.context.memory_block", "zeroclaw_runtime.host.docker"),
    *("zeroclaw_runtime.process.choose", "zeroclaw_runtime.security.gate"),
    *("zeroclaw_runtime.session.restore", "zeroclaw_runtime.tools.function"),
    *("zeroclaw_runtime.turn.admit", "zeroclaw_runtime.turn.hooks", "zeroclaw_runtime.turn.invoke"),
    "zeroclaw_runtime.workspace.files",
}


def loaded_after(code: str) -> set[str]:
    """The modules of ours, of attrs, of trio that a fresh interpreter has after some code."""
    command = [sys.executable, "-c", f"{code}\nimport sys\n{LOADED}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


def test_importing_the_kernel_loads_no_module_of_it() -> None:
    assert loaded_after("import zeroclaw_runtime") == {"zeroclaw_runtime"}


def test_plain_turn_loads_nothing_of_tools_memory_or_hooks() -> None:
    loaded = loaded_after(PLAIN_TURN)
    assert "zeroclaw_runtime.turn.engine" in loaded
    assert loaded & NOT_NEEDED == set()


def test_control_what_is_loaded_is_seen() -> None:
    names = sorted(NOT_NEEDED)
    assert loaded_after(f"import {', '.join(names)}") >= NOT_NEEDED


@pytest.mark.parametrize("name", zeroclaw_runtime.__all__)
def test_every_exported_name_can_be_had(name: str) -> None:
    assert getattr(zeroclaw_runtime, name) is not None
    assert name in dir(zeroclaw_runtime)


def test_unknown_name_is_an_attribute_error_that_says_it() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing_of_that_name'"):
        zeroclaw_runtime.nothing_of_that_name  # noqa: B018 - the access is what is tested
