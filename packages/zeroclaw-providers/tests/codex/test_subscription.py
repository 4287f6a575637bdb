"""The subscription is found by the login of OpenAI, or its absence says what to do."""

from __future__ import annotations

import pytest
import trio

from zeroclaw_api.errors import ProviderAuthFailed, ProviderUnreachable
from zeroclaw_api.services import LoginToken
from zeroclaw_providers.codex.subscription import Subscription
from zeroclaw_providers.errors import CredentialsMissing, LoginFailed, LoginRefused
from zeroclaw_testing.logins import FixedLogins

KEY = "planted-access-0123"


class FailingLogins(FixedLogins):
    """A service that gives no tokens."""

    def __init__(self, error: LoginFailed) -> None:
        super().__init__()
        self._error = error

    async def token(self, login: str) -> LoginToken:
        await trio.lowlevel.checkpoint()
        raise self._error


async def test_token_is_that_of_the_login_openai() -> None:
    its = Subscription("codex.x", FixedLogins({"openai": KEY}, account="me"))
    assert await its.token("m") == LoginToken(KEY, "me")


async def test_refused_token_is_replaced_once() -> None:
    its = Subscription("codex.x", FixedLogins({"openai": KEY}, fresh={"openai": "b"}))
    assert (await its.renewed(LoginToken(KEY), "m")).access == "b"


async def test_nobody_who_logged_in_is_told_how_to() -> None:
    with pytest.raises(CredentialsMissing, match="zeroclaw auth login openai"):
        await Subscription("codex.x").token("m")
    with pytest.raises(CredentialsMissing, match="no login openai"):
        await Subscription("codex.x", FixedLogins()).token("m")


async def test_login_that_is_over_is_told_from_a_service_that_is_away() -> None:
    over = FailingLogins(LoginRefused(login="openai", detail="used"))
    with pytest.raises(CredentialsMissing, match="zeroclaw auth login openai"):
        await Subscription("codex.x", over).token("m")
    away = FailingLogins(LoginFailed(login="openai", detail="HTTP 503"))
    with pytest.raises(ProviderUnreachable, match="HTTP 503"):
        await Subscription("codex.x", away).token("m")


def test_token_that_stays_refused_says_to_log_in_anew() -> None:
    error = ProviderAuthFailed(provider="codex.x", model="m", detail="HTTP 401: no")
    told = str(Subscription("codex.x").refused(error))
    assert "HTTP 401: no: log in anew with `zeroclaw auth login openai`" in told


def test_printed_subscription_shows_no_token() -> None:
    assert KEY not in repr(Subscription("codex.x", FixedLogins({"openai": KEY})))
