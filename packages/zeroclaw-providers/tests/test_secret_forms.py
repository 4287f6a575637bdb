"""A secret is known in every form in which a server may send it back."""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.secret_forms import forms_of, masked

SECRET = 'k"ey/with\\päce +1'


@pytest.mark.parametrize(
    "write",
    [
        str,
        json.dumps,
        repr,
        lambda text: json.dumps(json.dumps({"key": text})),
        lambda text: repr(text.encode()),
        lambda text: text.encode().hex(),
        quote,
        quote_plus,
        lambda text: quote(text, safe=""),
        lambda text: b64encode(text.encode()).decode(),
        lambda text: b64encode(f"x:{text}:y".encode()).decode(),
        lambda text: urlsafe_b64encode(f"user:{text}".encode()).decode(),
    ],
)
def test_every_way_of_writing_is_a_form(write: Callable[[str], str]) -> None:
    assert any(form in write(SECRET) for form in forms_of(SECRET))


@given(before=st.binary(max_size=5), after=st.binary(max_size=5), secret=st.text(min_size=6))
def test_base64_of_anything_around_it_has_a_form(before: bytes, after: bytes, secret: str) -> None:
    data = before + secret.encode("utf-8", "surrogatepass") + after
    assert any(form in b64encode(data).decode() for form in forms_of(secret))


@given(st.text(max_size=20))
def test_longer_forms_come_first_and_none_is_empty(secret: str) -> None:
    lengths = [len(form) for form in forms_of(secret)]
    assert lengths == sorted(lengths, reverse=True)
    assert 0 not in lengths


@given(cut=st.integers(12, 30), tail=st.booleans())
def test_piece_of_a_long_secret_is_masked_too(cut: int, tail: bool) -> None:
    secret = "sk-0123456789abcdefghijklmnopq"
    piece = secret[-cut:] if tail else secret[:cut]
    assert masked(f"wrong key {piece}...", secret) == "wrong key ***..."


def test_ordinary_words_stay_as_they_are() -> None:
    assert masked("the model is overloaded", "sk-0123456789abcdef") == "the model is overloaded"
