"""Logins that a test knows."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from zeroclaw_api.services import LoginToken
from zeroclaw_testing.errors import FakeLoginMissing

__all__ = ["FixedLogins"]


class FixedLogins:
    """The given access tokens, no others; `asked` holds the names in the order they came."""

    def __init__(self, tokens: Mapping[str, str] | None = None) -> None:
        self._tokens = dict(tokens or {})
        self.asked: list[str] = []

    async def token(self, login: str) -> LoginToken:
        """See `Logins.token`. Raises `FakeLoginMissing`."""
        await trio.lowlevel.checkpoint()
        self.asked.append(login)
        if login not in self._tokens:
            raise FakeLoginMissing(login=login)
        return LoginToken(self._tokens[login])
