"""The device flow keeps to RFC 8628, whatever the service answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.oauth.device_flow import (
    Granted,
    Refused,
    Waiting,
    challenge_of,
    device_code_of,
    poll_outcome,
)

CODE: JsonObject = {
    "device_code": "planted",
    "user_code": "ABCD",
    "verification_uri": "https://example.com/device",
}


def test_challenge_is_the_one_of_the_standard() -> None:
    # The example of RFC 7636, appendix B.
    verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert challenge_of(verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@pytest.mark.parametrize(
    ("told", "interval"), [(None, 5), (1, 5), (-3, 5), (7, 7), (10_000, 60), ("8", 8)]
)
def test_interval_is_five_seconds_at_least(told: int | str | None, interval: float) -> None:
    code = device_code_of({**CODE, "interval": told})
    assert code is not None
    assert code.interval == interval


@pytest.mark.parametrize(("told", "life"), [(None, 900), (60, 60), (1e9, 1800)])
def test_life_of_a_code_is_bounded(told: float | None, life: float) -> None:
    code = device_code_of({**CODE, "expires_in": told})
    assert code is not None
    assert code.life == life


@pytest.mark.parametrize(
    "wrong",
    [
        {"device_code": None},
        {"user_code": ""},
        {"verification_uri": "javascript:alert(1)"},
        {"verification_uri": "https://"},
        {"verification_uri": "https://[x"},
        {"verification_uri": "https://example.com/\x1b[2J"},
    ],
)
def test_code_that_could_not_be_confirmed_is_none(wrong: JsonObject) -> None:
    assert device_code_of({**CODE, **wrong}) is None


def test_secret_of_a_code_hides_when_printed() -> None:
    assert "planted" not in repr(device_code_of(CODE))


def test_whole_address_that_is_none_is_left_out() -> None:
    code = device_code_of({**CODE, "verification_uri_complete": "file:///etc"})
    assert code is not None
    assert code.whole_url == ""


def test_pending_answer_keeps_the_interval() -> None:
    assert poll_outcome({"error": "authorization_pending"}, 7) == Waiting(7)


def test_slow_down_makes_every_later_wait_longer() -> None:
    assert poll_outcome({"error": "slow_down"}, 5) == Waiting(10)
    assert poll_outcome({"error": "slow_down", "interval": 20}, 5) == Waiting(20)
    assert poll_outcome({"error": "slow_down", "interval": 1}, 10) == Waiting(15)


def test_refusals_say_what_happened() -> None:
    assert poll_outcome({"error": "access_denied"}, 5) == Refused("it was declined")
    expired = poll_outcome({"error": "expired_token"}, 5)
    assert expired == Refused("the code was not confirmed in time")
    other = poll_outcome({"error": "invalid_client", "error_description": "who?"}, 5)
    assert other == Refused("who?")


def test_answer_with_a_token_ends_the_flow() -> None:
    assert isinstance(poll_outcome({"access_token": "a"}, 5), Granted)


@given(
    st.dictionaries(
        st.sampled_from(["error", "interval", "access_token"]),
        st.none() | st.integers() | st.text() | st.floats() | st.lists(st.none()),
    ),
    st.floats(5, 60),
)
def test_no_answer_makes_a_wait_shorter_than_allowed(answer: JsonObject, interval: float) -> None:
    outcome = poll_outcome(answer, interval)
    if isinstance(outcome, Waiting):
        assert interval <= outcome.interval <= 60
