"""Tokens are read from whatever a service answers, without trusting it."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_api.json import Json, JsonObject
from zeroclaw_providers.oauth.tokens import Tokens, tokens_from_jwt, tokens_in, tokens_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def jwt(payload: JsonObject) -> str:
    text = base64.urlsafe_b64encode(json.dumps(payload).encode()).rstrip(b"=").decode()
    return f"aaaa.{text}.cccc"


def test_tokens_are_due_90_seconds_before_their_end() -> None:
    tokens = Tokens("a", "r", NOW + timedelta(seconds=91))
    assert not tokens.is_due(NOW)
    assert tokens.is_due(NOW + timedelta(seconds=1))
    assert not tokens.is_over(NOW + timedelta(seconds=90))
    assert tokens.is_over(NOW + timedelta(seconds=91))


def test_tokens_without_an_end_are_never_due() -> None:
    assert not Tokens("a").is_due(datetime.max.replace(tzinfo=UTC))


def test_answer_of_a_refresh_keeps_what_it_leaves_out() -> None:
    before = Tokens("old", "refresh", NOW, "account")
    after = tokens_of({"access_token": "new", "expires_in": 3600}, NOW, before)
    assert after == Tokens("new", "refresh", NOW + HOUR, "account")


def test_refresh_token_that_rotates_replaces_the_old_one() -> None:
    answer: JsonObject = {"access_token": "new", "refresh_token": "next", "expires_in": "3600"}
    after = tokens_of(answer, NOW, Tokens("old", "refresh"))
    assert after is not None
    assert (after.refresh, after.expires_at) == ("next", NOW + HOUR)


@pytest.mark.parametrize("access", [None, "", 7.5, [], "two words", "é", "a\nb", "x" * 20_000])
def test_access_token_that_no_header_takes_is_none(access: Json) -> None:
    assert tokens_of({"access_token": access}, NOW) is None


@pytest.mark.parametrize("life", [-1, 0, 1e300, "soon", True, None])
def test_life_that_is_none_gives_tokens_without_an_end(life: Json) -> None:
    tokens = tokens_of({"access_token": "a", "expires_in": life}, NOW)
    assert tokens is not None
    assert tokens.expires_at is None


def test_end_of_a_jwt_is_read_from_it() -> None:
    tokens = tokens_from_jwt(jwt({"exp": int(NOW.timestamp())}), "r", "me")
    assert tokens is not None
    assert (tokens.expires_at, tokens.account) == (NOW, "me")


@given(st.text())
def test_any_text_in_place_of_a_jwt_has_no_end_and_raises_nothing(text: str) -> None:
    tokens = tokens_from_jwt(f"a.{text}.c", "", "")
    assert tokens is None or tokens.expires_at is None


@given(
    st.from_regex(r"[!-~]{1,40}", fullmatch=True),
    st.from_regex(r"[!-~]{0,40}", fullmatch=True),
    st.none() | st.datetimes(timezones=st.just(UTC)),
    st.text(),
)
def test_tokens_come_back_from_their_form(
    access: str, refresh: str, end: datetime | None, account: str
) -> None:
    tokens = Tokens(access, refresh, end, account)
    assert tokens_in(tokens.form) == tokens


@pytest.mark.parametrize(
    "form",
    [
        None,
        [],
        {},
        {"access": ""},
        {"access": "a", "expires_at": "x"},
        {"access": "a", "expires_at": "2026-01-01T00:00:00"},
    ],
)
def test_form_that_is_none_gives_no_tokens(form: Json) -> None:
    assert tokens_in(form) is None


def test_tokens_hide_their_secrets_when_printed() -> None:
    assert "secret" not in repr(Tokens("secret-a", "secret-r", NOW, "me"))


ACCOUNT = {"https://api.openai.com/auth": {"chatgpt_account_id": "me"}}


def test_account_is_read_from_whichever_token_names_it() -> None:
    of_id = tokens_of({"access_token": "a", "id_token": jwt(ACCOUNT)}, NOW)
    of_access = tokens_of({"access_token": jwt(ACCOUNT)}, NOW)
    brought = tokens_from_jwt(jwt(ACCOUNT), "r", "")
    assert [tokens and tokens.account for tokens in (of_id, of_access, brought)] == ["me"] * 3


def test_account_that_is_no_header_is_left_out() -> None:
    claims = {"chatgpt_account_id": "me\r\nX-Evil: 1"}
    tokens = tokens_of({"access_token": "a", "id_token": jwt(claims)}, NOW)
    assert tokens is not None
    assert tokens.account == ""
