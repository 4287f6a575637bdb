"""Asks a service for tokens."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, assert_never

import trio
from attrs import field, frozen

from zeroclaw_api.services import Clock, Http
from zeroclaw_providers.errors import LoginFailed
from zeroclaw_providers.json_fields import text_of
from zeroclaw_providers.oauth.authority import Authority, OwnDeviceFlow
from zeroclaw_providers.oauth.device_flow import (
    DeviceCode,
    Granted,
    PollOutcome,
    Refused,
    Waiting,
    challenge_of,
    device_code_of,
    poll_outcome,
)
from zeroclaw_providers.oauth.line import AuthorityLine, Heard
from zeroclaw_providers.oauth.own_device import own_code_of, own_poll_outcome
from zeroclaw_providers.oauth.tokens import Tokens, tokens_of

__all__ = ["AuthorityClient", "Pause"]

VERIFIER_BYTES: Final = 48
NOT_FOUND: Final = 404
DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
AWAY: Final = Heard(503, {"error": "temporarily_unavailable"})
REFUSALS: Final = frozenset(
    {
        "access_denied",
        "invalid_grant",
        "refresh_token_expired",
        "refresh_token_invalidated",
        "refresh_token_reused",
        "unauthorized_client",
    }
)
"""Codes which say that asking again is useless; only the user can log in anew."""

Pause = Callable[[float], Awaitable[object]]


@frozen(eq=False)
class AuthorityClient:
    """Asks one authority; `pause` waits between two questions, in seconds.

    Every method raises `LoginFailed`, which has no secret in it.
    """

    http: Http = field(repr=False)
    authority: Authority
    clock: Clock = field(repr=False)
    pause: Pause = field(default=trio.sleep, repr=False)
    _verifier: str = field(
        factory=lambda: secrets.token_urlsafe(VERIFIER_BYTES), init=False, repr=False
    )

    async def device_code(self) -> DeviceCode:
        """A code for the user to confirm, with the address to do so."""
        url, own = self.authority.device_url, self.authority.own_device
        if own is not None:
            heard = await self._line.ask(url, {"client_id": self.authority.client_id}, as_json=True)
            if heard.status == NOT_FOUND:
                raise self._line.failed(
                    "it gives out no codes; allow them in the security settings of your account "
                    "there, or log in with --browser"
                )
            code = own_code_of(self._line.said(heard), own.page_url)
        else:
            form = {"client_id": self.authority.client_id, "scope": self.authority.scope}
            if self.authority.is_challenged:
                challenge = challenge_of(self._verifier)
                form |= {"code_challenge": challenge, "code_challenge_method": "S256"}
            code = device_code_of(self._line.said(await self._line.ask(url, form)))
        if code is None:
            raise self._line.failed("it gave no code that could be confirmed; try again later")
        return code

    async def tokens(self, code: DeviceCode) -> Tokens:
        """Wait until the user has confirmed the code; bounded by the life of the code."""
        with trio.move_on_after(code.life):
            own = self.authority.own_device
            return await (self._confirmed(code) if own is None else self._own_confirmed(code, own))
        raise self._line.failed("the code was not confirmed in time; begin again")

    async def exchanged(
        self, code: str, verifier: str, redirect_url: str, extra: Mapping[str, str] | None = None
    ) -> Tokens:
        """Tokens for a code that came to `redirect_url`; it is worth nothing to anybody else."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_url,
            "client_id": self.authority.client_id,
            "code_verifier": verifier,
            **(extra or {}),
        }
        answer = self._line.said(await self._line.ask(self.authority.token_url, form))
        error = text_of(answer.get("error"))
        tokens = None if error else tokens_of(answer, self.clock.now())
        if tokens is None:
            said = text_of(answer.get("error_description")) or error or "it gave no token"
            raise self._line.failed(f"{self._line.clean(said, form)}; begin again")
        return tokens

    async def renewed(self, tokens: Tokens) -> Tokens:
        """Fresh tokens for those. Raises `LoginRefused` when only a new login helps."""
        if not tokens.refresh:
            raise self._line.refused("it has ended, as this service's logins do")
        form = {
            "grant_type": "refresh_token",
            "refresh_token": tokens.refresh,
            "client_id": self.authority.client_id,
        }
        answer = self._line.said(await self._line.ask(self.authority.token_url, form))
        error = text_of(answer.get("error"))
        if error in REFUSALS:
            said = text_of(answer.get("error_description")) or error
            raise self._line.refused(self._line.clean(said, form))
        fresh = None if error else tokens_of(answer, self.clock.now(), tokens)
        if fresh is None:
            said = self._line.clean(text_of(answer.get("error_description")) or error, form)
            raise self._line.failed(f"it gave no fresh token ({said}); try again later")
        return fresh

    async def _confirmed(self, code: DeviceCode) -> Tokens:
        form = {
            "grant_type": DEVICE_GRANT,
            "device_code": code.secret,
            "client_id": self.authority.client_id,
        }
        if self.authority.is_challenged:
            form["code_verifier"] = self._verifier

        async def ask(interval: float) -> PollOutcome:
            heard = await self._line.ask(self.authority.token_url, form)
            return poll_outcome(self._line.said(heard), interval)

        granted = await self._polled(ask, form, code.interval)
        tokens = tokens_of(granted.answer, self.clock.now())
        if tokens is None:
            raise self._line.failed("its token has characters that none may have")
        return tokens

    async def _own_confirmed(self, code: DeviceCode, own: OwnDeviceFlow) -> Tokens:
        form = {"device_auth_id": code.secret, "user_code": code.user_code}

        async def ask(interval: float) -> PollOutcome:
            heard = await self._line.ask(own.poll_url, form, as_json=True)
            return own_poll_outcome(heard.status, heard.answer or {}, interval)

        answer = (await self._polled(ask, form, code.interval)).answer
        given = text_of(answer.get("authorization_code"))
        return await self.exchanged(given, text_of(answer.get("code_verifier")), own.redirect_url)

    async def _polled(
        self,
        ask: Callable[[float], Awaitable[PollOutcome]],
        form: Mapping[str, str],
        interval: float,
    ) -> Granted:
        while True:
            await self.pause(interval)
            try:
                outcome = await ask(interval)
            except LoginFailed:
                # The network may be away for a moment; the life of the code bounds it.
                outcome = poll_outcome(AWAY.answer or {}, interval)
            match outcome:
                case Waiting(longer):
                    interval = longer
                case Refused(problem):
                    raise self._line.failed(f"{self._line.clean(problem, form)}; begin again")
                case Granted():
                    return outcome
                case never:
                    assert_never(never)

    @property
    def _line(self) -> AuthorityLine:
        return AuthorityLine(self.http, self.authority)
