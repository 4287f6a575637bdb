"""Reads the keys that somebody lends for a while."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from attrs import field, frozen

from zeroclaw_providers.bedrock.sigv4 import AwsKeys
from zeroclaw_providers.json_fields import loaded, object_of, text_of

__all__ = ["LentKeys", "lent_keys", "usable_keys"]

EARLY: Final = timedelta(minutes=5)
"""Before they end, keys are asked for anew: a request may take a while to arrive."""


@frozen
class LentKeys:
    """Keys with when they end; None when nobody said."""

    keys: AwsKeys = field(repr=False)
    until: datetime | None = None

    def are_good(self, now: datetime) -> bool:
        """Whether a request may still be signed with them."""
        return self.until is None or now < self.until - EARLY


def usable_keys(access: str, secret: str, token: str) -> AwsKeys:
    """The keys; raises ValueError, which quotes nothing, for what no header can have."""
    text = access + secret + token
    if not (text.isascii() and text.isprintable()):
        raise ValueError("the keys of AWS have other characters than ASCII: copy them again")
    return AwsKeys(access, secret, token or None)


def lent_keys(text: bytes, lender: str) -> LentKeys:
    """The keys in a lender's JSON. Raises ValueError, which quotes nothing of it."""
    try:
        body = object_of(loaded(text))
    except ValueError:
        body = {}
    access, secret = text_of(body.get("AccessKeyId")), text_of(body.get("SecretAccessKey"))
    if not access or not secret:
        raise ValueError(f"{lender} answered without AccessKeyId with SecretAccessKey")
    # A program calls it one way, a service of AWS the other.
    token = text_of(body.get("SessionToken")) or text_of(body.get("Token"))
    until = text_of(body.get("Expiration"))
    return LentKeys(usable_keys(access, secret, token), _moment(until, lender) if until else None)


def _moment(text: str, lender: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{lender} answered with an Expiration that is no date") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
