"""A file is told by what it is, a repository by what is in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeroclaw_runtime.workspace.admission import is_in_repository, is_strange_link

OWNER, OTHER = 1000, 1001


def found(mode: int, names: int, owner: int) -> os.stat_result:
    return os.stat_result((mode, 1, 1, names, owner, owner, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("permissions", "names", "owner", "is_strange"),
    [
        (0o644, 1, OWNER, False),
        (0o600, 1, OWNER, False),
        (0o644, 1, OTHER, False),
        # As a store of packages links it, or git an object.
        (0o644, 2, OWNER, False),
        (0o444, 90, OWNER, False),
        # As a key, a password file, somebody else's file.
        (0o600, 2, OWNER, True),
        (0o640, 2, OWNER, True),
        (0o644, 2, OTHER, True),
    ],
)
def test_second_name_of_what_is_not_for_everybody_is_strange(
    permissions: int, names: int, owner: int, is_strange: bool
) -> None:
    assert is_strange_link(found(stat.S_IFREG | permissions, names, owner), OWNER) is is_strange


def test_folder_is_never_a_strange_link() -> None:
    # Every folder in it is another name of it.
    assert not is_strange_link(found(stat.S_IFDIR | 0o700, 9, OWNER), OWNER)


@pytest.fixture
def root(tmp_path: Path) -> Iterator[int]:
    for name in (
        "bare/objects",
        "bare/refs",
        "bare/hooks",
        "linked",
        "plain/objects",
        "plain/refs",
    ):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "bare" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "linked" / "HEAD").symlink_to("../bare/HEAD")
    (tmp_path / "linked" / "commondir").write_text("../bare\n")
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


@pytest.mark.parametrize(
    ("folders", "is_in"),
    [
        (("bare",), True),
        (("bare", "hooks"), True),
        (("bare", "gone", "gone"), True),
        (("linked",), True),
        (("plain",), False),
        ((), False),
        (("gone", "bare"), False),
    ],
)
def test_repository_is_known_by_what_is_in_it(
    folders: tuple[str, ...], is_in: bool, root: int
) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert is_in_repository(root, folders) is is_in
    assert len(list(Path("/proc/self/fd").iterdir())) == before
