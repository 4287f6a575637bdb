"""A stop is engaged from the command line without any configuration."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import trio
from otp_homes import home_of

from zeroclaw.stopping.engaging import run
from zeroclaw.stopping.levels import Levels, domain_levels
from zeroclaw_runtime.security.estop_file import EstopFile

KILL_ALL = """
import sys
from zeroclaw.stopping.engaging import run
from zeroclaw.stopping.levels import Levels
print("ready", flush=True)
sys.stdin.readline()
environment = {"ZEROCLAW_HOME": sys.argv[1]}
raise SystemExit(run(lambda: Levels(kill_all=True), environment, as_json=True, debug=False))
"""


def kill_all() -> Levels:
    return Levels(kill_all=True)


def test_stop_needs_no_configuration(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text("[[[ broken")
    assert run(kill_all, home_of(tmp_path), as_json=True, debug=False) == 0
    assert json.loads(capfd.readouterr().out)["kill_all"] is True


def test_levels_that_were_not_understood_stop_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def levels() -> Levels:
        return Levels(domains=domain_levels(["https://example.com"]))

    assert run(levels, home_of(tmp_path), as_json=False, debug=False) == 2
    assert "no domain" in capfd.readouterr().err
    assert not EstopFile(tmp_path / "estop.json").current().is_engaged


async def test_another_process_sees_it_within_a_second(tmp_path: Path) -> None:
    watched = EstopFile(tmp_path / "estop.json")
    seen = watched.current()
    command = [sys.executable, "-c", KILL_ALL, str(tmp_path)]
    starting = partial(trio.run_process, command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            other: trio.Process = await nursery.start(starting)
            assert other.stdout is not None
            assert other.stdin is not None
            assert (await other.stdout.receive_some()).startswith(b"ready")
            began = trio.current_time()
            await other.stdin.send_all(b"go\n")
            assert (await watched.changed(seen)).kill_all
            assert trio.current_time() - began < 1
