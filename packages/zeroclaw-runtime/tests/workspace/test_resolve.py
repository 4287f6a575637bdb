"""A path becomes its parts without links, or is refused when it leads outside."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.errors import PathOutside, PathUnusable, WorkspaceError
from zeroclaw_runtime.workspace.resolve import OpenRoots, resolve
from zeroclaw_runtime.workspace.rules import Roots


@contextmanager
def opened(roots: Roots, home: str | None = None) -> Iterator[OpenRoots]:
    descriptors = {path: os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in roots.paths}
    try:
        yield OpenRoots(roots, descriptors, home)
    finally:
        for descriptor in descriptors.values():
            os.close(descriptor)


@pytest.fixture
def root(tmp_path: Path) -> Iterator[OpenRoots]:
    (tmp_path / "root" / "a" / "b").mkdir(parents=True)
    (tmp_path / "root" / "inward").symlink_to(tmp_path / "root" / "a")
    (tmp_path / "root" / "a" / "back").symlink_to("../a/b")
    (tmp_path / "root" / "outward").symlink_to("../..")
    with opened(Roots(str(tmp_path / "root"))) as one:
        yield one


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
        ("../root/a", ("a",)),
        ("/../{root}/a", ("a",)),
    ],
)
def test_path_inside_becomes_its_parts(path: str, parts: tuple[str, ...], root: OpenRoots) -> None:
    workspace = root.roots.workspace
    place = resolve(root, path.format(root=workspace))
    assert (place.parts, "/" + "/".join(place.whole)) == (parts, "/".join([workspace, *parts]))


@pytest.mark.parametrize(
    "path",
    [
        *("..", "a/../..", "outward", "outward/x", "/", "/etc", "{root}-twin", "{root}/../x"),
        # Whether what lies outside is a link there is not looked at.
        *("/etc/../{root}/a", "../x/../root/a", "{root}-twin/../root/a"),
        *("~", "~/a", "~/../.."),
    ],
)
def test_path_that_leads_outside_is_refused(path: str, root: OpenRoots) -> None:
    with pytest.raises(PathOutside):
        resolve(root, path.format(root=root.roots.workspace))


@pytest.mark.parametrize(
    "name",
    ["%2e%2e%2fa", "%252e%252e%252f", "..\\a", "...", "....", "\uff0e\uff0e", "~root", "a~", ". ."],
)
def test_what_another_program_might_decode_is_a_plain_name(name: str, root: OpenRoots) -> None:
    assert resolve(root, name).parts == (name,)
    assert resolve(root, f"{name}/").parts == (name,)
    assert resolve(root, f"....//{name}").parts == ("....", name)


@pytest.mark.parametrize("path", ["a\0/../..", "\ud800", "\udfff/..", "x" * 5000, "./" * 9000])
def test_path_that_no_file_can_have_is_unusable(path: str, root: OpenRoots) -> None:
    with pytest.raises(PathUnusable):
        resolve(root, path)


def tree(folder: Path) -> Roots:
    """A workspace with a read-only folder in it, a second root beside it, a third elsewhere."""
    for name in ("work/vendor/deep", "libs/x", "work-evil", "real/store"):
        (folder / name).mkdir(parents=True)
    (folder / "named").symlink_to(folder / "real" / "store")
    (folder / "work" / "result").symlink_to(folder / "named" / "r-1")
    (folder / "work" / "lib").symlink_to("../libs/x")
    (folder / "work" / "sneaky").symlink_to("../work-evil/x")
    return Roots(
        str(folder / "work"),
        (str(folder / "libs"),),
        (str(folder / "work" / "vendor"), str(folder / "real" / "store")),
        ((str(folder / "named"), str(folder / "real" / "store")),),
    )


@pytest.mark.parametrize(
    ("path", "root", "parts"),
    [
        ("a", "work", ("a",)),
        ("vendor", "work/vendor", ()),
        ("vendor/deep/x", "work/vendor", ("deep", "x")),
        ("vendor/../a", "work", ("a",)),
        ("lib/y", "libs", ("x", "y")),
        ("../libs/x", "libs", ("x",)),
        ("{folder}/libs/x/..", "libs", ()),
        ("{folder}/named/r-1", "real/store", ("r-1",)),
        ("result/bin", "real/store", ("r-1", "bin")),
        ("~/x/y", "libs", ("x", "y")),
    ],
)
def test_path_leads_into_whichever_root_holds_it(
    path: str, root: str, parts: tuple[str, ...], tmp_path: Path
) -> None:
    roots = tree(tmp_path)
    with opened(roots, home=str(tmp_path / "libs")) as one:
        place = resolve(one, path.format(folder=tmp_path))
        assert (place.descriptor, place.parts) == (
            one.descriptors[str(tmp_path / root)],
            parts,
        )


@pytest.mark.parametrize(
    "path", ["sneaky", "../work-evil/x", "{folder}/work-evil/x", "{folder}", "..", "../real"]
)
def test_folder_that_is_no_root_stays_outside_of_several(path: str, tmp_path: Path) -> None:
    with opened(tree(tmp_path)) as one, pytest.raises(PathOutside):
        resolve(one, path.format(folder=tmp_path))


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
    try:
        with opened(Roots(str(folder))) as one:
            parts = resolve(one, asked).parts
    except WorkspaceError:
        return
    assert ".." not in parts
    resolved = PurePosixPath(str(folder), *parts)
    if Path(asked if is_absolute else folder / asked).exists():
        assert os.path.realpath(asked if is_absolute else folder / asked) == str(resolved)
