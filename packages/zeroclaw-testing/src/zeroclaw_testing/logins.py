"""Logins that a test knows."""

from __future__ import annotations

from collections.abc import Mapping

import trio

from zeroclaw_api.services import LoginToken
from zeroclaw_testing.errors import FakeLoginMissing

__all__ = ["FixedLogins"]


class FixedLogins:
    """The given access tokens, no others; `asked` holds the names in the order they came.

    A token that was refused is followed by that of `fresh`, once; all are of the `account`.
    `refused` holds the tokens that were, in their order.
    """

    def __init__(
        self,
        tokens: Mapping[str, str] | None = None,
        *,
        fresh: Mapping[str, str] | None = None,
        account: str = "",
    ) -> None:
        self._tokens = dict(tokens or {})
        self._fresh = dict(fresh or {})
        self._account = account
        self.asked: list[str] = []
        self.refused: list[str] = []

    async def token(self, login: str) -> LoginToken:
        """See `Logins.token`. Raises `FakeLoginMissing`."""
        await trio.lowlevel.checkpoint()
        self.asked.append(login)
        if login not in self._tokens:
            raise FakeLoginMissing(login=login)
        return LoginToken(self._tokens[login], self._account)

    async def renewed(self, login: str, refused: str) -> LoginToken:
        """See `Logins.renewed`. Raises `FakeLoginMissing` when there is no other token."""
        self.refused.append(refused)
        if self._tokens.get(login) == refused:
            if login not in self._fresh:
                raise FakeLoginMissing(login=login)
            self._tokens[login] = self._fresh.pop(login)
        return await self.token(login)
