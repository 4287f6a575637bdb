"""Decides what a browser that comes back from a login has brought."""

from __future__ import annotations

import hmac
import secrets
from typing import Final, TypeAlias
from urllib.parse import parse_qs, urlencode, urlsplit

from attrs import field, frozen

from zeroclaw_providers.oauth.authority import Authority, BrowserFlow
from zeroclaw_providers.oauth.device_flow import challenge_of

__all__ = ["BrowserAttempt", "CameBack", "CodeBrought", "Declined", "Stray"]

SECRET_BYTES: Final = 48
LONGEST_CODE: Final = 4096
"""Characters; no service makes longer ones."""
MOST_FIELDS: Final = 32


@frozen
class CodeBrought:
    """The user agreed; the code is exchanged for tokens."""

    code: str = field(repr=False)


@frozen
class Declined:
    """The service says that there will be no code; `problem` is in its own words."""

    problem: str


@frozen
class Stray:
    """Somebody else asked, or a page that is not ours sent the browser: go on waiting.

    `status` is the HTTP status of the answer.
    """

    status: int


CameBack: TypeAlias = CodeBrought | Declined | Stray


def _secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


@frozen
class BrowserAttempt:
    """One try to log in with a browser that comes back to `port`; nothing of it is used twice."""

    authority: Authority
    flow: BrowserFlow
    port: int
    state: str = field(factory=_secret, repr=False)
    verifier: str = field(factory=_secret, repr=False)
    nonce: str = field(factory=_secret, repr=False)

    @property
    def place(self) -> str:
        """Host and port as a browser that was sent back names them."""
        return f"{self.flow.host}:{self.port}"

    @property
    def redirect_url(self) -> str:
        """Where the service sends the browser back to."""
        return f"http://{self.place}{self.flow.path}"

    @property
    def page_url(self) -> str:
        """Where the user logs in."""
        fields = {
            "response_type": "code",
            "client_id": self.authority.client_id,
            "redirect_uri": self.redirect_url,
            "scope": self.authority.scope,
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
            "state": self.state,
            **({"nonce": self.nonce} if self.flow.has_nonce else {}),
            **self.flow.extra,
        }
        return f"{self.flow.page_url}?{urlencode(fields)}"

    @property
    def exchange_extra(self) -> dict[str, str]:
        """What the exchange says beyond the standard."""
        if not self.flow.repeats_challenge:
            return {}
        return {
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
        }

    def came_back(self, method: str, target: str, host: str) -> CameBack:
        """What a request says, by its request line and its Host header.

        A page of somebody else can send requests here as well: without the state, which only the
        service was told, nothing is believed. A name that only leads here is no name of ours.
        """
        if host.lower() != self.place:
            return Stray(421)
        parts = _split(target)
        if parts is None or parts[0] != self.flow.path:
            return Stray(404)
        if method != "GET":
            return Stray(405)
        try:
            fields = parse_qs(parts[1], max_num_fields=MOST_FIELDS)
        except ValueError:
            return Stray(400)
        if not hmac.compare_digest(_only(fields, "state").encode(), self.state.encode()):
            return Stray(400)
        if "error" in fields:
            told = _only(fields, "error_description") or _only(fields, "error")
            return Declined(told or "it was declined")
        code = _only(fields, "code")
        return CodeBrought(code) if _is_usable(code) else Stray(400)


def _split(target: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(target)
    except ValueError:
        return None
    return None if parts.scheme or parts.netloc else (parts.path, parts.query)


def _only(fields: dict[str, list[str]], name: str) -> str:
    """The value of a field that is there once; of two, one would be somebody else's."""
    values = fields.get(name, [])
    return values[0] if len(values) == 1 else ""


def _is_usable(code: str) -> bool:
    return 0 < len(code) <= LONGEST_CODE and code.isascii() and code.isprintable()
