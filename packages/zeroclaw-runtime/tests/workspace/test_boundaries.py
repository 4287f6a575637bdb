"""Roots, rules, the trees of real tools: what may be read or written, what may not."""

from __future__ import annotations

import os
import stat
import subprocess
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from zeroclaw_api.errors import PathForbidden, PathOutside, PathUnusable
from zeroclaw_runtime import RootedFiles, open_workspace
from zeroclaw_runtime.workspace.rules import PathRules, Roots

SECRET = b"secret outside"


@contextmanager
def opened(
    work: Path,
    writable: tuple[Path, ...] = (),
    readable: tuple[Path, ...] = (),
    rules: PathRules = PathRules(),
) -> Iterator[RootedFiles]:
    work.mkdir(parents=True, exist_ok=True)
    roots = Roots(str(work), tuple(map(str, writable)), tuple(map(str, readable)))
    with open_workspace(roots, rules) as files:
        yield files


def rule_of(files: RootedFiles, path: str, *, writes: bool) -> str:
    """The rule that closes a path; what is not closed is used."""
    try:
        files.write(path, b"new") if writes else files.read(path, 0, 100)
    except PathForbidden as error:
        return error.rule
    return "open"


def entry_names(files: RootedFiles, path: str) -> list[str]:
    return [entry.name for entry in files.list(path)]


def test_refusal_tells_the_rule_to_nobody_but_the_operator(tmp_path: Path) -> None:
    with opened(tmp_path / "work") as files, pytest.raises(PathForbidden) as failure:
        files.write(".git/config", b"x")
    assert failure.value.rule == "protected_name"
    assert str(failure.value) == ".git/config is protected, so it was left alone."


def test_second_root_is_used_by_its_absolute_path(tmp_path: Path) -> None:
    libs = tmp_path / "libs"
    (libs / "x").mkdir(parents=True)
    with opened(tmp_path / "work", writable=(libs,)) as files:
        files.write(f"{libs}/x/a", b"1")
        assert files.read("../libs/x/a", 0, 9) == (libs / "x" / "a").read_bytes() == b"1"
        assert entry_names(files, str(libs)) == ["x"]
        with pytest.raises(PathOutside):
            files.write(f"{libs}-evil/a", b"1")
    with opened(tmp_path / "work") as files, pytest.raises(PathOutside):
        # The control: it is its being a root that opens it.
        files.read(f"{libs}/x/a", 0, 9)


def test_read_only_root_is_read_but_never_written(tmp_path: Path) -> None:
    vendor = tmp_path / "work" / "vendor"
    vendor.mkdir(parents=True)
    (vendor / "a").write_bytes(b"old")
    (tmp_path / "work" / "way").symlink_to("vendor/a")
    with opened(tmp_path / "work", readable=(vendor,)) as files:
        assert files.read("vendor/a", 0, 9) == files.read("way", 0, 9) == b"old"
        for path in ("vendor/a", "way", "vendor/new/b", f"{vendor}/a"):
            assert rule_of(files, path, writes=True) == "read_only_root"
    assert (vendor / "a").read_bytes() == b"old"
    with opened(tmp_path / "work") as files:
        assert rule_of(files, "vendor/a", writes=True) == "open"


def test_root_that_is_written_through_a_link_is_known_by_both_names(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "named").symlink_to("real")
    with opened(tmp_path / "work", writable=(tmp_path / "named",)) as files:
        files.write(f"{tmp_path}/named/a", b"1")
        assert files.read(f"{tmp_path}/real/a", 0, 9) == b"1"


