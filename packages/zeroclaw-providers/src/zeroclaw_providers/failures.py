"""Decides which error a failed model request is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from attrs import evolve, field, frozen

from zeroclaw_api.errors import (
    BadStream,
    ContextOverflow,
    ProviderAuthFailed,
    ProviderError,
    ProviderOverloaded,
    ProviderQuotaExhausted,
    ProviderRateLimited,
    ProviderRejected,
    ProviderTimedOut,
    ProviderUnreachable,
)
from zeroclaw_api.json import JsonObject, well_formed
from zeroclaw_providers.json_fields import items_of, loaded, object_of, text_of
from zeroclaw_providers.secret_forms import masked

__all__ = ["Failures", "says_error"]

DETAIL_LENGTH: Final = 300
"""Characters of a provider's own words that reach an error."""

CONTEXT_CODES: Final = frozenset(
    {
        "context_length_exceeded",
        "context_window_exceeded",
        "exceed_context_size_error",
        "model_context_window_exceeded",
        "request_too_large",
    }
)
AUTH_CODES: Final = frozenset(
    {
        "accessdeniedexception",
        "account_deactivated",
        "authentication_error",
        "expiredtokenexception",
        "invalid_api_key",
        "invalid_authentication",
        "invalidsignatureexception",
        "permission_denied",
        "unauthenticated",
        "unauthorized",
        "unrecognizedclientexception",
    }
)
QUOTA_CODES: Final = frozenset(
    {
        "1113",
        "1311",
        "billing_error",
        "billing_hard_limit_reached",
        "insufficient_balance",
        "insufficient_quota",
        "quota_exhausted",
        "servicequotaexceededexception",
        "usage_limit_reached",
    }
)
RATE_CODES: Final = frozenset(
    {
        "rate_limit_error",
        "rate_limit_exceeded",
        "rate_limit_reached_error",
        "resource_exhausted",
        "throttlingexception",
        "too_many_requests",
    }
)
OVERLOAD_CODES: Final = frozenset(
    {
        "api_error",
        "engine_overloaded",
        "engine_overloaded_error",
        "internal",
        "internal_error",
        "internal_server_error",
        "internalserverexception",
        "modelerrorexception",
        "modelnotreadyexception",
        "modelstreamerrorexception",
        "overloaded",
        "overloaded_error",
        "server_error",
        "service_unavailable",
        "serviceunavailableexception",
        "unavailable",
    }
)
TIMEOUT_CODES: Final = frozenset({"modeltimeoutexception"})
INVALID_CODES: Final = frozenset(
    {
        "bio_policy",
        "data_residency_mismatch",
        "empty_image_file",
        "image_content_policy_violation",
        "image_file_not_found",
        "image_file_too_large",
        "image_parse_error",
        "image_too_large",
        "image_too_small",
        "invalid_base64_image",
        "invalid_image",
        "invalid_image_format",
        "invalid_image_mode",
        "invalid_image_url",
        "invalid_prompt",
        "invalid_request_error",
        "misalignment_policy_violation",
        "unsupported_image_media_type",
        "validationexception",
    }
)
TOOL_CODES: Final = frozenset({"invalid_tool_call", "tool_use_failed"})

CONTEXT_PHRASES: Final = re.compile(
    r"(exceeds?|longer than) the context (window|length)|exceeds? the available context size"
    r"|context window of this model|maximum context length|context length exceeded"
    r"|too many tokens|token limit exceeded|prompt is too long|input is too long"
    r"|prompt exceeds max length|exceeds the maximum number of tokens"
    r"|exceeds? context limit",
    re.IGNORECASE,
)
AUTH_PHRASES: Final = re.compile(
    r"api key (not (valid|found)|expired)|(incorrect|invalid) api key|no auth credentials",
    re.IGNORECASE,
)
QUOTA_PHRASES: Final = re.compile(
    r"plan does not include|insufficient (balance|quota)|quota exhausted|out of credits"
    r"|no available package|package not active|purchase package",
    re.IGNORECASE,
)
TOOL_PHRASES: Final = re.compile(
    r"tool call validation failed|was not in request|not found in tool list", re.IGNORECASE
)
KEY_LIKE: Final = re.compile(
    r"\b(?:sk|pk|gsk|xai|key)[-_][\w*.-]{6,}|\bBearer\s+\S+", re.IGNORECASE
)
URL_SECRETS: Final = re.compile(r"(?<=://)[^/\s@]+@|\?\S+")
DURATION: Final = re.compile(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:([\d.]+)s)?(?:([\d.]+)ms)?")
HTML: Final = re.compile(r"\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)
TITLE: Final = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)


