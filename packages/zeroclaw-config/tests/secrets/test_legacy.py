"""Tests of rescuing the oldest form."""

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from secrets_at_work import API_KEY, PLANTED

from zeroclaw_config.secrets.box import unseal
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey
from zeroclaw_config.secrets.legacy import resealed

KEY = SecretKey("k", bytes(range(100, 132)))


def hidden(data: bytes) -> str:
    return "enc:" + bytes(a ^ b for a, b in zip(data, cycle(KEY.material), strict=False)).hex()


@given(st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1))
def test_a_legacy_value_is_sealed_anew(text: str) -> None:
    sealed = resealed(KEY, hidden(text.encode()))
    assert sealed is not None
    assert sealed.startswith("enc2:")
    assert unseal(KeyRing(KEY), sealed, API_KEY) == text


def test_the_plain_text_is_not_in_what_is_written() -> None:
    sealed = resealed(KEY, hidden(PLANTED.encode()))
    assert sealed is not None
    assert PLANTED not in sealed
    assert PLANTED.encode().hex() not in sealed


def test_text_of_several_lines_is_rescued() -> None:
    sealed = resealed(KEY, hidden(b"-----BEGIN\r\n\tx\n"))
    assert sealed is not None
    assert unseal(KeyRing(KEY), sealed, API_KEY) == "-----BEGIN\r\n\tx\n"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a\x00b", b"\x1b[31m"])
def test_what_another_key_wrote_is_not_rescued(data: bytes) -> None:
    assert resealed(KEY, hidden(data)) is None


@pytest.mark.parametrize("text", ["", "enc:", "enc:abc", "enc:xy", "enc2:00", "plain"])
def test_other_texts_are_not_rescued(text: str) -> None:
    assert resealed(KEY, text) is None
