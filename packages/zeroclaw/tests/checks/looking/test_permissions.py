"""Files that are there are looked at, others are not made up."""

from __future__ import annotations

import os
from pathlib import Path

from zeroclaw.checks.looking.permissions import look_at_files
from zeroclaw.home import Home


def test_files_are_told_with_mode_owner_and_kind(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert look_at_files(home) == ([], [])
    home.prepare("main")
    home.root.chmod(0o750)
    home.config.touch(mode=0o640)
    (home.root / ".secret_key").touch(mode=0o600)
    found, unseen = look_at_files(home)
    named = {Path(file.path).name: file for file in found}
    assert set(named) == {"home", "config.toml", ".secret_key", "data"}
    assert (named["home"].mode, named["home"].is_folder) == (0o750, True)
    assert named["config.toml"].mode & 0o037 == 0
    assert [file.is_key for file in found] == [False, False, True, False]
    assert {file.owner for file in found} == {os.geteuid()}
    assert unseen == []


def test_link_is_followed_to_what_others_may_read(tmp_path: Path) -> None:
    home = Home(tmp_path)
    target = tmp_path / "elsewhere.toml"
    target.touch()
    target.chmod(0o644)
    home.config.symlink_to(target)
    found, _ = look_at_files(home)
    assert [oct(file.mode) for file in found if file.path == str(home.config)] == ["0o644"]


def test_loop_of_links_is_told_as_unseen(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.config.symlink_to(home.config)
    assert look_at_files(home)[1] == [str(home.config)]
