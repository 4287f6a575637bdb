"""Finds the token that shows OpenAI whose subscription pays."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

from attrs import field, frozen

from zeroclaw_api.errors import ProviderAuthFailed, ProviderUnreachable, ZeroClawError
from zeroclaw_api.services import Logins, LoginToken
from zeroclaw_providers.errors import CredentialsMissing, LoginFailed, LoginRefused

__all__ = ["Subscription"]

LOGIN: Final = "openai"


@frozen
class Subscription:
    """The subscription of whoever logged in to OpenAI. `provider` is who asks, for errors."""

    provider: str
    logins: Logins | None = field(default=None, repr=False)

    async def token(self, model: str) -> LoginToken:
        """A token for now. Raises `ProviderError`, which says what to do."""
        return await self._given(self._logins(model).token(LOGIN), model)

    async def renewed(self, token: LoginToken, model: str) -> LoginToken:
        """Another token than this one, which was refused. Raises `ProviderError`."""
        return await self._given(self._logins(model).renewed(LOGIN, token.access), model)

    def refused(self, error: ProviderAuthFailed) -> CredentialsMissing:
        """The error of a login whose token is refused however fresh it is."""
        detail = f"{error.detail}: log in anew with `zeroclaw auth login {LOGIN}`"
        return CredentialsMissing(provider=error.provider, model=error.model, detail=detail)

    def _logins(self, model: str) -> Logins:
        if self.logins is None:
            detail = f"log in with `zeroclaw auth login {LOGIN}`"
            raise CredentialsMissing(provider=self.provider, model=model, detail=detail)
        return self.logins

    async def _given(self, asked: Awaitable[LoginToken], model: str) -> LoginToken:
        try:
            return await asked
        except ZeroClawError as error:
            detail = str(error).rstrip(".")
            if isinstance(error, LoginFailed) and not isinstance(error, LoginRefused):
                # The service that renews tokens is away; another try may find it.
                raise ProviderUnreachable(
                    provider=self.provider, model=model, detail=detail
                ) from error
            raise CredentialsMissing(provider=self.provider, model=model, detail=detail) from error
