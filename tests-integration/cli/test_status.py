"""What is configured is told without asking anybody, without leaving a trace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import trio
from command_line import CommandLine
from homes import SECRET, configured, secret_of, write_config

from zeroclaw.version import VERSION
from zeroclaw_testing.model_server import saying, serve_model

SECONDS: Final = 60
NOWHERE: Final = "http://127.0.0.1:9/v1"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


async def test_status_tells_agents_limits_and_the_latest_session(tmp_path: Path) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            write_config(
                tmp_path,
                server.url,
                level="supervised",
                runtime="max_iterations = 7\nbudget = { day = 1.5 }",
            )
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            for key in ("first", "second"):
                await line.run("agent", "--session", key, "-m", "Hi.")
            asked = len(server.requests)
            done = await line.run("status")
            as_json = await line.run("status", "--json")
            assert len(server.requests) == asked
    assert (done.code, as_json.code) == (0, 0)
    assert not secret_of(done)
    assert not secret_of(as_json)
    assert "main · custom.home · some-model · supervised" in done.answer
    assert "7 requests and 1800 s for each turn, 1.50 USD for each day" in done.answer
    assert "2, the latest main/second at 20" in done.answer
    assert "FULL" not in done.answer
    form = json.loads(as_json.answer)
    assert form["version"] == VERSION
    assert form["agents"][0]["limits"]["budget_dollars"]["day"] == 1.5
    assert form["sessions"]["latest"] == "main/second"
    assert form["database"]["bytes"] > 0


async def test_status_says_loudly_what_a_full_agent_turns_off(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="full")
    with trio.fail_after(SECONDS):
        done = await line.run("status")
        as_json = await line.run("status", "--json")
    assert done.code == 0
    assert "FULL: main acts without asking you. Approval is off" in done.answer
    assert json.loads(as_json.answer)["agents"][0]["runs_commands_unasked"] is True


async def test_status_without_a_usable_config_fails_and_creates_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.toml").write_text("schema_version = 3\n[agents.\n")
    with trio.fail_after(SECONDS):
        missing = await CommandLine(tmp_path, {"ZEROCLAW_HOME": str(home)}).run("status")
        spoilt = await CommandLine(broken).run("status")
    assert (missing.code, spoilt.code) == (1, 1)
    assert "There is no configuration at" in missing.answer
    assert "is not TOML at line 2" in spoilt.answer
    assert names_in(tmp_path) == ["broken", "config.toml"]


async def test_status_lists_what_is_disabled_with_the_reason(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE)
    with trio.fail_after(SECONDS):
        done = await CommandLine(tmp_path).run("status")
    assert done.code == 0, done
    assert "disabled   agents.main: " in done.answer
    assert "needs `SOME_KEY`" in done.answer
