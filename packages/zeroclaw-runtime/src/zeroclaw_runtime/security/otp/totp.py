"""Computes the one-time codes of RFC 6238 as authenticator apps do."""

from __future__ import annotations

import hmac
from base64 import b32encode
from datetime import datetime
from typing import Final
from urllib.parse import quote, urlencode

__all__ = ["SECRET_BYTES", "code_at", "enrolment_uri", "matching_step", "step_at"]

SECRET_BYTES: Final = 20
"""As long as what SHA-1 gives, as RFC 4226 wants it."""

STEP_SECONDS: Final = 30
DIGITS: Final = 6
DRIFT_STEPS: Final = 1
"""How many steps the clock of the app may be off."""


def step_at(moment: datetime) -> int:
    """The number of the step in which a moment lies."""
    return max(0, int(moment.timestamp()) // STEP_SECONDS)


def code_at(secret: bytes, step: int) -> str:
    """The code of a step."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: bytes, code: str, moment: datetime) -> int | None:
    """The latest step around a moment that has this code, None when none has.

    All are compared, whole, so that the time it takes tells nothing.
    """
    now, given = step_at(moment), code.encode("utf-8", "surrogatepass")
    steps = range(max(0, now - DRIFT_STEPS), now + DRIFT_STEPS + 1)
    matches = [hmac.compare_digest(code_at(secret, step).encode(), given) for step in steps]
    return max(
        (step for step, is_same in zip(steps, matches, strict=True) if is_same), default=None
    )


def enrolment_uri(secret: bytes, issuer: str, account: str) -> str:
    """What an app reads from a QR code to know the secret."""
    label = f"{quote(issuer, safe='')}:{quote(account, safe='')}"
    spelled = b32encode(secret).decode().rstrip("=")
    facts = {"secret": spelled, "issuer": issuer, "algorithm": "SHA1"}
    query = urlencode({**facts, "digits": DIGITS, "period": STEP_SECONDS}, quote_via=quote)
    return f"otpauth://totp/{label}?{query}"
