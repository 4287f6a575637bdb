"""Reads the tokens that a service has handed out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from attrs import field, frozen

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.json_fields import count_of, object_of, text_of
from zeroclaw_providers.oauth.claims import account_in, claims_in

__all__ = ["RENEWED_EARLY", "Tokens", "tokens_from_jwt", "tokens_in", "tokens_of"]

RENEWED_EARLY: Final = timedelta(seconds=90)
"""Before a token ends, so that a request that it begins is answered yet."""

LONGEST_TOKEN: Final = 16 * 1024
"""Characters; servers take no longer header."""

LONGEST_LIFE: Final = 10 * 366 * 24 * 3600
"""Seconds; what a server says beyond it is no length of time."""


@frozen
class Tokens:
    """What shows a service that a user logged in.

    `refresh` is empty when the access token cannot be renewed. `expires_at` is aware, None when
    nobody knows an end. `account` is the service's name of the account, empty when it gave none.
    """

    access: str = field(repr=False)
    refresh: str = field(default="", repr=False)
    expires_at: datetime | None = None
    account: str = ""

    def is_due(self, now: datetime) -> bool:
        """Whether it is time to renew them."""
        return self.expires_at is not None and now >= self.expires_at - RENEWED_EARLY

    def is_over(self, now: datetime) -> bool:
        """Whether the access token has ended."""
        return self.expires_at is not None and now >= self.expires_at

    @property
    def form(self) -> JsonObject:
        """As JSON, secrets included; `tokens_in` reads it."""
        end = None if self.expires_at is None else self.expires_at.isoformat()
        return {
            "access": self.access,
            "refresh": self.refresh,
            "expires_at": end,
            "account": self.account,
        }


def tokens_in(form: Json) -> Tokens | None:
    """The tokens that have this form; None when it is none."""
    fields = object_of(form)
    access = _usable(fields.get("access"))
    end = text_of(fields.get("expires_at"))
    try:
        expires_at = datetime.fromisoformat(end) if end else None
    except ValueError:
        return None
    if not access or (expires_at is not None and expires_at.tzinfo is None):
        return None
    refresh, account = _usable(fields.get("refresh")), text_of(fields.get("account"))
    return Tokens(access, refresh, expires_at, account)


def tokens_of(answer: JsonObject, now: datetime, before: Tokens | None = None) -> Tokens | None:
    """The tokens in the answer of a token endpoint; None when it has none that can be used.

    What a refresh does not hand out anew is as it was `before`.
    """
    access = _usable(answer.get("access_token"))
    if not access:
        return None
    life = count_of(answer.get("expires_in"))
    expires_at = now + timedelta(seconds=life) if life and life <= LONGEST_LIFE else _end_of(access)
    told = text_of(answer.get("account_id")) or account_in(text_of(answer.get("id_token")))
    account = _usable(told or account_in(access))
    return Tokens(
        access,
        _usable(answer.get("refresh_token")) or ("" if before is None else before.refresh),
        expires_at,
        account or ("" if before is None else before.account),
    )


def tokens_from_jwt(access: str, refresh: str, account: str) -> Tokens | None:
    """Tokens that come without an end, which the access token tells when it is a JWT.

    It tells the account as well, where nobody else does. None when the access token is none that
    can be used.
    """
    usable = _usable(access)
    if not usable:
        return None
    known = _usable(account) or _usable(account_in(usable))
    return Tokens(usable, _usable(refresh), _end_of(usable), known)


def _usable(token: Json) -> str:
    text = text_of(token).strip()
    is_header = text.isascii() and text.isprintable() and " " not in text
    return text if is_header and len(text) <= LONGEST_TOKEN else ""


def _end_of(access: str) -> datetime | None:
    end = count_of(claims_in(access).get("exp"))
    try:
        return None if end is None else datetime.fromtimestamp(end, UTC)
    except (ValueError, OverflowError, OSError):
        return None
