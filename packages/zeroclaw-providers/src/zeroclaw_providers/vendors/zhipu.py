"""Shows a key of Zhipu as the short-lived token that its endpoints want."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.openai_chat.signing import bearer

__all__ = ["ZhipuSigning", "zhipu_token"]

LIFE_MS: Final = 210_000
"""Long enough for clocks that differ by minutes; the answer itself may take longer."""
HEADER: Final[JsonObject] = {"alg": "HS256", "sign_type": "SIGN"}


def zhipu_token(key: str, now_ms: int) -> str:
    """A JWT signed with the secret half of the key; `now_ms` is milliseconds since 1970.

    A key that does not have the form `id.secret` is its own token.
    """
    key_id, dot, secret = key.partition(".")
    if not (key_id and dot and secret) or "." in secret:
        return key
    claims: JsonObject = {"api_key": key_id, "exp": now_ms + LIFE_MS, "timestamp": now_ms}
    signed = f"{_part(HEADER)}.{_part(claims)}"
    signature = hmac.digest(secret.encode(), signed.encode(), hashlib.sha256)
    return f"{signed}.{_base64(signature)}"


@frozen
class ZhipuSigning:
    """A `Signing` that makes a new token for each request; `clock` tells the seconds since 1970."""

    clock: Callable[[], float]

    def __call__(self, key: str) -> Mapping[str, str]:
        """The headers of a request that is sent now."""
        return bearer(zhipu_token(key, int(self.clock() * 1000)))


def _part(fields: JsonObject) -> str:
    return _base64(json.dumps(fields, separators=(",", ":")).encode())


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
