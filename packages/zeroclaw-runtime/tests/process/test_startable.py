"""What is said of a command before it starts."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.processes import Command
from zeroclaw_runtime.process.startable import check_startable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tool").write_text("#!/bin/sh\n")
    (tmp_path / "tool").chmod(0o755)
    (tmp_path / "text").write_text("text")
    return tmp_path


@pytest.mark.parametrize("word", ["tool", "./tool", "{folder}/tool"])
def test_program_that_is_there_passes(folder: Path, word: str) -> None:
    env = {"PATH": str(folder)}
    check_startable(Command((word.format(folder=folder),), str(folder), env))


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("absent", errno.ENOENT),
        ("text", errno.EACCES),
        ("./absent", errno.ENOENT),
        ("./text/below", errno.ENOTDIR),
        ("./", errno.EACCES),
    ],
)
def test_program_that_cannot_run_is_refused_with_the_reason(
    folder: Path, word: str, number: int
) -> None:
    with pytest.raises(ProcessStartFailed) as caught:
        check_startable(Command((word,), str(folder), {"PATH": str(folder)}))
    assert caught.value.errno == number


@pytest.mark.parametrize(("cwd", "number"), [("absent", errno.ENOENT), ("text", errno.ENOTDIR)])
def test_unusable_directory_is_blamed_instead_of_the_program(
    folder: Path, cwd: str, number: int
) -> None:
    with pytest.raises(ProcessStartFailed, match="the working directory") as caught:
        check_startable(Command(("/bin/sh",), str(folder / cwd), {}))
    assert caught.value.errno == number
