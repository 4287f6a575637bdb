"""Every file of an installation has its place beneath one folder."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from zeroclaw.errors import HomeUnusable
from zeroclaw.home import Home, find_home


def test_variable_names_the_home(tmp_path: Path) -> None:
    assert find_home({"ZEROCLAW_HOME": str(tmp_path)}).root == tmp_path


def test_home_is_hidden_in_the_user_s_own_folder_by_default() -> None:
    assert find_home({}).root == Path("~/.zeroclaw").expanduser()
    assert find_home({"ZEROCLAW_HOME": ""}).root == Path("~/.zeroclaw").expanduser()


def test_an_existing_folder_of_the_desktop_standard_is_the_home(tmp_path: Path) -> None:
    settings = tmp_path / "settings"
    (settings / "zeroclaw").mkdir(parents=True)
    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(settings)}
    assert find_home(environment).root == settings / "zeroclaw"
    (tmp_path / ".config" / "zeroclaw").mkdir(parents=True)
    for unset in ("", "relative"):
        found = find_home({"HOME": str(tmp_path), "XDG_CONFIG_HOME": unset}).root
        assert found == tmp_path / ".config" / "zeroclaw"


def test_the_hidden_folder_wins_over_that_of_the_desktop_standard(tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "settings")}
    assert find_home(environment).root == tmp_path / ".zeroclaw"
    (tmp_path / "settings" / "zeroclaw").mkdir(parents=True)
    (tmp_path / ".zeroclaw").mkdir()
    assert find_home(environment).root == tmp_path / ".zeroclaw"


def test_relative_home_becomes_absolute() -> None:
    assert find_home({"ZEROCLAW_HOME": "here"}).root == Path.cwd() / "here"


def test_home_whose_name_is_not_text_is_refused() -> None:
    with pytest.raises(HomeUnusable, match="not UTF-8") as caught:
        find_home({"ZEROCLAW_HOME": "/caf\udce9"})
    assert str(caught.value).isprintable()


def test_folders_are_made_for_their_owner_only(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare("main")
    home.prepare("main")
    for folder in (home.root, home.database.parent, home.workspace("main")):
        assert folder.is_dir()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_home_that_is_a_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(HomeUnusable, match="set ZEROCLAW_HOME"):
        Home(tmp_path / "home").prepare("main")


def test_every_file_has_its_place_beneath_the_root(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.config == tmp_path / "config.toml"
    assert home.database == tmp_path / "data" / "state.db"
    assert home.blobs == tmp_path / "data" / "blobs"


def test_the_history_lies_where_only_its_owner_reads(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare("main")
    assert home.history == tmp_path / "home" / "data" / "history.jsonl"
    assert stat.S_IMODE(home.history.parent.stat().st_mode) == 0o700


def test_path_back_over_a_missing_folder_means_one_place(tmp_path: Path) -> None:
    home = find_home({"ZEROCLAW_HOME": str(tmp_path / "missing" / ".." / "home")})
    assert home.root == tmp_path / "home"
