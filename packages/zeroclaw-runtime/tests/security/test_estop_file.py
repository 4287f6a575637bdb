"""What is written to the file of the emergency stop is seen at once by whoever runs."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import evolve

from zeroclaw_api.estop import Estop, EstopState
from zeroclaw_runtime.security.estop import serialise_estop
from zeroclaw_runtime.security.estop_file import EstopFile
from zeroclaw_testing.kits.estop import EstopConformance

STATE = EstopState(frozen_tools=("shell",), updated_at=datetime(2026, 1, 1, tzinfo=UTC))


def write(path: Path, state: EstopState) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(serialise_estop(state))
    fresh.replace(path)


class TestEstopFile(EstopConformance):
    @pytest.fixture(autouse=True)
    def _path(self, tmp_path: Path) -> None:
        self.path = tmp_path / "estop.json"

    def make(self) -> Estop:
        return EstopFile(self.path)

    async def engage(self, subject: Estop, state: EstopState) -> None:
        write(self.path, state)


def test_missing_file_stops_nothing(tmp_path: Path) -> None:
    assert EstopFile(tmp_path / "estop.json").current() == EstopState()


def test_file_that_is_removed_stops_nothing_again(tmp_path: Path) -> None:
    path = tmp_path / "estop.json"
    file = EstopFile(path)
    write(path, STATE)
    assert file.current() == STATE
    path.unlink()
    assert file.current() == EstopState()
    write(path, STATE)
    assert file.current() == STATE


def test_version_of_equal_size_and_time_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "estop.json"
    file = EstopFile(path)
    for name in ("shell", "spill", "shell"):
        state = evolve(STATE, frozen_tools=(name,))
        path.write_bytes(serialise_estop(state))
        os.utime(path, ns=(1, 1))
        assert file.current() == state


def empty(path: Path) -> None:
    path.write_bytes(b"")


def too_long(path: Path) -> None:
    path.write_bytes(serialise_estop(STATE) + b" " * 2_000_000)


def dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


def link_to_one_that_stops_nothing(path: Path) -> None:
    other = path.with_name("other.json")
    write(other, EstopState(updated_at=STATE.updated_at))
    path.symlink_to(other)


@pytest.mark.parametrize(
    "make",
    [empty, too_long, dangling_link, link_to_one_that_stops_nothing, Path.mkdir, os.mkfifo],
)
def test_what_is_no_readable_state_stops_everything(tmp_path: Path, make: object) -> None:
    path = tmp_path / "estop.json"
    file = EstopFile(path)
    assert callable(make)
    make(path)
    state = file.current()
    assert state.kill_all
    assert state.problem


def test_folder_that_is_a_file_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    assert EstopFile(tmp_path / "home" / "estop.json").current().kill_all


def test_looking_leaves_no_descriptor_open(tmp_path: Path) -> None:
    path = tmp_path / "estop.json"
    path.mkdir()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        EstopFile(path).current()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


async def test_change_is_seen_within_a_second(tmp_path: Path) -> None:
    path = tmp_path / "estop.json"
    file = EstopFile(path)
    seen = file.current()
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                assert await file.changed(seen) == STATE
                assert trio.current_time() - began < 1

            nursery.start_soon(watch)
            await trio.testing.wait_all_tasks_blocked()
            began = trio.current_time()
            write(path, STATE)
