"""Asks a service for tokens."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, assert_never
from urllib.parse import urlencode

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Clock, Http, HttpRequest
from zeroclaw_http.errors import HttpError
from zeroclaw_providers.errors import LoginFailed, LoginRefused
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_fields import loaded, object_of, text_of
from zeroclaw_providers.oauth.authority import Authority
from zeroclaw_providers.oauth.device_flow import (
    DeviceCode,
    Granted,
    Refused,
    Waiting,
    challenge_of,
    device_code_of,
    poll_outcome,
)
from zeroclaw_providers.oauth.tokens import Tokens, tokens_of

__all__ = ["AuthorityClient"]

ANSWER_BYTES: Final = 256 * 1024
ASKING_SECONDS: Final = 15.0
"""For one question with its answer."""
VERIFIER_BYTES: Final = 48
DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
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
        form = {"client_id": self.authority.client_id, "scope": self.authority.scope}
        if self.authority.is_challenged:
            challenge = challenge_of(self._verifier)
            form |= {"code_challenge": challenge, "code_challenge_method": "S256"}
        if not self.authority.device_url:
            raise self._failed("it gives out no codes; bring a login with --import")
        code = device_code_of(await self._answer(self.authority.device_url, form))
        if code is None:
            raise self._failed("it gave no code that could be confirmed; try again later")
        return code

    async def tokens(self, code: DeviceCode) -> Tokens:
        """Wait until the user has confirmed the code; bounded by the life of the code."""
        form = {
            "grant_type": DEVICE_GRANT,
            "device_code": code.secret,
            "client_id": self.authority.client_id,
        }
        if self.authority.is_challenged:
            form["code_verifier"] = self._verifier
        with trio.move_on_after(code.life):
            return await self._polled(form, code)
        raise self._failed("the code was not confirmed in time; begin again")

    async def renewed(self, tokens: Tokens) -> Tokens:
        """Fresh tokens for those. Raises `LoginRefused` when only a new login helps."""
        if not tokens.refresh:
            raise self._refused("it has ended, as this service's logins do")
        form = {
            "grant_type": "refresh_token",
            "refresh_token": tokens.refresh,
            "client_id": self.authority.client_id,
        }
        answer = await self._answer(self.authority.token_url, form)
        error = text_of(answer.get("error"))
        if error in REFUSALS:
            said = text_of(answer.get("error_description")) or error
            raise self._refused(self._clean(said, form))
        fresh = None if error else tokens_of(answer, self.clock.now(), tokens)
        if fresh is None:
            said = self._clean(text_of(answer.get("error_description")) or error, form)
            raise self._failed(f"it gave no fresh token ({said}); try again later")
        return fresh

    async def _polled(self, form: dict[str, str], code: DeviceCode) -> Tokens:
        interval = code.interval
        while True:
            await self.pause(interval)
            try:
                answer = await self._answer(self.authority.token_url, form)
            except LoginFailed:
                # The network may be away for a moment; the life of the code bounds it.
                answer = {"error": "temporarily_unavailable"}
            match poll_outcome(answer, interval):
                case Waiting(longer):
                    interval = longer
                case Refused(problem):
                    raise self._failed(f"{self._clean(problem, form)}; begin again")
                case Granted(answer):
                    tokens = tokens_of(answer, self.clock.now())
                    if tokens is None:
                        raise self._failed("its token has characters that none may have")
                    return tokens
                case never:
                    assert_never(never)

    async def _answer(self, url: str, form: Mapping[str, str]) -> JsonObject:
        """The object that came back, of whatever status: some services say errors with 200."""
        sent = HttpRequest(
            "POST",
            url,
            {
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
                **self.authority.headers,
            },
            urlencode(form).encode(),
            timeout=ASKING_SECONDS,
        )
        status, body = 0, b""
        try:
            with trio.move_on_after(ASKING_SECONDS) as asking:
                async with self.http.send(sent) as response:
                    status, body = response.status, await response.read(ANSWER_BYTES)
        except HttpError as error:
            raise self._failed(f"{self._clean(error.problem, form)} ({error.origin})") from None
        except ZeroClawError as error:
            raise self._failed(self._clean(str(error), form)) from None
        if asking.cancelled_caught:
            raise self._failed(f"it did not answer within {ASKING_SECONDS:g} seconds")
        answer = _object_in(body)
        if answer is None or (status >= 400 and not text_of(answer.get("error"))):
            raise self._failed(f"it answered with HTTP {status}, which is no token")
        return answer

    def _clean(self, text: str, form: Mapping[str, str]) -> str:
        names = ("refresh_token", "device_code", "code_verifier")
        sent = tuple(form[name] for name in names if name in form)
        return Failures(self.authority.name, "", sent).clean(text)

    def _failed(self, detail: str) -> LoginFailed:
        return LoginFailed(login=self.authority.name, detail=detail)

    def _refused(self, detail: str) -> LoginRefused:
        return LoginRefused(login=self.authority.name, detail=detail)


def _object_in(body: bytes) -> JsonObject | None:
    try:
        value = loaded(body)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    error = object_of(value.get("error"))
    if not error:
        return value
    # OpenAI nests what others say beside each other.
    said = {"error": error.get("code"), "error_description": error.get("message")}
    return {**value, **said}
