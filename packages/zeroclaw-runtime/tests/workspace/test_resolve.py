"""A path becomes its parts without links, or is refused when it leads outside."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import PathOutside, WorkspaceError
from zeroclaw_runtime.workspace.resolve import Root, resolve


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Root]:
    (tmp_path / "root" / "a" / "b").mkdir(parents=True)
    (tmp_path / "root" / "inward").symlink_to(tmp_path / "root" / "a")
    (tmp_path / "root" / "a" / "back").symlink_to("../a/b")
    (tmp_path / "root" / "outward").symlink_to("../..")
    descriptor = os.open(tmp_path / "root", os.O_RDONLY | os.O_DIRECTORY)
    yield Root(descriptor, str(tmp_path / "root"))
    os.close(descriptor)


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("", ()),
        ("./a//b/.", ("a", "b")),
        ("a/../a/b", ("a", "b")),
        ("gone/../a", ("a",)),
        ("inward/back/new", ("a", "b", "new")),
        ("inward/../a", ("a",)),
        ("{root}/a", ("a",)),
    ],
)
def test_path_inside_becomes_its_parts(path: str, parts: tuple[str, ...], root: Root) -> None:
    assert resolve(root, path.format(root=root.path)) == parts


@pytest.mark.parametrize(
    "path", ["..", "a/../..", "outward", "outward/x", "/", "/etc", "{root}-twin", "{root}/../x"]
)
def test_path_that_leads_outside_is_refused(path: str, root: Root) -> None:
    with pytest.raises(PathOutside):
        resolve(root, path.format(root=root.path))


PIECES = st.sampled_from(["a", "b", "..", ".", "", "inward", "back", "outward", "new", "é"])


@given(st.lists(PIECES, max_size=8), st.booleans())
def test_whatever_is_resolved_lies_where_the_kernel_would_go(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], is_absolute: bool
) -> None:
    folder = tmp_path_factory.getbasetemp() / "resolve" / "root"
    if not folder.exists():
        (folder / "a" / "b").mkdir(parents=True)
        (folder / "inward").symlink_to(folder / "a")
        (folder / "a" / "back").symlink_to("../a/b")
        (folder / "outward").symlink_to("../..")
    path = "/".join(pieces)
    asked = f"{folder}/{path}" if is_absolute else path.lstrip("/")
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        parts = resolve(Root(descriptor, str(folder)), asked)
    except WorkspaceError:
        return
    finally:
        os.close(descriptor)
    assert ".." not in parts
    resolved = PurePosixPath(str(folder), *parts)
    if Path(asked if is_absolute else folder / asked).exists():
        assert os.path.realpath(asked if is_absolute else folder / asked) == str(resolved)
