"""Nothing is done that somebody should have been asked about."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from zeroclaw.configuring.asking import agreed
from zeroclaw.errors import WrongUsage

ASKS = """
import os, sys
fd = os.open(sys.argv[1], os.O_RDWR)
os.dup2(fd, 0); os.dup2(fd, 2)
from zeroclaw.configuring.asking import agreed
print(agreed("Remove it?", is_agreed=False))
"""


def test_nobody_is_asked_who_has_agreed() -> None:
    assert agreed("Remove it?", is_agreed=True)


def test_without_a_terminal_it_is_refused() -> None:
    with pytest.raises(WrongUsage, match="give --yes"):
        agreed("Remove it?", is_agreed=False)


@pytest.mark.parametrize(
    ("typed", "answer"), [(b"y\n", "True"), (b"n\n", "False"), (b"\n", "False"), (b"\4", "False")]
)
def test_answer_at_the_terminal_decides(typed: bytes, answer: str) -> None:
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
