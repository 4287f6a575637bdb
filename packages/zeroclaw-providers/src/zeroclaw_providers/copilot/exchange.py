"""Trades the token of GitHub for the short-lived one that Copilot takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

import trio
from attrs import define, field, frozen

from zeroclaw_api.errors import ProviderAuthFailed, ProviderError, ZeroClawError
from zeroclaw_api.json import JsonObject
from zeroclaw_api.services import Http, HttpRequest
from zeroclaw_http.errors import HttpError, HttpTimedOut
from zeroclaw_providers.copilot.account import GitHubAccount
from zeroclaw_providers.errors import CredentialsMissing
from zeroclaw_providers.failures import Failures
from zeroclaw_providers.json_fields import count_of, loaded, object_of, text_of

__all__ = ["EDITOR_HEADERS", "CopilotToken", "CopilotTokens"]

EDITOR_HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Editor-Version": "vscode/1.104.0",
        "Editor-Plugin-Version": "copilot-chat/0.31.0",
        "Copilot-Integration-Id": "vscode-chat",
        "User-Agent": "GitHubCopilotChat/0.31.0",
    }
)
"""Without the names of an editor that it knows, Copilot refuses every request."""

EXCHANGE_PATH: Final = "/copilot_internal/v2/token"
USUAL_API: Final = "https://api.githubcopilot.com"
RENEWED_EARLY: Final = 120.0
"""Seconds before a token ends."""
EXCHANGE_SECONDS: Final = 20.0
ANSWER_BYTES: Final = 256 * 1024


@frozen
class CopilotToken:
    """A token with the root of the API that takes it; `fresh_until` is on trio's clock."""

    text: str = field(repr=False)
    api: str
    fresh_until: float


@define(eq=False)
class CopilotTokens:
    """The token in use, which one task at a time replaces. `github` is the root of GitHub's API."""

    _http: Http
    _github: str
    _account: GitHubAccount
    _lock: trio.Lock = field(factory=trio.Lock, init=False)
    _current: CopilotToken | None = field(default=None, init=False)

    async def current(self, model: str) -> CopilotToken:
        """A token that is good for two minutes. Raises `ProviderError`."""
        async with self._lock:
            current = self._current
            if current is None or trio.current_time() >= current.fresh_until:
                current = self._current = await self._exchanged(model)
            return current

    def forget(self, token: CopilotToken) -> None:
        """Copilot did not take it; another one that is in use by now stays."""
        if self._current is token:
            self._current = None

    async def _exchanged(self, model: str) -> CopilotToken:
        key = await self._account.token(model)
        failures = Failures(self._account.provider, model, (key,))
        headers = {"Authorization": f"token {key}", "Accept": "application/json", **EDITOR_HEADERS}
        url = self._github.rstrip("/") + EXCHANGE_PATH
        sent = HttpRequest("GET", url, headers, timeout=EXCHANGE_SECONDS)
        asked_at = trio.current_time()
        try:
            with trio.fail_after(EXCHANGE_SECONDS):
                async with self._http.send(sent) as response:
                    status, names = response.status, response.headers
                    body = await response.read(ANSWER_BYTES)
        except trio.TooSlowError:
            raise failures.timed_out(f"no token within {EXCHANGE_SECONDS:g} seconds") from None
        except HttpTimedOut as error:
            raise failures.timed_out(error.problem) from error
        except ZeroClawError as error:
            problem = error.problem if isinstance(error, HttpError) else str(error)
            raise failures.unreachable(f"{problem} ({_origin(url)})") from error
        if status != 200:
            raise _refusal(failures.from_status(status, names, body), status)
        return _token_of(_object_in(body), names, asked_at, url, failures)


def _refusal(error: ProviderError, status: int) -> ProviderError:
    if not (isinstance(error, ProviderAuthFailed) or status == 404):
        return error
    detail = (
        f"GitHub gives no token of Copilot to this account ({error.detail}): check that it has "
        "Copilot, or run `zeroclaw auth login copilot`"
    )
    return CredentialsMissing(provider=error.provider, model=error.model, detail=detail)


def _token_of(
    answer: JsonObject, headers: Mapping[str, str], asked_at: float, url: str, failures: Failures
) -> CopilotToken:
    text = text_of(answer.get("token"))
    if not (text and text.isascii() and text.isprintable()) or " " in text:
        raise failures.bad_stream("the answer to the exchange has no token of Copilot")
    api = text_of(object_of(answer.get("endpoints")).get("api")) or USUAL_API
    if not _is_as_safe(api, url):
        # The token goes there, so that an open line would give it away.
        raise failures.bad_stream("it names an API that is no https address")
    return CopilotToken(text, api, asked_at + _life(answer, headers) - RENEWED_EARLY)


def _life(answer: JsonObject, headers: Mapping[str, str]) -> float:
    """Seconds, measured on the server's own clock where it tells it; 0 when it does not say."""
    end, now = count_of(answer.get("expires_at")), _date(headers.get("date"))
    if end is not None and now is not None:
        return end - now.timestamp()
    told = count_of(answer.get("refresh_in"))
    return 0.0 if told is None else told + RENEWED_EARLY


def _date(text: str | None) -> datetime | None:
    try:
        return parsedate_to_datetime(text) if text else None
    except ValueError:
        return None


def _is_as_safe(api: str, url: str) -> bool:
    try:
        parts = urlsplit(api)
    except ValueError:
        return False
    return parts.scheme in {"https", urlsplit(url).scheme} and bool(parts.hostname)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _object_in(body: bytes) -> JsonObject:
    try:
        return object_of(loaded(body))
    except ValueError:
        return {}
