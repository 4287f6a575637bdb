"""What is configured is told without asking anybody, without leaving a trace."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Final

import pytest
import trio
from command_line import CommandLine
from homes import SECRET, WITHOUT_BUBBLEWRAP, configured, secret_of, write_config

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


async def test_status_tells_what_really_confines_commands(tmp_path: Path) -> None:
    line = configured(tmp_path, NOWHERE, level="supervised")
    with trio.fail_after(SECONDS):
        done = await line.run("status")
        as_json = await line.run("status", "--json")
    found = json.loads(as_json.answer)["agents"][0]["commands"]
    assert (found["sandbox"], found["network"], found["unasked_risk"]) == ("auto", "none", "low")
    assert found["works"] in ("bubblewrap", "landlock", None)
    if found["works"] is None:
        assert "No shell command of main runs here" in done.answer
    else:
        assert f"shell commands are confined by {found['works']}, without" in done.answer
    assert "UNCONFINED" not in done.answer


@pytest.mark.bubblewrap
@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bwrap is not installed")
async def test_status_says_that_nothing_runs_where_the_sandbox_fails(tmp_path: Path) -> None:
    write_config(tmp_path, NOWHERE, level="supervised", risk='sandbox_backend = "bubblewrap"')
    line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
    bare = CommandLine(tmp_path, {"SOME_KEY": SECRET}, WITHOUT_BUBBLEWRAP)
    with trio.fail_after(SECONDS):
        works = json.loads((await line.run("status", "--json")).answer)["agents"][0]["commands"]
        done = await bare.run("status")
        fails = json.loads((await bare.run("status", "--json")).answer)["agents"][0]["commands"]
    assert (works["works"], works["strength"], works["problem"]) == ("bubblewrap", "full", None)
    assert (fails["works"], fails["strength"]) == (None, None)
    assert "no bwrap in " in fails["problem"]
    assert "its sandbox bubblewrap does not work (no bwrap in " in done.answer


async def test_sandbox_that_is_off_is_loud_in_the_status_and_before_an_answer(
    tmp_path: Path,
) -> None:
    with trio.fail_after(SECONDS):
        async with serve_model(lambda _: saying("Hello.")) as server:
            risk = 'sandbox_backend = "none"'
            write_config(tmp_path, server.url, level="supervised", risk=risk)
            line = CommandLine(tmp_path, {"SOME_KEY": SECRET})
            status = await line.run("status")
            as_json = await line.run("status", "--json")
            answered = await line.run("agent", "-m", "Hi.")
            chinese = await line.run("--lang", "zh-CN", "agent", "-m", "Hi.")
    assert "UNCONFINED: risk_profiles.default turns the sandbox off" in status.answer
    command = "`zeroclaw config set risk_profiles.default.sandbox_backend auto`"
    assert command in status.answer
    found = json.loads(as_json.answer)["agents"][0]["commands"]
    assert (found["works"], found["strength"], found["network"]) == ("none", "none", "open")
    assert answered.answer == "Hello.\n"
    [told] = answered.told.splitlines()
    assert told.startswith("zeroclaw: UNCONFINED: nothing confines the shell commands of main")
    assert "不受任何限制" in chinese.told


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
