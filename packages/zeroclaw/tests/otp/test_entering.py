"""A code is taken from a terminal or a pipe; what is none is refused."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ASKS = """
import os, sys
if len(sys.argv) > 1:
    fd = os.open(sys.argv[1], os.O_RDWR)
    os.dup2(fd, 0); os.dup2(fd, 2)
from zeroclaw.otp.entering import enter_code
from zeroclaw.errors import WrongUsage
try:
    print(repr(enter_code("Code?")))
except WrongUsage:
    print("refused")
"""


def asked(piped: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ASKS],
        input=piped,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("line", ["123456\n", "123 456\n", " 123456 \r\n", "123456"])
def test_line_of_a_pipe_is_the_code(line: str) -> None:
    assert asked(line) == "'123456'"


@pytest.mark.parametrize("line", ["", "\n", "12345\n", "1234567\n", "abcdef\n", "١٢٣٤٥٦\n"])
def test_what_is_no_code_is_refused(line: str) -> None:
    assert asked(line) == "refused"


@pytest.mark.parametrize(("typed", "answer"), [(b"123 456\n", "'123456'"), (b"\4", "None")])
def test_answer_at_the_terminal_is_the_code(typed: bytes, answer: str) -> None:
    master, slave = os.openpty()
    os.write(master, typed)
    done = subprocess.run(
        [sys.executable, "-c", ASKS, os.ttyname(slave)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    os.close(slave)
    os.close(master)
    assert done.stdout.strip() == answer
