"""Contents as open descriptors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zeroclaw_runtime.process.memory_files import MOST_FILES, memory_file, memory_files


def open_descriptors() -> list[str]:
    return sorted(entry.name for entry in Path("/proc/self/fd").iterdir())


def test_memory_file_is_read_from_its_start_and_written_by_nobody() -> None:
    descriptor = memory_file(b"secret")
    try:
        with pytest.raises(PermissionError):
            os.pwrite(descriptor, b"forged", 0)
        with pytest.raises(PermissionError):
            os.ftruncate(descriptor, 0)
        assert os.read(descriptor, 100) == b"secret"
        assert not os.get_inheritable(descriptor)
    finally:
        os.close(descriptor)


def test_memory_files_are_closed_after_the_block() -> None:
    before = open_descriptors()
    with memory_files((b"one", b"two")) as (first, second):
        assert (os.read(first, 9), os.read(second, 9)) == (b"one", b"two")
    assert open_descriptors() == before


def test_more_files_than_can_be_passed_are_refused() -> None:
    before = open_descriptors()
    with pytest.raises(OSError, match="Too many open files"), memory_files((b"",) * 99):
        pass
    assert open_descriptors() == before
    with memory_files((b"",) * MOST_FILES) as files:
        assert len(files) == MOST_FILES
