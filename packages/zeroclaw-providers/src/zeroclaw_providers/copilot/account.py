"""Finds the token that shows GitHub who asks."""

from __future__ import annotations

from typing import Final

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.services import Logins
from zeroclaw_providers.errors import CredentialsMissing

__all__ = ["GitHubAccount"]

LOGIN: Final = "copilot"


@frozen
class GitHubAccount:
    """The account of GitHub that has Copilot: that of the `key`, else the one logged in."""

    provider: str
    key: str = field(repr=False)
    logins: Logins | None = field(default=None, repr=False)

    async def token(self, model: str) -> str:
        """GitHub's token. Raises `CredentialsMissing`, which says what to do."""
        if self.key:
            await trio.lowlevel.checkpoint()
            return self.key
        if self.logins is None:
            detail = "set api_key, or run `zeroclaw auth login copilot`"
            raise CredentialsMissing(provider=self.provider, model=model, detail=detail)
        try:
            return (await self.logins.token(LOGIN)).access
        except ZeroClawError as error:
            detail = str(error).rstrip(".")
            raise CredentialsMissing(provider=self.provider, model=model, detail=detail) from error
