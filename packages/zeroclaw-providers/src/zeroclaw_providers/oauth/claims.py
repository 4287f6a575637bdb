"""Reads what a token says of itself."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import loaded, object_of, text_of

__all__ = ["account_in", "claims_in"]

OPENAI_CLAIMS: Final = "https://api.openai.com/auth"


def claims_in(token: str) -> JsonObject:
    """The claims of a JWT; empty when it is none.

    Nobody's signature is checked: it came from the service itself, and only goes back there.
    """
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    try:
        payload = base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4))
        return object_of(loaded(payload))
    except (binascii.Error, ValueError):
        return {}


def account_in(token: str) -> str:
    """OpenAI's name of the account that a JWT is for; empty when it says none."""
    claims = claims_in(token)
    nested = object_of(claims.get(OPENAI_CLAIMS))
    return text_of(nested.get("chatgpt_account_id")) or text_of(claims.get("chatgpt_account_id"))
