"""A path without links is opened beneath a folder; any link on it is refused."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest
from link_swapper import swapping

from zeroclaw_runtime.workspace.openat2 import open_beneath, open_by_parts

Opens: TypeAlias = Callable[[int, Sequence[str], int, int], int]


def by_parts(root: int, parts: Sequence[str], flags: int, mode: int) -> int:
    """As on a kernel without the call."""
    return open_by_parts(root, parts, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


@pytest.fixture(params=[open_beneath, by_parts])
def opens(request: pytest.FixtureRequest) -> Opens:
    chosen: Opens = request.param
    return chosen


@pytest.fixture
def root(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "root" / "folder").mkdir(parents=True)
    (tmp_path / "root" / "folder" / "file").write_bytes(b"x")
    (tmp_path / "root" / "folder" / "link").symlink_to("file")
    (tmp_path / "root" / "way").symlink_to("folder")
    descriptor = os.open(tmp_path / "root", os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


def test_file_beneath_is_opened(opens: Opens, root: int) -> None:
    descriptor = opens(root, ("folder", "file"), os.O_RDONLY, 0)
    assert os.read(descriptor, 10) == b"x"
    assert not os.get_inheritable(descriptor)
    os.close(descriptor)


def test_root_itself_has_no_parts(opens: Opens, root: int) -> None:
    descriptor = opens(root, (), os.O_RDONLY | os.O_DIRECTORY, 0)
    assert os.path.samestat(os.fstat(descriptor), os.fstat(root))
    os.close(descriptor)


@pytest.mark.parametrize("parts", [("way", "file"), ("folder", "link")])
def test_link_on_the_way_is_refused(opens: Opens, root: int, parts: tuple[str, ...]) -> None:
    with pytest.raises(OSError):
        os.close(opens(root, parts, os.O_RDONLY, 0))
    # The control: an ordinary open follows it.
    os.close(os.open("/".join(parts), os.O_RDONLY, dir_fd=root))


def test_new_file_gets_the_mode_it_was_given(opens: Opens, root: int) -> None:
    umask = os.umask(0)
    try:
        descriptor = opens(root, ("folder", "new"), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
    finally:
        os.umask(umask)
    assert os.fstat(descriptor).st_mode & 0o777 == 0o640
    os.close(descriptor)


OPENED = 2_000
"""Times that the inside is opened during the race."""


def test_folder_swapped_for_a_link_is_never_gone_through(
    opens: Opens, root: int, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_bytes(b"secret")
    (tmp_path / "root" / "out").symlink_to("../outside")
    seen: Counter[bytes] = Counter()
    with swapping(tmp_path / "root" / "folder", tmp_path / "root" / "out"):
        while seen[b"x"] < OPENED:
            with suppress(OSError):
                descriptor = opens(root, ("folder", "file"), os.O_RDONLY, 0)
                seen[os.read(descriptor, 10)] += 1
                os.close(descriptor)
        # The control: an ordinary open soon does.
        leaked = b""
        while leaked != b"secret":
            leaked = (tmp_path / "root" / "folder" / "file").read_bytes()
    assert set(seen) == {b"x"}


@pytest.mark.parametrize("flags", [os.O_RDONLY | os.O_DIRECTORY, os.O_RDONLY])
def test_another_file_system_on_the_way_is_refused(opens: Opens, flags: int) -> None:
    parts = ("proc", "sys") if flags & os.O_DIRECTORY else ("proc", "sys", "kernel", "ostype")
    root = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
    try:
        with pytest.raises(OSError) as failure:
            os.close(opens(root, parts, flags, 0))
        assert failure.value.errno == errno.EXDEV
        # The control: an ordinary open goes there.
        os.close(os.open("/".join(parts), flags, dir_fd=root))
    finally:
        os.close(root)
