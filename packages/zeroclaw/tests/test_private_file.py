"""A private file stays whole, for its owner alone, whoever else writes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw.private_file import locked_file, read_private, reason_of, replace_private

WRITER = """
import sys
from pathlib import Path
from zeroclaw.private_file import locked_file, read_private, replace_private
path = Path(sys.argv[1])
for _ in range(25):
    with locked_file(path, 60):
        replace_private(path, b"%d" % (int(read_private(path) or b"0") + 1))
"""


def test_bytes_come_back_and_nobody_else_may_read_them(tmp_path: Path) -> None:
    path = tmp_path / "home" / "file"
    mask = os.umask(0)
    try:
        replace_private(path, b"one")
        replace_private(path, b"two")
    finally:
        os.umask(mask)
    assert read_private(path) == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_file_that_cannot_be_replaced_stays_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_private(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_missing_file_has_nothing(tmp_path: Path) -> None:
    assert read_private(tmp_path / "file") is None


def test_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"secret")
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(OSError, match="symbolic") as caught:
        read_private(tmp_path / "link")
    assert "link" in reason_of(caught.value)
    replace_private(tmp_path / "link", b"new")
    assert (tmp_path / "target").read_bytes() == b"secret"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_regular_file_is_not_read(tmp_path: Path, make: object) -> None:
    assert callable(make)
    make(tmp_path / "file")
    with pytest.raises(OSError, match=r"regular|directory"):
        read_private(tmp_path / "file")


def test_lock_has_one_holder_who_is_waited_for_in_bounds(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with locked_file(path, 1):
        with pytest.raises(TimeoutError) as caught, locked_file(path, 0.05):
            raise AssertionError("two hold it")
        assert "another process" in reason_of(caught.value)
    with locked_file(path, 0):
        assert stat.S_IMODE((tmp_path / "file.lock").stat().st_mode) == 0o600


def test_no_write_of_several_processes_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "file"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path)]) for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert read_private(path) == b"75"
