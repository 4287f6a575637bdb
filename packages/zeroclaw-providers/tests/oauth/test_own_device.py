"""OpenAI's own device flow ends as its user decided, whatever the service answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.oauth.device_flow import Granted, PollOutcome, Refused, Waiting
from zeroclaw_providers.oauth.own_device import own_code_of, own_poll_outcome

PAGE = "https://example.com/device"
GRANTED: JsonObject = {"authorization_code": "planted", "code_verifier": "v"}


def test_code_is_confirmed_at_the_page_of_the_service() -> None:
    answer: JsonObject = {"device_auth_id": "planted", "user_code": "AB-CD", "interval": "7"}
    code = own_code_of(answer, PAGE)
    assert code is not None
    assert (code.secret, code.user_code, code.url, code.whole_url) == ("planted", "AB-CD", PAGE, "")
    assert (code.interval, code.life) == (7, 900)
    assert "planted" not in repr(code)


def test_older_spelling_of_the_code_is_read_too() -> None:
    code = own_code_of({"device_auth_id": "x", "usercode": "AB", "interval": 1}, PAGE)
    assert code is not None
    assert (code.user_code, code.interval) == ("AB", 5)


@pytest.mark.parametrize("answer", [{}, {"user_code": "AB"}, {"device_auth_id": "x"}])
def test_answer_without_a_code_is_none(answer: JsonObject) -> None:
    assert own_code_of(answer, PAGE) is None


@pytest.mark.parametrize(
    ("status", "answer", "outcome"),
    [
        (403, {}, Waiting(7)),
        (404, {"detail": "Not Found"}, Waiting(7)),
        (403, {"error": "deviceauth_authorization_pending"}, Waiting(7)),
        (429, {"error": "rate_limit_exceeded"}, Waiting(12)),
        (503, {}, Waiting(12)),
        (200, {"status": "pending"}, Waiting(12)),
        (403, {"error": "deviceauth_access_denied"}, Refused("it was declined")),
        (403, {"error": "deviceauth_expired"}, Refused("the code was not confirmed in time")),
        (400, {"error": "x", "error_description": "who?"}, Refused("who?")),
        (401, {}, Refused("HTTP 401")),
        (200, GRANTED, Granted(GRANTED)),
    ],
)
def test_answers_mean_what_the_service_means(
    status: int, answer: JsonObject, outcome: PollOutcome
) -> None:
    assert own_poll_outcome(status, answer, 7) == outcome


@given(
    st.integers(100, 599),
    st.dictionaries(
        st.sampled_from(["error", "authorization_code", "code_verifier"]),
        st.none() | st.integers() | st.text() | st.lists(st.none()),
    ),
    st.floats(5, 60),
)
def test_no_answer_shortens_a_wait_or_grants_half_a_code(
    status: int, answer: JsonObject, interval: float
) -> None:
    outcome = own_poll_outcome(status, answer, interval)
    if isinstance(outcome, Waiting):
        assert interval <= outcome.interval <= 60
    if isinstance(outcome, Granted):
        assert answer["authorization_code"]
        assert answer["code_verifier"]
