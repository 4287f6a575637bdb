"""Decides what to do next while a user confirms a code in OpenAI's own way."""

from __future__ import annotations

from typing import Final

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.json_fields import count_of, text_of
from zeroclaw_providers.oauth.device_flow import (
    LONGER,
    USUAL_LIFE,
    DeviceCode,
    Granted,
    PollOutcome,
    Refused,
    Waiting,
    bounded_interval,
)

__all__ = ["own_code_of", "own_poll_outcome"]

UNDECIDED: Final = frozenset({403, 404})
"""Statuses that mean: the user has not decided yet, unless the code of the error says more."""
BUSY: Final = 429


def own_code_of(answer: JsonObject, page_url: str) -> DeviceCode | None:
    """The code to be confirmed at `page_url`; None when there is none that can be used."""
    secret = text_of(answer.get("device_auth_id"))
    user_code = text_of(answer.get("user_code")) or text_of(answer.get("usercode"))
    if not (secret and user_code):
        return None
    interval = bounded_interval(count_of(answer.get("interval")) or 0)
    return DeviceCode(secret, user_code, page_url, "", interval, USUAL_LIFE)


def own_poll_outcome(status: int, answer: JsonObject, interval: float) -> PollOutcome:
    """What an answer means; what is `Granted` has a code for tokens, with its verifier."""
    error = text_of(answer.get("error"))
    if 200 <= status < 300 and not error:
        is_whole = all(text_of(answer.get(key)) for key in ("authorization_code", "code_verifier"))
        return Granted(answer) if is_whole else Waiting(bounded_interval(interval + LONGER))
    if "denied" in error or "declined" in error:
        return Refused("it was declined")
    if "expired" in error:
        return Refused("the code was not confirmed in time")
    if status in UNDECIDED:
        return Waiting(interval)
    if status == BUSY or status >= 500:
        return Waiting(bounded_interval(interval + LONGER))
    return Refused(text_of(answer.get("error_description")) or error or f"HTTP {status}")
