"""What comes on standard input is attached whole, or refused with a reason."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.errors import StdinRefused
from zeroclaw.stdin import MOST_BYTES, attach, read_attachment


@contextmanager
def holding(data: bytes) -> Iterator[int]:
    """A descriptor from which the data can be read to its end."""
    descriptor = os.memfd_create("stdin")
    try:
        os.write(descriptor, data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


def read(data: bytes) -> str:
    with holding(data) as descriptor:
        return read_attachment(descriptor, lambda _key: None)


@given(st.text(st.characters(exclude_characters="\0\ufeff", codec="utf-8")))
def test_any_text_arrives_as_it_was(text: str) -> None:
    assert read(text.encode()) == text


def test_mark_at_the_start_of_a_file_is_no_text() -> None:
    assert read(b"\xef\xbb\xbfhello") == "hello"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x7fELF\0\0", "binary"),
        (b"caf\xe9", "not UTF-8 .byte 3."),
        (b"x" * (MOST_BYTES + 1), "longer than 1024 KiB"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(StdinRefused, match=reason):
        read(data)


def test_terminal_is_never_read() -> None:
    ours, theirs = os.openpty()
    try:
        assert read_attachment(theirs, lambda _key: None) == ""
    finally:
        os.close(ours)
        os.close(theirs)


def test_nothing_comes_from_a_closed_descriptor() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    os.close(theirs)
    assert read_attachment(theirs, lambda _key: None) == ""


def test_nothing_comes_from_the_null_device() -> None:
    with Path(os.devnull).open("rb") as null:
        assert read_attachment(null.fileno(), lambda _key: None) == ""


def test_text_is_set_apart_from_the_message() -> None:
    assert attach("Sum up.", "a\nb") == "Sum up.\n\n<stdin>\na\nb\n</stdin>"
    assert attach("", "a") == "a"
    assert attach("Sum up.", " \n") == "Sum up."
