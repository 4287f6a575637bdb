"""What a command found reaches standard output whole, or its user is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from zeroclaw.configuring.printing import show, show_json, show_lines

SAYS = "from zeroclaw.configuring.printing import show; show('x' * 200_000)"


def test_lines_are_written_each_with_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    show_lines(["one", "two"])
    show_lines([])
    assert capsys.readouterr().out == "one\ntwo\n"


def test_control_characters_stay_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    show("a\x1b[2J")
    assert capsys.readouterr().out == "a\x1b[2J\n"


def test_json_keeps_letters_of_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    show_json({"a": ["ä", None]})
    out = capsys.readouterr().out
    assert json.loads(out) == {"a": ["ä", None]}
    assert "ä" in out


def test_reader_that_has_left_is_told_as_ours() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", SAYS], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert "OutputClosed" in done.stderr
    assert "Exception ignored" not in done.stderr


def test_full_disk_is_told_as_ours() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123  a device
        done = subprocess.run(
            [sys.executable, "-c", SAYS],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert "OutputFailed" in done.stderr
    assert "Exception ignored" not in done.stderr
