"""Gives providers the tokens of logins that are kept, renewed when that is due."""

from __future__ import annotations

from typing import Final

import trio
from attrs import evolve, field, frozen

from zeroclaw.logins.errors import LoginMissing
from zeroclaw.logins.lock import LOCK_SECONDS, locked
from zeroclaw.logins.login_file import KeptLogin, LoginFile
from zeroclaw.words import say
from zeroclaw_api.services import Clock, Http, LoginToken
from zeroclaw_providers.errors import LoginFailed
from zeroclaw_providers.oauth.asking import AuthorityClient
from zeroclaw_providers.oauth.authority import AUTHORITIES

__all__ = ["StoredLogins"]

RENEWAL_SECONDS: Final = 20.0
"""For a service to hand out fresh tokens, with writing them down."""

FILE_THREADS: Final = 1
"""Threads that read or write the file at a time."""


@frozen(eq=False)
class StoredLogins:
    """A `zeroclaw_api.Logins`. One task of all processes at a time renews a login.

    A login that cannot be renewed is kept as it is, and used as long as it lasts.
    """

    _file: LoginFile
    _http: Http = field(repr=False)
    _clock: Clock = field(repr=False)
    _lock_seconds: float = LOCK_SECONDS
    _threads: trio.CapacityLimiter = field(
        factory=lambda: trio.CapacityLimiter(FILE_THREADS), init=False, repr=False
    )

    async def token(self, login: str) -> LoginToken:
        """See `Logins.token`. Raises `LoginMissing`, `LoginFailed`, and what the file raises."""
        kept = await self._kept(login)
        if kept.tokens.is_due(self._clock.now()):
            kept = await self._renewed(login)
        return LoginToken(kept.tokens.access, kept.tokens.account)

    async def renewed(self, login: str, refused: str) -> LoginToken:
        """See `Logins.renewed`; raises what `token` does."""
        async with locked(self._file.path, self._lock_seconds):
            kept = await self._kept(login)
            if kept.tokens.access == refused:
                kept = await self._asked(login, kept)
        return LoginToken(kept.tokens.access, kept.tokens.account)

    async def _kept(self, login: str) -> KeptLogin:
        kept = await trio.to_thread.run_sync(self._file.get, login, limiter=self._threads)
        if kept is None:
            raise LoginMissing(login=login)
        return kept

    async def _renewed(self, login: str) -> KeptLogin:
        async with locked(self._file.path, self._lock_seconds):
            # Whoever held the lock may have renewed it: the old refresh token is worthless then.
            kept = await self._kept(login)
            if not kept.tokens.is_due(self._clock.now()):
                return kept
            try:
                return await self._asked(login, kept)
            except LoginFailed:
                if kept.tokens.is_over(self._clock.now()):
                    raise
                return kept

    async def _asked(self, login: str, kept: KeptLogin) -> KeptLogin:
        authority = AUTHORITIES.get(login)
        if authority is None:
            raise LoginMissing(login=login)
        client = AuthorityClient(self._http, authority.at(kept.origin), self._clock)
        # The service forgets the old refresh token when it answers: who is cancelled between
        # asking and writing would lock the user out.
        with trio.move_on_after(RENEWAL_SECONDS, shield=True):
            fresh = evolve(kept, tokens=await client.renewed(kept.tokens))
            await trio.to_thread.run_sync(self._file.put, login, fresh, limiter=self._threads)
            return fresh
        raise LoginFailed(login=login, detail=say("login_slow", seconds=f"{RENEWAL_SECONDS:g}"))
