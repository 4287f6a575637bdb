"""Decides what to do next while a user confirms a code on another device."""

from __future__ import annotations

import base64
import hashlib
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from attrs import field, frozen

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import count_of, text_of

__all__ = [
    "LONGER",
    "USUAL_LIFE",
    "DeviceCode",
    "Granted",
    "PollOutcome",
    "Refused",
    "Waiting",
    "bounded_interval",
    "challenge_of",
    "device_code_of",
    "poll_outcome",
]

LEAST_INTERVAL: Final = 5.0
"""Seconds between two questions, whatever the service allows."""
LONGER: Final = 5.0
"""Seconds that each wait is longer after the service asked for it, as RFC 8628 has it."""
LONGEST_INTERVAL: Final = 60.0
USUAL_LIFE: Final = 900.0
"""Seconds for the user, where the service does not say."""
LONGEST_LIFE: Final = 1800.0


@frozen
class DeviceCode:
    """A code that the user has to confirm at `url`. Times are in seconds.

    `whole_url` has the code in it already; it is empty when there is no such address.
    """

    secret: str = field(repr=False)
    user_code: str
    url: str
    whole_url: str
    interval: float
    life: float


@frozen
class Waiting:
    """The user has not decided yet; ask again after `interval` seconds."""

    interval: float


@frozen
class Granted:
    """The answer has the tokens."""

    answer: JsonObject = field(repr=False, hash=False)


@frozen
class Refused:
    """There will be no tokens; `problem` is a clause."""

    problem: str


PollOutcome: TypeAlias = Waiting | Granted | Refused


def challenge_of(verifier: str) -> str:
    """What is shown at first of a secret that proves later who asked (RFC 7636, S256)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def device_code_of(answer: JsonObject) -> DeviceCode | None:
    """The code in the answer of a device endpoint; None when it has none that can be used."""
    secret, user_code = text_of(answer.get("device_code")), text_of(answer.get("user_code"))
    url = text_of(answer.get("verification_uri")) or text_of(answer.get("verification_url"))
    whole_url = text_of(answer.get("verification_uri_complete"))
    if not (secret and user_code and _is_address(url)):
        return None
    interval = count_of(answer.get("interval")) or 0
    life = count_of(answer.get("expires_in")) or USUAL_LIFE
    return DeviceCode(
        secret,
        user_code,
        url,
        whole_url if _is_address(whole_url) else "",
        bounded_interval(interval),
        min(life, LONGEST_LIFE),
    )


def poll_outcome(answer: JsonObject, interval: float) -> PollOutcome:
    """What an answer of the token endpoint means; a service that fails may be asked again."""
    match text_of(answer.get("error")):
        case "":
            has_tokens = bool(text_of(answer.get("access_token")))
            return Granted(answer) if has_tokens else Waiting(bounded_interval(interval + LONGER))
        case "authorization_pending":
            return Waiting(interval)
        case "slow_down" | "temporarily_unavailable" | "server_error":
            wanted = count_of(answer.get("interval")) or 0
            return Waiting(bounded_interval(max(wanted, interval + LONGER)))
        case "access_denied":
            return Refused("it was declined")
        case "expired_token":
            return Refused("the code was not confirmed in time")
        case error:
            return Refused(text_of(answer.get("error_description")) or error)


def bounded_interval(interval: float) -> float:
    """Seconds between two questions, such as no service can make us overdo."""
    return min(max(interval, LEAST_INTERVAL), LONGEST_INTERVAL)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and url.isprintable()
