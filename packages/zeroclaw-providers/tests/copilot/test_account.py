"""The account of GitHub is found, or its user is told what to do."""

from __future__ import annotations

import pytest

from zeroclaw_providers.copilot.account import GitHubAccount
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_testing.logins import FixedLogins

KEY = "planted-gh-key-0123"


async def test_key_of_the_alias_comes_before_the_login() -> None:
    logins = FixedLogins({"copilot": "other"})
    assert await GitHubAccount("copilot.home", KEY, logins).token("m") == KEY
    assert logins.asked == []


async def test_login_of_copilot_is_used_without_a_key() -> None:
    account = GitHubAccount("copilot.home", "", FixedLogins({"copilot": KEY}))
    assert await account.token("m") == KEY


async def test_nobody_logged_in_is_told_how_to() -> None:
    with pytest.raises(CredentialsMissing, match="`zeroclaw auth login copilot`"):
        await GitHubAccount("copilot.home", "").token("m")
    with pytest.raises(CredentialsMissing, match="There is no login copilot"):
        await GitHubAccount("copilot.home", "", FixedLogins()).token("m")


def test_account_hides_its_key_when_printed() -> None:
    assert KEY not in repr(GitHubAccount("copilot.home", KEY, FixedLogins({"copilot": KEY})))
