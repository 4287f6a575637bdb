"""The words for a refused start."""

from __future__ import annotations

import errno

from zeroclaw_api.processes import Command
from zeroclaw_runtime.process import reaper_main
from zeroclaw_runtime.process.failures import start_failed

COMMAND = Command(argv=("frobnicate", "--secret"), cwd="/srv", env={})


def test_refusal_names_program_directory_and_reason() -> None:
    said = str(start_failed(COMMAND, errno.EACCES))
    assert said == "Cannot start frobnicate in /srv: Permission denied."


def test_refusal_of_the_directory_does_not_blame_the_program() -> None:
    said = str(start_failed(COMMAND, errno.ENOENT, reaper_main.DIRECTORY))
    assert "the working directory: No such file or directory" in said


def test_refusal_without_a_number_says_that_nothing_is_known() -> None:
    assert "without saying why" in str(start_failed(COMMAND, 0))