@frozen
class _Reported:
    """What an error body says, wherever it says it."""

    codes: frozenset[str]
    message: str
    status: int | None
    retry_delay: str

    def with_code(self, header: str) -> _Reported:
        """With what AWS says in a header alone: a code, then perhaps an address."""
        code = header.partition(":")[0].strip().lower()
        return evolve(self, codes=self.codes | {code}) if code else self


def says_error(body: JsonObject) -> bool:
    """Whether an object that should be an answer is an error."""
    if body.get("error"):
        return True
    if "choices" in body or "usage" in body:
        return False
    if body.get("object") == "error":
        return True
    message, detail = body.get("message"), body.get("detail")
    return bool((isinstance(message, str) and message) or (isinstance(detail, str) and detail))


@frozen
class Failures:
    """Makes the errors of one request; the `secrets` appear in none of them."""

    provider: str
    model: str
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def from_status(
        self, status: int, headers: Mapping[str, str], body: bytes | str
    ) -> ProviderError:
        """The error of an answer without success; names of headers are in lower case."""
        text = body if isinstance(body, str) else body.decode("utf-8", "replace")
        reported = _reported_in(text).with_code(headers.get("x-amzn-errortype", ""))
        return self._classified(status, reported, _retry_after(headers, reported.retry_delay))

    def from_body(self, body: JsonObject) -> ProviderError:
        """The error that came as an object after a status of success."""
        reported = _reported(body)
        return self._classified(reported.status, reported, _seconds(reported.retry_delay))

    def bad_stream(self, problem: str) -> BadStream:
        """The answer broke the protocol."""
        return BadStream(provider=self.provider, model=self.model, detail=self.clean(problem))

    def unreachable(self, problem: str) -> ProviderUnreachable:
        """No answer at all."""
        detail = self.clean(problem)
        return ProviderUnreachable(provider=self.provider, model=self.model, detail=detail)

    def timed_out(self, problem: str) -> ProviderTimedOut:
        """Silence for too long."""
        detail = self.clean(problem)
        return ProviderTimedOut(provider=self.provider, model=self.model, detail=detail)

    def html_page(self, text: str) -> BadStream:
        """A page for browsers in place of an answer."""
        return self.bad_stream(_page(text))

    def clean(self, text: str) -> str:
        """A provider's words without secrets or control characters, cut, without full stop."""
        for secret in self.secrets:
            text = masked(text, secret)
        text = URL_SECRETS.sub("", KEY_LIKE.sub("***", text))
        words = " ".join("".join(c if c.isprintable() else " " for c in well_formed(text)).split())
        return (words[:DETAIL_LENGTH] or "it gave no reason").rstrip(".")

    def _classified(
        self, status: int | None, reported: _Reported, retry_after: float | None
    ) -> ProviderError:
        words = (f"HTTP {status}" if status else "", reported.message)
        detail = self.clean(": ".join(word for word in words if word))
        kind = _kind(status, reported)
        if issubclass(kind, ProviderRateLimited | ProviderOverloaded):
            return kind(
                provider=self.provider, model=self.model, detail=detail, retry_after=retry_after
            )
        return kind(provider=self.provider, model=self.model, detail=detail)


def _kind(status: int | None, reported: _Reported) -> type[ProviderError]:
    return (
        _kind_by_code(status, reported)
        or _kind_by_status(status, reported)
        or _kind_by_text(reported.message)
        or ProviderOverloaded
    )


def _kind_by_code(status: int | None, reported: _Reported) -> type[ProviderError] | None:
    if status in (401, 407):
        return ProviderAuthFailed
    meanings: tuple[tuple[frozenset[str], type[ProviderError]], ...] = (
        (CONTEXT_CODES, ContextOverflow),
        (AUTH_CODES, ProviderAuthFailed),
        (QUOTA_CODES, ProviderQuotaExhausted),
        (TOOL_CODES, BadStream),
        (TIMEOUT_CODES, ProviderTimedOut),
        (RATE_CODES, ProviderRateLimited),
    )
    for codes, kind in meanings:
        if reported.codes & codes:
            # A quota that is used up comes as "resource exhausted" too; the text decides there.
            is_quota = kind is ProviderRateLimited and QUOTA_PHRASES.search(reported.message)
            return ProviderQuotaExhausted if is_quota else kind
    # With 424, AWS says that what failed is the model behind it.
    if status in (None, 424) and reported.codes & OVERLOAD_CODES:
        return _kind_by_text(reported.message) or ProviderOverloaded
    return None


