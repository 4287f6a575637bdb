"""The fork server's program on its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from zeroclaw_runtime.process import reaper_main

PROGRAM = [sys.executable, "-I", "-S", "-E", reaper_main.__file__]


def run_server(owner: int) -> int:
    """The exit code of a server whose request socket nobody holds any more."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.close()
    with theirs:
        return subprocess.run(
            [*PROGRAM, str(theirs.fileno()), str(owner)],
            pass_fds=(theirs.fileno(),),
            timeout=10,
            check=False,
        ).returncode


def test_server_ends_when_its_owner_closed_the_socket() -> None:
    assert run_server(os.getpid()) == 0


def test_server_ends_at_once_below_a_stranger() -> None:
    assert run_server(1) == 0


def test_program_needs_nothing_but_the_standard_library() -> None:
    script = f"import sys; sys.path.append({str(Path(reaper_main.__file__).parent)!r})\n"
    script += "before = set(sys.modules)\nimport reaper_main\n"
    script += "print(sorted(set(sys.modules) - before - {'reaper_main'}))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-E", "-c", script],
        capture_output=True,
        text=True,
        timeout=10,
        check=True,
    )
    assert "pathlib" not in done.stdout
    assert "subprocess" not in done.stdout
    assert "zeroclaw" not in done.stdout


@pytest.mark.parametrize(
    ("word", "found"),
    [(b"tool", ["{b}/tool"]), (b"./tool", ["./tool"]), (b"absent", [])],
)
def test_program_is_looked_up_in_the_path_of_the_command(
    tmp_path: Path, word: bytes, found: list[str]
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "tool").touch()
    path = os.fsencode(f"{tmp_path}/a:{tmp_path}/b")
    expected = [place.format(b=tmp_path / "b") for place in found]
    assert reaper_main.candidates([word], {b"PATH": path}) == expected
