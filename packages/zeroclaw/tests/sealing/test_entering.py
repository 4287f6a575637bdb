"""A secret is read from standard input whole, never from the command line."""

from __future__ import annotations

import os

import pytest

from zeroclaw.errors import WrongUsage
from zeroclaw.sealing.entering import MOST_BYTES, enter_secret


def entered(data: bytes, sources: tuple[str, ...] = ()) -> str | None:
    """What is read of a file with this data as standard input."""
    descriptor = os.memfd_create("stdin")
    try:
        os.write(descriptor, data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return enter_secret(sources, descriptor)
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(
    ("data", "secret"),
    [
        (b"sk-one", "sk-one"),
        (b"sk-one\n", "sk-one"),
        (b"sk-one\r\n", "sk-one"),
        (b"\xef\xbb\xbfsk-one\n", "sk-one"),
        (b"-----BEGIN-----\nabc\n-----END-----\n", "-----BEGIN-----\nabc\n-----END-----"),
        ("schlüssel".encode(), "schlüssel"),
    ],
)
def test_last_line_end_is_all_that_is_dropped(data: bytes, secret: str) -> None:
    assert entered(data) == secret
    assert entered(data, ("-",)) == secret


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe", b"x" * (MOST_BYTES + 1)])
def test_input_that_can_be_no_secret_is_wrong_usage(data: bytes) -> None:
    with pytest.raises(WrongUsage):
        entered(data)


def test_secret_on_the_command_line_is_refused_unquoted() -> None:
    with pytest.raises(WrongUsage) as caught:
        entered(b"x", ("sk-planted",))
    assert "sk-planted" not in str(caught.value)