def test_missing_root_is_an_error_that_names_it(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    with (
        pytest.raises(PathUnusable, match=str(gone)),
        opened(tmp_path / "work", readable=(gone,)),
    ):
        pytest.fail("it opened a folder that does not exist")


def test_forbidden_path_is_closed_by_every_name_it_has(tmp_path: Path) -> None:
    work, kept = tmp_path / "work", tmp_path / "work" / "kept"
    kept.mkdir(parents=True)
    (kept / "a").write_bytes(SECRET)
    (work / "link").symlink_to("kept")
    (work / "file").symlink_to(kept / "a")
    (tmp_path / "named").symlink_to(kept)
    spelled = ("kept/a", "link/a", "file", f"{kept}/a", "x/../kept/./a", f"{tmp_path}/named/a")
    # Forbidden by a name that leads there, as well as by its own.
    for name in (kept, tmp_path / "named", work / "link"):
        with opened(work, rules=PathRules(forbidden=(str(name),))) as files:
            for path in spelled[:5]:
                assert rule_of(files, path, writes=False) == "forbidden_path"
                assert rule_of(files, path, writes=True) == "forbidden_path"
            with pytest.raises(PathForbidden):
                files.list("link")
    assert (kept / "a").read_bytes() == SECRET
    with opened(work) as files:
        assert files.read("file", 0, 100) == SECRET


def test_own_files_stay_closed_though_the_home_is_a_root(tmp_path: Path) -> None:
    home = tmp_path / "me"
    own = home / ".zeroclaw"
    work = own / "agents" / "a" / "workspace"
    (own / "data").mkdir(parents=True)
    for name in ("config.toml", ".secret_key", "data/state.db"):
        (own / name).write_bytes(SECRET)
    work.mkdir(parents=True)
    (work / "link").symlink_to("../../../config.toml")
    rules = PathRules(installation=str(own), home=str(home))
    closed = ("~/.zeroclaw/config.toml", "~/../me/.zeroclaw/.secret_key", "../../../data/state.db")
    with opened(work, writable=(home,), rules=rules) as files:
        for path in (*closed, "link", f"{own}/config.toml", f"{own}/agents/b/x"):
            assert rule_of(files, path, writes=False) == "own_files"
            assert rule_of(files, path, writes=True) == "own_files"
        files.write("notes", b"mine")
        files.write("~/notes", b"mine")
    assert (home / "notes").read_bytes() == (work / "notes").read_bytes() == b"mine"
    # The control: the root alone would open them.
    with opened(work, writable=(home,), rules=PathRules(home=str(home))) as files:
        assert files.read("~/.zeroclaw/config.toml", 0, 100) == SECRET


def test_git_is_read_but_its_hooks_and_settings_are_never_written(tmp_path: Path) -> None:
    work = tmp_path / "work"
    for command in (["git", "init", "-q", "."], ["git", "init", "-q", "--bare", "mirror"]):
        work.mkdir(exist_ok=True)
        subprocess.run(command, cwd=work, check=True, env={"PATH": os.defpath})
    (work / "way").symlink_to(".git")
    settings = (work / ".git" / "config").read_bytes()
    with opened(work) as files:
        assert files.read(".git/config", 0, 5_000) == files.read("way/config", 0, 5_000) == settings
        for path in (".git/config", ".git/hooks/pre-commit", "way/config", "sub/.git", ".GIT/x"):
            assert rule_of(files, path, writes=True) == "protected_name"
        for path in ("mirror/config", "mirror/hooks/post-update", "mirror/new"):
            assert rule_of(files, path, writes=True) == "repository"
        # Nor can one be made of plain files: git takes a folder for one by its `HEAD`.
        assert rule_of(files, "made/config", writes=True) == "open"
        assert rule_of(files, "made/objects/x", writes=True) == "open"
        assert rule_of(files, "made/HEAD", writes=True) == "protected_name"
    assert (work / ".git" / "config").read_bytes() == settings
    assert not (work / "sub").exists()


def link_twice(work: Path, outside: Path, mode: int) -> None:
    work.mkdir()
    outside.write_bytes(SECRET)
    outside.chmod(mode)
    (work / "twin").hardlink_to(outside)


def test_private_file_under_a_second_name_is_not_read(tmp_path: Path) -> None:
    link_twice(tmp_path / "work", tmp_path / "id_rsa", 0o600)
    with opened(tmp_path / "work") as files:
        assert rule_of(files, "twin", writes=False) == "hard_link"
    # The control: an ordinary read shows it.
    assert (tmp_path / "work" / "twin").read_bytes() == SECRET


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_write_never_changes_a_file_under_its_other_name(mode: int, tmp_path: Path) -> None:
    link_twice(tmp_path / "work", tmp_path / "outside", mode)
    with opened(tmp_path / "work") as files:
        files.write("twin", b"new")
        assert files.read("twin", 0, 100) == b"new"
    assert (tmp_path / "outside").read_bytes() == SECRET
    # The control: an ordinary write changes both.
    (tmp_path / "work" / "again").hardlink_to(tmp_path / "outside")
    (tmp_path / "work" / "again").write_bytes(b"spoiled")
    assert (tmp_path / "outside").read_bytes() == b"spoiled"


def test_what_is_mounted_inside_is_closed_until_it_is_a_root() -> None:
    with open_workspace("/") as files:
        assert rule_of(files, "proc/self/environ", writes=False) == "mount"
        assert rule_of(files, "proc/self/comm", writes=True) == "mount"
    with open_workspace(Roots("/", readable=("/proc",))) as files:
        assert files.read("proc/self/comm", 0, 100)
        assert rule_of(files, "proc/self/comm", writes=True) == "read_only_root"


def test_new_content_is_never_run_with_more_rights(tmp_path: Path) -> None:
    with opened(tmp_path / "work") as files:
        files.write("run", b"#!/bin/sh\n")
        (tmp_path / "work" / "run").chmod(0o6755)
        files.write("run", b"#!/bin/sh\nid\n")
    assert stat.S_IMODE((tmp_path / "work" / "run").stat().st_mode) == 0o755


def test_virtual_environment_is_used_up_to_the_programs_of_the_system(tmp_path: Path) -> None:
    work = tmp_path / "work"
    venv.create(work / ".venv", symlinks=True, with_pip=False)
    (site,) = (work / ".venv" / "lib").glob("python*/site-packages")
    within = site.relative_to(work)
    with opened(work) as files:
        assert files.read(".venv/pyvenv.cfg", 0, 4) == b"home"
        files.write(f"{within}/mine.py", b"x")
        assert files.read(f"{work}/{within}/mine.py", 0, 9) == b"x"
        if (work / ".venv" / "lib64").is_symlink():
            below = Path(*within.parts[2:])
            assert files.read(f".venv/lib64/{below}/mine.py", 0, 9) == b"x"
        assert "python" in entry_names(files, ".venv/bin")
        for writes in (False, True):
            with pytest.raises(PathOutside):
                rule_of(files, ".venv/bin/python", writes=writes)
    # The control: it leads to a program that anybody can read.
    assert (work / ".venv" / "bin" / "python").read_bytes()[:4] == b"\x7fELF"


def test_packages_of_pnpm_are_read_through_all_their_links(tmp_path: Path) -> None:
    work, store = tmp_path / "work", tmp_path / "store"
    modules = work / "node_modules"
    inner = modules / ".pnpm" / "a@1" / "node_modules"
    (inner / "a").mkdir(parents=True)
    other = modules / ".pnpm" / "@s+b@2" / "node_modules" / "@s"
    (other / "b").mkdir(parents=True)
    (work / "packages" / "mine").mkdir(parents=True)
    (work / "packages" / "mine" / "index.js").write_bytes(b"mine")
    store.mkdir()
    (store / "00ff").write_bytes(b"of the store")
    (inner / "a" / "index.js").hardlink_to(store / "00ff")
    (other / "b" / "index.js").hardlink_to(store / "00ff")
    (modules / "a").symlink_to(".pnpm/a@1/node_modules/a")
    (inner / "@s").mkdir()
    (inner / "@s" / "b").symlink_to("../../../@s+b@2/node_modules/@s/b")
    (modules / "mine").symlink_to(work / "packages" / "mine")
    with opened(work) as files:
        assert files.read("node_modules/a/index.js", 0, 99) == b"of the store"
        assert files.read("node_modules/.pnpm/a@1/node_modules/@s/b/index.js", 0, 99)
        assert files.read("node_modules/a/../@s/b/index.js", 0, 99) == b"of the store"
        files.write("node_modules/mine/index.js", b"changed")
        files.write("node_modules/a/index.js", b"patched")
        assert entry_names(files, "node_modules") == [".pnpm", "a", "mine"]
    assert (work / "packages" / "mine" / "index.js").read_bytes() == b"changed"
    assert (store / "00ff").read_bytes() == b"of the store"


def test_result_of_nix_is_read_when_the_store_is_a_root(tmp_path: Path) -> None:
    work, store = tmp_path / "work", tmp_path / "nix" / "store"
    (store / "h-lib").mkdir(parents=True)
    (store / "h-lib" / "x").write_bytes(b"built")
    (store / "h-app" / "bin").mkdir(parents=True)
    (store / "h-app" / "bin" / "x").symlink_to(store / "h-lib" / "x")
    work.mkdir()
    (work / "result").symlink_to(store / "h-app")
    with opened(work, readable=(store,)) as files:
        assert files.read("result/bin/x", 0, 9) == b"built"
        assert rule_of(files, "result/bin/x", writes=True) == "read_only_root"
    with opened(work) as files:
        assert entry_names(files, ".") == ["result"]
        with pytest.raises(PathOutside):
            files.read("result/bin/x", 0, 9)
