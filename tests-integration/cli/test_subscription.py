"""A subscription of ChatGPT answers a turn, from the login to the answer."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import trio
from command_line import CommandLine

from zeroclaw_api.usage import Usage
from zeroclaw_testing.authority import Poll, ScriptedAuthority, serve_authority
from zeroclaw_testing.model_server import (
    HttpAnswer,
    ModelServer,
    saying,
    serve_model,
)
from zeroclaw_testing.model_server.openai_responses import OpenAIResponses

SECONDS: Final = 90
CONFIG: Final = """\
schema_version = 3
[providers.models.codex.mine]
uri = "{url}"
model = "gpt-5"
[runtime_profiles.quick]
provider_retries = 0
[agents.main]
model_provider = "codex.mine"
runtime_profile = "quick"
"""
REFUSED: Final = HttpAnswer(401, message="Provided authentication token is expired.")


@asynccontextmanager
async def logged_in(
    home: Path,
) -> AsyncIterator[tuple[CommandLine, ModelServer, ScriptedAuthority]]:
    """A home whose user logged in to OpenAI on another device."""
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(OpenAIResponses(),)) as model, serve_authority() as server:
            server.account = "acct-1"
            (home / "config.toml").write_text(CONFIG.format(url=model.url))
            command = CommandLine(home, {"SSH_TTY": "/dev/pts/0"})
            done = await command.run("auth", "login", "openai", "--host", server.origin)
            assert done.code == 0, done
            assert "enter the code ABCD-1234" in done.told
            yield command, model, server


async def test_turn_is_answered_by_the_login_for_nothing(tmp_path: Path) -> None:
    async with logged_in(tmp_path) as (command, model, _):
        model.answer(saying("Hello.", usage=Usage(1_000_000, 1_000_000)))
        done = await command.run("agent", "-m", "Hi.", "--json")
        seen = model.requests[0]
    assert done.code == 0, done
    ended = json.loads(done.answer.splitlines()[-1])
    assert "Hello." in done.answer
    assert ended["body"]["cost"] == 0, ended
    assert "price" not in done.told
    assert seen.header("authorization") == "Bearer access-1"
    assert seen.header("chatgpt-account-id") == "acct-1"
    assert seen.header("originator") == "zeroclaw"


async def test_token_that_was_taken_back_is_renewed_within_the_turn(tmp_path: Path) -> None:
    async with logged_in(tmp_path) as (command, model, _):
        model.answer(REFUSED, saying("Hello."), saying("Again."))
        first = await command.run("agent", "-m", "Hi.")
        second = await command.run("agent", "-m", "Hi.")
        used = [seen.header("authorization") for seen in model.requests]
    assert (first.code, first.answer) == (0, "Hello.\n"), first
    assert (second.code, second.answer) == (0, "Again.\n"), second
    assert used == ["Bearer access-1", "Bearer access-2", "Bearer access-2"]


async def test_login_that_is_over_says_how_to_log_in_anew(tmp_path: Path) -> None:
    async with logged_in(tmp_path) as (command, model, server):
        model.answer(REFUSED)
        server.is_revoked = True
        done = await command.run("agent", "-m", "Hi.")
        assert len(model.requests) == 1
    assert done.code == 1
    assert "zeroclaw auth login openai" in done.told
    assert "access-1" not in done.told


async def test_nobody_who_logged_in_is_told_how_to(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG.format(url="http://127.0.0.1:1"))
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "-m", "Hi.")
    assert done.code == 1
    assert "Log in with `zeroclaw auth login openai`" in done.told


async def test_declined_code_ends_the_login_with_one_sentence(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_authority() as server:
            server.polls.append(Poll.DENIED)
            command = CommandLine(tmp_path, {"SSH_TTY": "/dev/pts/0"})
            done = await command.run("auth", "login", "openai", "--host", server.origin)
    assert done.code == 1
    assert done.told.splitlines()[-1] == (
        "zeroclaw: There is no token from openai: it was declined; begin again."
    )
