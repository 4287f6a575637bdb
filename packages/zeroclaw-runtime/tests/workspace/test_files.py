"""Files are read, written, listed beneath the root, whatever paths or links say."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from link_swapper import swapping

from zeroclaw_api.errors import PathOutside, PathUnusable, WorkspaceError
from zeroclaw_api.services import Workspace
from zeroclaw_runtime import RootedFiles, open_workspace
from zeroclaw_testing.kits.services import WorkspaceConformance

SECRET = b"secret outside"
GUARDED_READS, UNGUARDED_READS = 2_000, 200_000
"""Reads of the inside during the race; the unguarded ones end when the outside is seen."""
GUARDED_ROUNDS, UNGUARDED_ROUNDS, WRITES = 30, 300, 3
"""Writes during the race; each waits for the disk."""


@pytest.fixture
def files(tmp_path: Path) -> Iterator[RootedFiles]:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_bytes(SECRET)
    (tmp_path / "root").mkdir()
    with open_workspace(str(tmp_path / "root")) as opened:
        yield opened


@pytest.fixture
def root(files: RootedFiles) -> Path:
    return Path(files.root)


class TestRootedFiles(WorkspaceConformance):
    @asynccontextmanager
    async def open(self) -> AsyncIterator[Workspace]:
        with TemporaryDirectory() as folder, open_workspace(folder) as workspace:
            yield workspace

    def plant_link(self, workspace: Workspace, name: str, target: str) -> None:
        (Path(workspace.root) / name).symlink_to(target)


LINKS_OUT = ("file", "folder/secret", "up", "twice", "proc")


def names_in(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def plant(root: Path, outside: Path) -> None:
    (root / "file").symlink_to(outside / "secret")
    (root / "folder").symlink_to(outside)
    (root / "up").symlink_to("../outside/secret")
    (root / "twice").symlink_to("hop")
    (root / "hop").symlink_to(outside / "secret")
    (root / "proc").symlink_to(f"/proc/self/root{outside}/secret")


@pytest.mark.parametrize("path", LINKS_OUT)
def test_link_that_leads_outside_reads_nothing(path: str, files: RootedFiles, root: Path) -> None:
    plant(root, root.parent / "outside")
    # The control: without the guard the same path reads the secret.
    assert (root / path).read_bytes() == SECRET
    with pytest.raises(PathOutside):
        files.read(path, 0, 100)
    with pytest.raises(PathOutside):
        files.write(path, b"spoiled")
    assert (root.parent / "outside" / "secret").read_bytes() == SECRET


def test_link_to_something_inside_works_as_its_target(files: RootedFiles, root: Path) -> None:
    files.write("lib/real.txt", b"inside")
    (root / "relative").symlink_to("lib/real.txt")
    (root / "absolute").symlink_to(root / "lib")
    (root / "lib" / "up").symlink_to("../relative")
    assert files.read("relative", 0, 10) == b"inside"
    assert files.read("absolute/real.txt", 0, 10) == b"inside"
    assert files.read("absolute/up", 0, 10) == b"inside"
    files.write("relative", b"changed")
    assert (root / "relative").is_symlink()
    assert (root / "lib" / "real.txt").read_bytes() == b"changed"


def test_links_in_a_circle_end_with_a_clear_error(files: RootedFiles, root: Path) -> None:
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")
    with pytest.raises(PathUnusable, match="too many links"):
        files.read("a", 0, 10)


def plant_turning(root: Path, outside: Path, *, turns: str) -> tuple[Path, Path]:
    """A name inside and a link that leads outside, to be exchanged."""
    (root / "turning").mkdir()
    (root / "turning" / "secret").write_bytes(b"inside")
    if turns == "folder":
        (root / "link").symlink_to(outside)
        return root / "turning", root / "link"
    (root / "turning" / "link").symlink_to(outside / "secret")
    return root / "turning" / "secret", root / "turning" / "link"


@pytest.mark.parametrize("turns", ["folder", "file"])
@pytest.mark.parametrize("is_guarded", [True, False])
def test_link_swapped_during_a_read_never_shows_the_outside(
    is_guarded: bool, turns: str, files: RootedFiles, root: Path
) -> None:
    names = plant_turning(root, root.parent / "outside", turns=turns)
    seen: Counter[bytes] = Counter()
    with swapping(*names):
        # The control: an ordinary read does see it.
        while seen[b"inside"] < (GUARDED_READS if is_guarded else UNGUARDED_READS):
            if seen[SECRET]:
                break
            with suppress(WorkspaceError):
                seen[
                    files.read("turning/secret", 0, 100)
                    if is_guarded
                    else (root / "turning" / "secret").read_bytes()
                ] += 1
    assert bool(seen[SECRET]) is not is_guarded


@pytest.mark.parametrize("turns", ["folder", "file"])
@pytest.mark.parametrize("is_guarded", [True, False])
def test_link_swapped_during_a_write_never_changes_the_outside(
    is_guarded: bool, turns: str, files: RootedFiles, root: Path
) -> None:
    outside = root.parent / "outside"
    # A write may replace the link itself, so every round has its own.
    for number in range(GUARDED_ROUNDS if is_guarded else UNGUARDED_ROUNDS):
        (root / f"{number}").mkdir()
        names = plant_turning(root / f"{number}", outside, turns=turns)
        written = 0
        with swapping(*names):
            while written < WRITES and (outside / "secret").read_bytes() == SECRET:
                with suppress(WorkspaceError):
                    if is_guarded:
                        files.write(f"{number}/turning/secret", b"changed")
                    else:
                        (root / f"{number}" / "turning" / "secret").write_bytes(b"changed")
                    written += 1
    # The control: an ordinary write does change it.
    assert ((outside / "secret").read_bytes() == SECRET) is is_guarded
    assert names_in(outside) == ["secret"]


def test_write_over_what_is_no_file_changes_nothing(files: RootedFiles, root: Path) -> None:
    files.write("file", b"old")
    (root / "full").symlink_to("/dev/full")
    with pytest.raises(PathOutside):
        files.write("full", b"new")
    (root / "sealed").mkdir()
    files.write("sealed/file", b"old")
    (root / "sealed" / "file").rename(root / "sealed" / "kept")
    (root / "sealed" / "file").mkdir()
    with pytest.raises(PathUnusable, match="no plain file"):
        files.write("sealed/file", b"new")
    assert names_in(root / "sealed") == ["file", "kept"]


def test_failed_rename_leaves_no_temporary_file(files: RootedFiles, root: Path) -> None:
    name = "x" * 250
    files.write(name, b"long names fit")
    with pytest.raises(PathUnusable, match="too long"):
        files.write("x" * 300, b"this one does not")
    assert names_in(root) == [name]


def test_replaced_file_keeps_its_permissions(files: RootedFiles, root: Path) -> None:
    files.write("run.sh", b"#!/bin/sh\n")
    (root / "run.sh").chmod(0o751)
    files.write("run.sh", b"#!/bin/sh\ntrue\n")
    assert stat.S_IMODE((root / "run.sh").stat().st_mode) == 0o751


def test_pipes_and_devices_are_no_files_and_hold_nobody_up(files: RootedFiles, root: Path) -> None:
    os.mkfifo(root / "pipe")
    with pytest.raises(PathUnusable, match="no plain file"):
        files.read("pipe", 0, 10)
    with pytest.raises(PathUnusable, match="no plain file"):
        files.write("pipe", b"x")


@pytest.mark.parametrize("path", ["a\0b", "", ".", "gone/", "file/below"])
def test_unusable_path_is_refused_with_its_name(path: str, files: RootedFiles) -> None:
    files.write("file", b"x")
    with pytest.raises(PathUnusable):
        files.read(path, 0, 10)


def test_root_that_is_moved_away_stays_the_root(files: RootedFiles, root: Path) -> None:
    files.write("file", b"mine")
    root.rename(root.parent / "moved")
    root.mkdir()
    (root / "file").write_bytes(b"somebody else's")
    assert files.read("file", 0, 10) == b"mine"


def test_missing_root_is_refused_when_it_is_opened(tmp_path: Path) -> None:
    with pytest.raises(PathUnusable, match="gone"), open_workspace(str(tmp_path / "gone")):
        pytest.fail("it opened a folder that does not exist")


def test_no_descriptor_is_left_open(files: RootedFiles) -> None:
    files.write("a/b", b"x")
    before = len(names_in(Path("/proc/self/fd")))
    for _ in range(20):
        files.write("a/c/d", b"x")
        files.read("a/b", 0, 1)
        files.list("a")
        with suppress(WorkspaceError):
            files.read("gone", 0, 1)
    assert len(names_in(Path("/proc/self/fd"))) == before
