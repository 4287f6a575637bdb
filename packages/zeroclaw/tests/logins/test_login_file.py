"""The logins of an installation stay sealed, whole, private."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from zeroclaw.home import Home
from zeroclaw.logins.errors import LoginNotReadable, LoginsUnusable
from zeroclaw.logins.login_file import KeptLogin, LoginFile
from zeroclaw_config.errors import SecretKeyUnusable
from zeroclaw_providers.oauth.tokens import Tokens

KEPT = KeptLogin(
    Tokens("planted-access", "planted-refresh", datetime(2026, 1, 1, tzinfo=UTC), "me"),
    "https://example.com",
)


def file_in(home: Path) -> LoginFile:
    return LoginFile.of(Home(home))


def test_login_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    assert (file.names(), file.get("qwen")) == ((), None)
    file.put("qwen", KEPT)
    file.put("copilot", KeptLogin(Tokens("other")))
    assert file.names() == ("copilot", "qwen")
    assert file_in(tmp_path).get("qwen") == KEPT


def test_file_is_for_its_owner_alone_and_shows_no_token(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.put("qwen", KEPT)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.key_file.stat().st_mode) == 0o600
    assert "planted" not in file.path.read_text()
    assert "me" not in json.loads(file.path.read_text())["logins"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".secret_key", "logins.json"]


def test_login_that_is_put_under_another_name_does_not_open(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.put("qwen", KEPT)
    content = json.loads(file.path.read_text())
    content["logins"]["copilot"] = content["logins"]["qwen"]
    file.path.write_text(json.dumps(content))
    with pytest.raises(LoginNotReadable, match="copilot"):
        file.get("copilot")
    assert file.get("qwen") == KEPT


def test_login_that_is_removed_is_gone_and_the_others_stay(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.put("qwen", KEPT)
    file.put("xai", KEPT)
    assert file.remove("qwen")
    assert not file.remove("qwen")
    assert file.names() == ("xai",)


def test_unreadable_login_can_be_removed_or_replaced(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.put("qwen", KEPT)
    file.key_file.write_text("0" * 64)
    with pytest.raises(LoginNotReadable, match="does not open") as caught:
        file.get("qwen")
    assert "planted" not in repr(caught.value)
    file.put("qwen", KEPT)
    assert file.get("qwen") == KEPT


def test_key_that_is_gone_is_not_replaced_while_logins_need_it(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.put("qwen", KEPT)
    file.key_file.unlink()
    with pytest.raises(LoginsUnusable, match="key file beside it is missing"):
        file.put("xai", KEPT)
    assert not file.key_file.exists()


def test_key_that_is_gone_is_not_replaced_while_the_config_needs_it(tmp_path: Path) -> None:
    sealed = "enc3:" + "A" * 60
    (tmp_path / "config.toml").write_text(f'schema_version = 3\n[x]\napi_key = "{sealed}"\n')
    with pytest.raises(SecretKeyUnusable, match="is missing"):
        file_in(tmp_path).put("qwen", KEPT)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"logins": 1}', "\x00", '{"logins": {}'])
def test_file_of_another_form_is_refused_not_overwritten(tmp_path: Path, content: str) -> None:
    file = file_in(tmp_path)
    file.path.write_text(content)
    for work in (file.names, lambda: file.put("qwen", KEPT)):
        with pytest.raises(LoginsUnusable, match="not in the form"):
            work()
    assert file.path.read_text() == content


def test_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text('{"logins": {}}')
    file = file_in(tmp_path)
    file.path.symlink_to(tmp_path / "other")
    with pytest.raises(LoginsUnusable, match="a link"):
        file.names()


def test_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    file = file_in(tmp_path)
    file.path.mkdir()
    with pytest.raises(LoginsUnusable):
        file.names()
