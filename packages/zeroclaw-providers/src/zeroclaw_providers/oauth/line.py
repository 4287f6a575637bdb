"""Carries one question at a time to a service that hands out tokens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

import trio
from attrs import field, frozen

from zeroclaw_api.errors import ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Http, HttpRequest
from zeroclaw_http.errors import HttpError
from zeroclaw_providers.errors import LoginFailed, LoginRefused
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_fields import loaded, object_of, text_of
from zeroclaw_providers.oauth.authority import Authority

__all__ = ["AuthorityLine", "Heard"]

ANSWER_BYTES: Final = 256 * 1024
ASKING_SECONDS: Final = 15.0
"""For one question with its answer."""
SECRETS: Final = ("refresh_token", "device_code", "code_verifier", "code", "device_auth_id")
"""What of a question may not show in an error."""
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"


@frozen
class Heard:
    """What came back; `answer` is None when it is no JSON object."""

    status: int
    answer: JsonObject | None = field(default=None, repr=False, hash=False)


@frozen(eq=False)
class AuthorityLine:
    """The way to one authority; asking raises `LoginFailed`, which has no secret in it."""

    http: Http = field(repr=False)
    authority: Authority

    async def ask(self, url: str, fields: Mapping[str, str], *, as_json: bool = False) -> Heard:
        """What came back, of whatever status: some services say errors with 200."""
        body = json.dumps(dict(fields)) if as_json else urlencode(fields)
        sent = HttpRequest(
            "POST",
            url,
            {
                "Content-Type": JSON if as_json else FORM,
                "Accept": JSON,
                **self.authority.headers,
            },
            body.encode(),
            timeout=ASKING_SECONDS,
        )
        try:
            with trio.move_on_after(ASKING_SECONDS):
                async with self.http.send(sent) as response:
                    return Heard(response.status, _object_in(await response.read(ANSWER_BYTES)))
        except HttpError as error:
            raise self.failed(f"{self.clean(error.problem, fields)} ({error.origin})") from None
        except ZeroClawError as error:
            raise self.failed(self.clean(str(error), fields)) from None
        raise self.failed(f"it did not answer within {ASKING_SECONDS:g} seconds")

    def said(self, heard: Heard) -> JsonObject:
        """The object that was heard, unless nobody could make anything of it."""
        answer = heard.answer
        if answer is None or (heard.status >= 400 and not text_of(answer.get("error"))):
            raise self.failed(f"it answered with HTTP {heard.status}, which is no token")
        return answer

    def clean(self, text: str, fields: Mapping[str, str]) -> str:
        """Words of the service without the secrets that were sent to it."""
        sent = tuple(fields[name] for name in SECRETS if name in fields)
        return Failures(self.authority.name, "", sent).clean(text)

    def failed(self, detail: str) -> LoginFailed:
        """The error of a question that may be asked again."""
        return LoginFailed(login=self.authority.name, detail=detail)

    def refused(self, detail: str) -> LoginRefused:
        """The error of a login that is over."""
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
