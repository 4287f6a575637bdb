"""Failures are classified by status, then by code, then by words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
)
from zeroclaw_api.json import Json
from zeroclaw_providers.failures import Failures, says_error

SECRET = "super-secret-7Q"
FAILURES = Failures("custom.home", "some-model", (SECRET,))


def body(message: str = "No.", kind: str | None = None, code: Json = None) -> bytes:
    return json.dumps({"error": {"message": message, "type": kind, "code": code}}).encode()


@pytest.mark.parametrize(
    ("status", "said", "expected"),
    [
        (401, body("Bad key."), ProviderAuthFailed),
        (401, b"", ProviderAuthFailed),
        (403, b"forbidden", ProviderAuthFailed),
        (403, body(code="unsupported_country_region_territory"), ProviderRejected),
        (400, body("API key not valid. Please pass a valid API key."), ProviderAuthFailed),
        (400, body("API key expired. Please renew the API key."), ProviderAuthFailed),
        (400, body("API Key not found. Please pass a valid one."), ProviderAuthFailed),
        (400, body("Bad.", "invalid_request_error"), ProviderRejected),
        (402, body("Pay first."), ProviderQuotaExhausted),
        (404, body("The model does not exist.", code="model_not_found"), ProviderRejected),
        (408, b"", ProviderTimedOut),
        (413, b"", ContextOverflow),
        (302, b"", ProviderRejected),
        (429, body("Slow down.", "requests", "rate_limit_exceeded"), ProviderRateLimited),
        (429, b"Provider returned error", ProviderRateLimited),
        (429, body("model some-model: invalid burst"), ProviderRateLimited),
        (429, body("You exceeded it.", "insufficient_quota"), ProviderQuotaExhausted),
        (429, body("Your plan does not include this."), ProviderQuotaExhausted),
        (429, body("余额不足", code="1113"), ProviderQuotaExhausted),
        (429, body("Quota exhausted.", code="RESOURCE_EXHAUSTED"), ProviderQuotaExhausted),
        (500, body("Oops; it took 404 ms."), ProviderOverloaded),
        (502, b"<html><title>502 Bad Gateway</title></html>", ProviderOverloaded),
        (503, b"", ProviderOverloaded),
        (529, body(kind="overloaded_error"), ProviderOverloaded),
        (400, body(code="context_length_exceeded"), ContextOverflow),
        (400, body(kind="exceed_context_size_error", code=400), ContextOverflow),
        (500, body("the request exceeds the available context size"), ContextOverflow),
        (400, body("tool call validation failed: x was not in request"), BadStream),
        (400, body(code="tool_use_failed"), BadStream),
        (422, b'{"detail": "field required"}', ProviderRejected),
        (400, b'[{"error": {"message": "Bad.", "status": "INVALID_ARGUMENT"}}]', ProviderRejected),
    ],
)
def test_a_status_with_its_body_becomes_the_right_error(
    status: int, said: bytes, expected: type[ProviderError]
) -> None:
    error = FAILURES.from_status(status, {}, said)
    assert type(error) is expected, str(error)
    assert (error.provider, error.model) == ("custom.home", "some-model")


@pytest.mark.parametrize(
    "phrase",
    [
        "Your input exceeds the context window of this model",
        "The input token count (9) exceeds the maximum number of tokens allowed (8).",
        "This model's maximum context length is 8192 tokens",
        "context length exceeded",
        "Too many tokens",
        "token limit exceeded",
        "prompt is too long: 300000 tokens",
        "Input is too long for requested model",
        "Prompt exceeds max length",
    ],
)
def test_every_way_to_say_too_long_is_an_overflow(phrase: str) -> None:
    assert type(FAILURES.from_status(400, {}, body(phrase))) is ContextOverflow


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"error": {"message": "x", "type": "server_error"}}, ProviderOverloaded),
        ({"error": {"message": "Provider disconnected", "code": 502}}, ProviderOverloaded),
        ({"error": {"message": "slow", "code": 429}}, ProviderRateLimited),
        ({"error": {"message": "key", "code": "401"}}, ProviderAuthFailed),
        ({"error": {"message": "x", "type": "rate_limit_error"}}, ProviderRateLimited),
        ({"error": {"message": "x", "type": "invalid_request_error"}}, ProviderRejected),
        ({"error": {"message": "x", "code": "context_length_exceeded"}}, ContextOverflow),
        ({"error": "something happened"}, ProviderOverloaded),
        ({"object": "error", "message": "prompt is too long", "code": 400}, ContextOverflow),
        ({}, ProviderOverloaded),
    ],
)
def test_an_error_inside_a_body_becomes_the_right_error(
    document: dict[str, Json], expected: type[ProviderError]
) -> None:
    assert type(FAILURES.from_body(document)) is expected


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        (
            {
                "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT",
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            30.0,
        ),
        (
            {
                "retry-after": "Wed, 21 Oct 2026 07:27:00 GMT",
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            0.0,
        ),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        (
            {"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s"},
            360.0,
        ),
        (
            {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "20ms"},
            0.02,
        ),
        (
            {"x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "1s"},
            None,
        ),
    ],
)
def test_the_time_to_wait_is_read_from_every_header(
    headers: dict[str, str], seconds: float | None
) -> None:
    error = FAILURES.from_status(429, headers, b"")
    assert isinstance(error, ProviderRateLimited)
    assert error.retry_after == seconds


def test_the_time_to_wait_is_read_from_the_body() -> None:
    details: Json = [{"@type": "RetryInfo", "retryDelay": "34.5s"}]
    document = {"error": {"code": 429, "message": "slow", "details": details}}
    error = FAILURES.from_status(429, {}, json.dumps(document).encode())
    assert isinstance(error, ProviderRateLimited)
    assert error.retry_after == 34.5


def test_no_secret_is_left_in_what_an_error_says() -> None:
    said = f"Key {SECRET} or sk-proj-abc***xyz9 at https://me:pw@host/?token=abc, Bearer zzz."
    error = FAILURES.from_status(400, {}, body(said))
    for secret in (SECRET, "sk-proj", "pw@", "token=abc", "zzz"):
        assert secret not in str(error)
        assert secret not in repr(error)
    assert SECRET not in repr(FAILURES)


def test_a_long_answer_is_cut_and_stays_on_one_line() -> None:
    text = str(FAILURES.from_status(500, {}, b"a\nb\x1b[31m" + b"x" * 10_000))
    assert len(text) < 500
    assert text.isprintable()


def test_a_page_is_named_by_its_title() -> None:
    page = b"<!DOCTYPE html><html><head><title>Sign in</title></head></html>"
    assert "an HTML page (Sign in)" in str(FAILURES.from_status(404, {}, page))


def test_an_answer_is_not_taken_for_an_error() -> None:
    assert not says_error({"choices": [], "error": None})
    assert not says_error({"usage": {}, "message": "fine"})
    assert says_error({"error": {"message": "no"}, "choices": []})
    assert says_error({"detail": "no"})


@given(
    st.none() | st.integers(400, 599),
    st.dictionaries(
        st.sampled_from(["retry-after", "retry-after-ms", "date", "x-ratelimit-reset-tokens"]),
        st.text(max_size=12),
    ),
    st.binary(max_size=60) | st.text(max_size=60).map(lambda text: body(text, text, text)),
)
def test_any_failure_at_all_gives_an_error_with_words(
    status: int | None, headers: dict[str, str], said: bytes
) -> None:
    error = FAILURES.from_status(status or 500, headers, said)
    assert str(error).isprintable()


def test_aws_names_the_kind_in_a_header_alone() -> None:
    said = b'{"message": "No.", "Message": "not read"}'
    headers = {"x-amzn-errortype": "AccessDeniedException:http://internal.example.com/coral/"}
    error = FAILURES.from_status(403, headers, said)
    assert type(error) is ProviderAuthFailed
    assert "not read" not in str(error)
    assert type(FAILURES.from_status(403, {"x-amzn-errortype": "Later"}, said)) is ProviderRejected
    model = {"x-amzn-errortype": "ModelErrorException"}
    assert type(FAILURES.from_status(424, model, said)) is ProviderOverloaded
    assert "Denied" in str(FAILURES.from_status(403, {}, b'{"Message": "Denied."}'))


def test_an_overflow_in_a_stream_is_told_from_another_wrong_request() -> None:
    def error_of(message: str) -> ProviderError:
        return FAILURES.from_body({"error": {"code": "validationException", "message": message}})

    too_long = "input length and `max_tokens` exceed context limit: 9 + 8 > 16"
    assert type(error_of(too_long)) is ContextOverflow
    assert type(error_of("The model is not known.")) is ProviderRejected


@pytest.mark.parametrize("status", [500, 503, 529])
def test_an_overloaded_server_may_say_when_to_come_again(status: int) -> None:
    error = FAILURES.from_status(status, {"retry-after": "9"}, b"")
    assert isinstance(error, ProviderOverloaded)
    assert error.retry_after == 9