def _kind_by_status(status: int | None, reported: _Reported) -> type[ProviderError] | None:
    if status is None:
        if not reported.codes & INVALID_CODES:
            return None
        return _kind_by_text(reported.message) or ProviderRejected
    if status == 403:
        return ProviderRejected if reported.codes else ProviderAuthFailed
    if status == 402:
        return ProviderQuotaExhausted
    if status == 408:
        return ProviderTimedOut
    if status == 413:
        return ContextOverflow
    if status == 429:
        is_quota = QUOTA_PHRASES.search(reported.message)
        return ProviderQuotaExhausted if is_quota else ProviderRateLimited
    by_text = _kind_by_text(reported.message)
    if status >= 500:
        return ContextOverflow if by_text is ContextOverflow else ProviderOverloaded
    return by_text or ProviderRejected


def _kind_by_text(message: str) -> type[ProviderError] | None:
    if CONTEXT_PHRASES.search(message):
        return ContextOverflow
    if TOOL_PHRASES.search(message):
        return BadStream
    if AUTH_PHRASES.search(message):
        return ProviderAuthFailed
    return ProviderQuotaExhausted if QUOTA_PHRASES.search(message) else None


def _reported_in(text: str) -> _Reported:
    if HTML.match(text):
        return _Reported(frozenset(), _page(text), None, "")
    try:
        body = loaded(text)
    except ValueError:
        return _Reported(frozenset(), text, None, "")
    # Google answers with a list of one object.
    first = items_of(body)[:1]
    return _reported(object_of(first[0] if first else body))


def _reported(body: JsonObject) -> _Reported:
    inner = body.get("error")
    error = object_of(inner) or body
    details = [object_of(item) for item in items_of(error.get("details"))]
    words = [text_of(error.get(key)) for key in ("code", "type", "status")]
    message = (
        text_of(error.get("message"))
        or text_of(inner)
        or text_of(error.get("Message"))
        or text_of(error.get("detail"))
        or next((word for word in words if word), "")
    )
    codes = frozenset(word.lower() for word in words if word and word not in ("error",))
    status = next((int(word) for word in words if re.fullmatch(r"[45]\d\d", word)), None)
    delays = (text_of(detail.get("retryDelay")) for detail in details)
    # A number that is the HTTP status says nothing of its own.
    codes = frozenset(code for code in codes if code != str(status))
    return _Reported(codes, message, status, next((delay for delay in delays if delay), ""))


def _page(text: str) -> str:
    title = TITLE.search(text)
    return f"an HTML page ({title[1].strip()})" if title and title[1].strip() else "an HTML page"


def _retry_after(headers: Mapping[str, str], retry_delay: str) -> float | None:
    """Seconds to wait, from whichever way the provider has of saying it."""
    date = _date(headers.get("date"))
    readings: tuple[Callable[[], float | None], ...] = (
        lambda: _number(headers.get("retry-after-ms"), 1000),
        lambda: _number(headers.get("retry-after"), 1),
        lambda: _until(_date(headers.get("retry-after")), date),
        lambda: _seconds(retry_delay),
        lambda: _reset(headers),
    )
    found = (reading() for reading in readings)
    return next((seconds for seconds in found if seconds is not None), None)


def _reset(headers: Mapping[str, str]) -> float | None:
    """When the limits that are used up start anew."""
    waits = [
        _seconds(headers.get(f"x-ratelimit-reset-{limit}", ""))
        for limit in ("requests", "tokens")
        if _number(headers.get(f"x-ratelimit-remaining-{limit}"), 1) == 0
    ]
    return max((wait for wait in waits if wait is not None), default=None)


def _number(text: str | None, divisor: int) -> float | None:
    if text is None or not re.fullmatch(r"\d{1,12}(\.\d{1,12})?", text.strip()):
        return None
    return float(text) / divisor


def _seconds(text: str) -> float | None:
    """A duration such as `6m0s`, `20ms`, `1.5s`, or plain seconds."""
    plain = _number(text, 1)
    if plain is not None:
        return plain
    match = DURATION.fullmatch(text.strip())
    if match is None or not any(match.groups()):
        return None
    try:
        hours, minutes, seconds, milliseconds = (float(part or 0) for part in match.groups())
    except ValueError:
        return None
    return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    # Its package costs more than the rest of this module, and dates are rare.
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _until(moment: datetime | None, now: datetime | None) -> float | None:
    """Measured on the provider's own clock, which its `Date` header tells."""
    if moment is None or now is None:
        return None
    return max(0.0, (moment - now).total_seconds())
