"""Every real piece in one conversation: HTTP, a provider, the kernel, tools, the database."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from zeroclaw_api.events import Done, Outcome
from zeroclaw_api.risk import Autonomy, RiskProfile
from zeroclaw_http import HttpClient
from zeroclaw_memory import open_sessions
from zeroclaw_providers import OpenAIChatProvider
from zeroclaw_runtime import (
    ModelRoute,
    NativeHost,
    SessionActor,
    assemble,
    open_session,
    open_workspace,
)
from zeroclaw_testing.json_paths import dig
from zeroclaw_testing.model_server import ModelServer, calling, cut_call, saying, serve_model
from zeroclaw_tools import FileRead, FileWrite, Shell

SECONDS = 30
FULL = RiskProfile(level=Autonomy.FULL)


@asynccontextmanager
async def conversation(server: ModelServer, folder: Path) -> AsyncIterator[SessionActor]:
    """The session `main` of an agent with files and a shell in `folder / "workspace"`."""
    (folder / "workspace").mkdir(exist_ok=True)
    with open_workspace(str(folder / "workspace")) as workspace:
        async with HttpClient() as http, open_sessions(folder / "state.db") as store:
            model = OpenAIChatProvider(http, server.url, key="a-key", name="custom.test")
            shell = Shell(workspace, NativeHost(), {"PATH": os.environ.get("PATH", os.defpath)})
            agent = assemble(
                "main",
                [ModelRoute(model, "some-model")],
                system="Be brief.",
                tools=[FileRead(workspace), FileWrite(workspace), shell],
                profile=FULL,
            )
            async with open_session(agent, "main", store=store) as session:
                yield session


def script_a_file(server: ModelServer) -> None:
    """The model writes a file, looks at it with a shell, then says so."""
    server.answer(
        calling(
            *cut_call(
                0, "w1", "file_write", '{"path": "notes/a.txt", "content": "hello\\n"}', [9, 20]
            )
        )
    )
    server.answer(calling(*cut_call(0, "s1", "shell", '{"command": "cat notes/a.txt | wc -c"}')))
    server.answer(saying("It has six bytes."))


async def test_turn_writes_a_file_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            script_a_file(server)
            async with conversation(server, tmp_path) as session:
                done = await session.ask("Write hello, then count its bytes.")
            assert (done.outcome, done.final_text) == (Outcome.ANSWERED, "It has six bytes.")
            assert (tmp_path / "workspace" / "notes" / "a.txt").read_text() == "hello\n"
            counted = dig(server.requests[2].json, "messages", -1, "content")
            assert "6" in str(counted)

            server.answer(saying("You asked for a file."))
            async with conversation(server, tmp_path) as session:
                again = await session.ask("What did I ask for?")
            assert again.final_text == "You asked for a file."
            told = dig(server.requests[3].json, "messages")
            assert isinstance(told, list)
            roles = [dig(message, "role") for message in told]
            assert roles[0] == "system"
            assert roles[-2:] == ["assistant", "user"]
            assert "Write hello" in str(told)


async def test_server_that_is_down_ends_the_turn_with_one_clear_sentence(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            pass
        done: Done
        async with conversation(server, tmp_path) as session:
            done = await session.ask("Anybody there?")
    assert (done.outcome, done.error_key) == (Outcome.FAILED, "provider_unreachable")
    assert "custom.test" in done.detail
    assert "a-key" not in done.detail
    assert len(done.detail.splitlines()) == 1
