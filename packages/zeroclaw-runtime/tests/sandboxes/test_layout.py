"""A policy becomes the right mounts, in an order in which each can be made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zeroclaw_api.errors import SandboxUnavailable
from zeroclaw_api.sandbox import NetworkAccess, SandboxPolicy
from zeroclaw_runtime.sandboxes.layout import Absent, Layout, Mount, layout_of


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "work"
    (folder / ".git/hooks").mkdir(parents=True)
    (folder / ".git/config").touch()
    return folder


def laid_out(
    *writable: Path,
    readable: tuple[Path, ...] = (),
    protected: tuple[Path, ...] = (),
    hidden: tuple[Path, ...] = (),
) -> Layout:
    policy = SandboxPolicy(
        writable=tuple(map(str, writable)),
        readable=tuple(map(str, readable)),
        protected=tuple(map(str, protected)),
        hidden=tuple(map(str, hidden)),
    )
    return layout_of(policy, "/")


def below(layout: Layout, folder: Path) -> dict[str, Mount]:
    return {
        os.path.relpath(path, folder): kind
        for path, kind in layout.mounts
        if Path(path).is_relative_to(folder)
    }


def test_programs_are_readable_and_temporary_files_private() -> None:
    mounts = dict(laid_out().mounts)
    assert mounts["/usr"] is Mount.READ_ONLY
    assert mounts["/tmp"] is Mount.TEMPORARY
    assert {"/etc/shadow", "/etc", "/etc/ssl", "/root", "/home", "/etc/resolv.conf"} & {
        *mounts
    } == set()


def test_network_settings_come_with_the_network() -> None:
    policy = SandboxPolicy(writable=(), readable=(), network=NetworkAccess.OPEN)
    assert "/etc/hosts" in dict(layout_of(policy, "/").mounts)


def test_protected_path_is_read_only_and_its_folders_cannot_be_renamed(work: Path) -> None:
    layout = laid_out(work, protected=(work / ".git/hooks", work / ".git/config"))
    assert below(layout, work) == {
        ".": Mount.WRITABLE,
        ".git": Mount.WRITABLE,
        ".git/hooks": Mount.READ_ONLY,
        ".git/config": Mount.READ_ONLY,
    }
    paths = [path for path, _ in layout.mounts]
    assert paths == sorted(paths, key=lambda path: path.count("/"))


def test_grant_beneath_a_protected_path_is_void(work: Path) -> None:
    layout = laid_out(work, work / ".git/hooks", protected=(work / ".git",))
    assert below(layout, work) == {".": Mount.WRITABLE, ".git": Mount.READ_ONLY}


def test_whole_writable_folder_can_be_protected(work: Path) -> None:
    assert below(laid_out(work, protected=(work,)), work) == {".": Mount.READ_ONLY}


@pytest.mark.parametrize("protected", ["hooks", ".git/hooks/deep"])
def test_protected_path_outside_of_what_is_writable_needs_nothing(
    work: Path, protected: str
) -> None:
    layout = laid_out(readable=(work,), protected=(work / protected,))
    assert below(layout, work) == {".": Mount.READ_ONLY}
    assert layout.absent == ()


def test_file_in_the_place_of_a_folder_is_what_gets_protected(work: Path) -> None:
    (work / "module").mkdir()
    (work / "module/.git").write_text("gitdir: elsewhere")
    layout = laid_out(work, protected=(work / "module/.git/hooks",))
    assert below(layout, work)["module/.git"] is Mount.READ_ONLY


def test_first_missing_folder_holds_the_place_of_all_below_it(work: Path) -> None:
    layout = laid_out(work, protected=(work / "a/b", work / "a", work / "c"))
    assert layout.absent == (
        Absent(str(work / "a"), is_folder=True),
        Absent(str(work / "c"), is_folder=False),
    )


@pytest.mark.parametrize("link", [".git", ".git/hooks"])
def test_link_that_a_command_could_replace_is_refused(work: Path, link: str) -> None:
    (work / link).rename(work / "real")
    (work / link).symlink_to(work / "real")
    for kind in ("protected", "hidden"):
        with pytest.raises(SandboxUnavailable, match="symbolic link"):
            laid_out(work, **{kind: (work / ".git/hooks",)})


def test_link_outside_is_followed_to_what_counts(work: Path) -> None:
    link = work.parent / "link"
    link.symlink_to(work / ".git")
    layout = laid_out(work, protected=(link / "hooks",))
    assert below(layout, work) == {
        ".": Mount.WRITABLE,
        ".git": Mount.WRITABLE,
        ".git/hooks": Mount.READ_ONLY,
    }


def test_folder_named_by_a_link_is_there_by_both_names(work: Path) -> None:
    link = work.parent / "link"
    link.symlink_to(work)
    layout = laid_out(link, protected=(link / ".git/hooks",))
    assert below(layout, work)[".git/hooks"] is Mount.READ_ONLY
    assert (str(link), str(work)) in layout.links
    assert layout.has(str(link / ".git"))


def test_hidden_path_is_hidden_wherever_it_can_be_seen(work: Path) -> None:
    (work / "secrets").mkdir()
    hidden = (work / "secrets", work / ".git/config")
    for layout in (laid_out(work, hidden=hidden), laid_out(readable=(work,), hidden=hidden)):
        found = below(layout, work)
        assert found["secrets"] is Mount.HIDDEN_FOLDER
        assert found[".git/config"] is Mount.HIDDEN_FILE
    assert below(laid_out(hidden=hidden), work) == {}


@pytest.mark.parametrize("outer", ["readable", "writable"])
def test_grant_beneath_a_hidden_folder_counts_again(work: Path, outer: str) -> None:
    home, inner = work.parent, work / ".git"
    if outer == "readable":
        layout = laid_out(inner, readable=(home,), hidden=(work,))
    else:
        layout = laid_out(home, inner, hidden=(work,))
    assert below(layout, work) == {".": Mount.HIDDEN_FOLDER, ".git": Mount.WRITABLE}


def test_lesser_gift_beneath_a_greater_one_is_no_mount(work: Path) -> None:
    layout = laid_out(work, work / ".git", readable=(work / ".git/hooks",))
    assert below(layout, work) == {".": Mount.WRITABLE}


def test_command_can_only_be_in_a_folder_that_is_there(work: Path) -> None:
    layout = laid_out(work, hidden=(work / ".git",))
    assert all(map(layout.has, ("/", "/tmp", "/usr/bin", str(work), str(work.parent))))
    assert not any(map(layout.has, ("/root", "/etc/ssl/private", "/var/tmp")))
