"""Keys are read from a lender's JSON, which no failure quotes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from zeroclaw_providers.bedrock.lent_keys import LentKeys, lent_keys
from zeroclaw_providers.bedrock.sigv4 import AwsKeys

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
KEYS = {"AccessKeyId": "AK", "SecretAccessKey": "very-secret"}


@pytest.mark.parametrize("name", ["SessionToken", "Token"])
def test_the_session_token_may_have_either_of_two_names(name: str) -> None:
    body = json.dumps(KEYS | {name: "t", "Expiration": "2026-03-04T12:00:00Z"}).encode()
    assert lent_keys(body, "it") == LentKeys(AwsKeys("AK", "very-secret", "t"), NOON)


def test_keys_are_asked_for_anew_before_they_end() -> None:
    ending = LentKeys(AwsKeys("AK", "s"), NOON)
    assert ending.are_good(NOON - timedelta(minutes=6))
    assert not ending.are_good(NOON - timedelta(minutes=4))
    assert lent_keys(json.dumps(KEYS).encode(), "it").are_good(NOON)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"very-secret", "without AccessKeyId"),
        (b"[]", "without AccessKeyId"),
        (json.dumps(KEYS | {"AccessKeyId": ""}).encode(), "without AccessKeyId"),
        (json.dumps(KEYS | {"Expiration": "very-secret"}).encode(), "that is no date"),
        (json.dumps(KEYS | {"Token": "very-secret\n"}).encode(), "other characters"),
    ],
)
def test_what_is_no_loan_is_refused_without_being_quoted(body: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        lent_keys(body, "the lender")
    assert "very-secret" not in str(caught.value)


def test_no_secret_is_in_what_is_printed() -> None:
    assert "very-secret" not in repr(lent_keys(json.dumps(KEYS).encode(), "it"))
