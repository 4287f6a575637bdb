"""A token says who it is for; what is no token says nothing."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import JsonObject
from zeroclaw_providers.oauth.claims import account_in, claims_in


def jwt(claims: JsonObject) -> str:
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    return f"e30.{payload}.c2ln"


@pytest.mark.parametrize(
    "claims",
    [
        {"https://api.openai.com/auth": {"chatgpt_account_id": "me"}},
        {"chatgpt_account_id": "me"},
        {
            "chatgpt_account_id": "other",
            "https://api.openai.com/auth": {"chatgpt_account_id": "me"},
        },
    ],
)
def test_account_is_found_where_openai_puts_it(claims: JsonObject) -> None:
    assert account_in(jwt(claims)) == "me"


@pytest.mark.parametrize(
    "token", ["", "a.b", "a.b.c", "e30.W10.x", jwt({"https://api.openai.com/auth": 7})]
)
def test_token_that_names_no_account_has_none(token: str) -> None:
    assert account_in(token) == ""


@given(st.text())
def test_no_text_breaks_the_reading_of_claims(text: str) -> None:
    assert isinstance(claims_in(f"x.{text}.y"), dict)
