"""The errors about logins say what to do."""

from __future__ import annotations

from zeroclaw.logins.errors import LoginMissing, LoginNotReadable, LoginsLocked


def test_missing_login_comes_with_the_command_that_makes_it() -> None:
    assert "`zeroclaw auth login qwen`" in str(LoginMissing(login="qwen"))
    assert "`zeroclaw auth login qwen`" in str(LoginNotReadable(path="p", login="qwen"))


def test_locked_logins_say_for_how_long() -> None:
    assert "since more than 30 seconds" in str(LoginsLocked(path="p", seconds=30.0))
