"""Opens the logins of an installation when the first of them is asked for."""

from __future__ import annotations

from attrs import field, frozen

from zeroclaw.home import Home
from zeroclaw_api.services import Http, Logins, LoginToken

__all__ = ["InstalledLogins"]


@frozen(eq=False)
class InstalledLogins:
    """A `zeroclaw_api.Logins` over the file of an installation; most agents have no login."""

    _home: Home
    _http: Http = field(repr=False)

    async def token(self, login: str) -> LoginToken:
        """See `StoredLogins.token`."""
        return await self._stored().token(login)

    async def renewed(self, login: str, refused: str) -> LoginToken:
        """See `StoredLogins.renewed`."""
        return await self._stored().renewed(login, refused)

    def _stored(self) -> Logins:
        # Opening what is sealed, or asking for tokens, loads more than a whole turn needs.
        from zeroclaw.logins.login_file import LoginFile
        from zeroclaw.logins.stored import StoredLogins
        from zeroclaw_runtime import SystemClock

        return StoredLogins(LoginFile.of(self._home), self._http, SystemClock())
