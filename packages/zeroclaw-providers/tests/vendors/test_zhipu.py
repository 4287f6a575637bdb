"""Tokens are such as an independent library of JWTs reads them."""

from __future__ import annotations

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.vendors.zhipu import ZhipuSigning, zhipu_token

ID = "abcdef0123456789"
SECRET = "secret-half-of-at-least-32-letters"
NOW = 1_900_000_000_000


def test_the_token_is_signed_with_the_secret_half_alone() -> None:
    token = zhipu_token(f"{ID}.{SECRET}", NOW)
    claims = jwt.decode(token, SECRET, algorithms=["HS256"], options={"verify_exp": False})
    assert claims == {"api_key": ID, "exp": NOW + 210_000, "timestamp": NOW}
    assert jwt.get_unverified_header(token) == {"alg": "HS256", "sign_type": "SIGN"}
    assert SECRET not in token


def test_control_another_secret_does_not_open_it() -> None:
    token = zhipu_token(f"{ID}.{SECRET}", NOW)
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(token, SECRET + "x", algorithms=["HS256"], options={"verify_exp": False})


@given(
    st.text("abc-_0129", min_size=1),
    st.text("abc-_0129", min_size=32),
    st.integers(0, 10**14),
)
def test_any_key_gives_a_token_that_can_be_read(key_id: str, secret: str, now: int) -> None:
    token = zhipu_token(f"{key_id}.{secret}", now)
    claims = jwt.decode(token, secret, algorithms=["HS256"], options={"verify_exp": False})
    assert claims["api_key"] == key_id


@pytest.mark.parametrize("key", ["", "plain", ".x", "x.", "a.b.c"])
def test_a_key_of_another_form_is_sent_as_it_is(key: str) -> None:
    assert zhipu_token(key, NOW) == key


def test_each_request_gets_a_token_of_its_time() -> None:
    times = iter([1.0, 2.5])
    signing = ZhipuSigning(lambda: next(times))
    shown = [signing(f"{ID}.{SECRET}")["Authorization"] for _ in range(2)]
    claims = [
        jwt.decode(
            header.removeprefix("Bearer "),
            SECRET,
            algorithms=["HS256"],
            options={"verify_exp": False},
        )
        for header in shown
    ]
    assert [each["timestamp"] for each in claims] == [1000, 2500]
