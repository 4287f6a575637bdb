"""A stop is engaged whatever stands in its way, but taken back only as a whole."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from zeroclaw.home import Home
from zeroclaw.private_file import locked_file
from zeroclaw.stopping.errors import EstopNotEngaged, EstopNotResumed
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.state_file import StateFile
from zeroclaw_api.estop import EstopState

NOW = datetime(2026, 1, 1, tzinfo=UTC)
KILL_ALL = Levels(kill_all=True)
SHELL = Levels(tools=frozenset({"shell"}))
FULL_DISK = """
import resource, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.state_file import StateFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
state = StateFile(Path(sys.argv[1])).engage(Levels(network_kill=True), datetime.now(UTC))
print(state.kill_all)
"""
FREEZER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from zeroclaw.stopping.levels import Levels
from zeroclaw.stopping.state_file import StateFile
file = StateFile(Path(sys.argv[1]))
for number in range(10):
    tools = frozenset({f"tool{sys.argv[2]}{number}"})
    file.engage(Levels(tools=tools), datetime.now(UTC))
"""


def file_in(home: Path) -> StateFile:
    return StateFile.of(Home(home))


def test_stop_is_written_for_the_owner_alone(tmp_path: Path) -> None:
    file = file_in(tmp_path / "home")
    state = file.engage(SHELL, NOW)
    assert state == EstopState(frozen_tools=("shell",), updated_at=NOW)
    assert file_in(tmp_path / "home").read() == state
    assert file.path.name == "estop.json"
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert json.loads(file.path.read_text())["frozen_tools"] == ["shell"]


def test_stop_is_taken_back_level_by_level(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.engage(KILL_ALL, NOW)
    file.engage(SHELL, NOW)
    assert file.resume(KILL_ALL, NOW) == EstopState(frozen_tools=("shell",), updated_at=NOW)
    assert not file.resume(SHELL, NOW).is_engaged


def test_holder_of_the_lock_cannot_keep_a_stop_off(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.engage(SHELL, NOW)
    with locked_file(file.path, 1):
        assert file.engage(KILL_ALL, NOW).kill_all
        with pytest.raises(EstopNotResumed, match="another process"):
            file.resume(KILL_ALL, NOW)
    assert file.read() == EstopState(kill_all=True, frozen_tools=("shell",), updated_at=NOW)


def test_lock_that_cannot_be_had_cannot_keep_a_stop_off(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.path.with_name("estop.json.lock").mkdir()
    assert file.engage(KILL_ALL, NOW).kill_all
    with pytest.raises(EstopNotResumed):
        file.resume(KILL_ALL, NOW)


@pytest.mark.parametrize("has_one", [True, False])
def test_full_disk_stops_everything(tmp_path: Path, has_one: bool) -> None:
    file = file_in(tmp_path)
    if has_one:
        file.engage(SHELL, NOW)
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(file.path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == "True"
    assert file.read().kill_all
    assert file.read().problem
    assert not file.resume(KILL_ALL, NOW).is_engaged


def test_stop_that_cannot_be_engaged_is_said_loudly(tmp_path: Path) -> None:
    file = StateFile(Path("/proc/self/estop.json"))
    with pytest.raises(EstopNotEngaged, match="NOTHING WAS STOPPED"):
        file.engage(KILL_ALL, NOW)


def make_link(path: Path) -> None:
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, make_link, Path.touch])
def test_state_of_another_kind_stops_everything(tmp_path: Path, make: object) -> None:
    file = file_in(tmp_path)
    assert callable(make)
    make(file.path)
    assert file.engage(SHELL, NOW).kill_all
    assert not (tmp_path / "elsewhere").exists()


def test_no_stop_of_several_processes_is_lost(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    commands = [[sys.executable, "-c", FREEZER, str(file.path), name] for name in "abc"]
    freezers = [subprocess.Popen(command) for command in commands]
    assert [freezer.wait(60) for freezer in freezers] == [0, 0, 0]
    names = [f"tool{name}{number}" for name in "abc" for number in range(10)]
    assert list(file.read().frozen_tools) == names
