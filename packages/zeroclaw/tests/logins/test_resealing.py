"""Logins survive that the key of the installation is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from login_homes import environment, login_file

from zeroclaw.home import Home
from zeroclaw.logins.errors import LoginNotReadable
from zeroclaw.logins.login_file import KeptLogin
from zeroclaw.logins.resealing import reseal_logins
from zeroclaw.sealing.rotate_key import run as rotate
from zeroclaw_config.secrets.key_file import keep_previous, new_key, read_key, replace_key
from zeroclaw_providers.oauth.tokens import Tokens

KEPT = KeptLogin(Tokens("planted-a", "planted-b"))
CONFIG = "schema_version = 3\n[agents.main]\nmodel_provider = 'custom.home'\n"


def test_rotated_key_still_opens_the_logins(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    file = login_file(tmp_path)
    file.put("qwen", KEPT)
    before = file.key_file.read_text()
    assert rotate(environment(tmp_path), is_agreed=True, debug=False) == 0
    assert file.key_file.read_text() != before
    assert file.get("qwen") == KEPT


def test_interrupted_rotation_loses_no_login(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    file = login_file(tmp_path)
    file.put("qwen", KEPT)
    old = read_key(file.key_file)
    assert old is not None
    # As it is when the machine stops right after the fresh key was written.
    keep_previous(file.key_file, old)
    replace_key(file.key_file, new_key(file.key_file))
    assert rotate(environment(tmp_path), is_agreed=True, debug=False) == 0
    assert file.get("qwen") == KEPT


def test_control_a_replaced_key_alone_opens_nothing(tmp_path: Path) -> None:
    file = login_file(tmp_path)
    file.put("qwen", KEPT)
    replace_key(file.key_file, new_key(file.key_file))
    with pytest.raises(LoginNotReadable):
        reseal_logins(Home(tmp_path))


def test_home_without_logins_is_left_alone(tmp_path: Path) -> None:
    reseal_logins(Home(tmp_path))
    assert list(tmp_path.iterdir()) == []
