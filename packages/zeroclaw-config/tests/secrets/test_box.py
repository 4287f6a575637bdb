"""Tests of sealing a text."""

import base64
import re

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st
from secrets_at_work import API_KEY, BOT_TOKEN, PLANTED, shown_by

from zeroclaw_config._key_path import KeyPath
from zeroclaw_config.errors import SecretNotAccepted, SecretNotReadable
from zeroclaw_config.secrets.box import (
    is_legacy,
    is_sealed,
    seal,
    seal_unbound,
    unreadable,
    unseal,
)
from zeroclaw_config.secrets.key_file import KeyRing, SecretKey

KEY = SecretKey("/home/.secret_key", bytes(range(32)))
OTHER = SecretKey("/home/.secret_key", bytes(32))
RING = KeyRing(KEY)
OTHER_TEXTS = [
    "",
    "enc",
    "enc:",
    "enc:xy",
    "enc:abc",
    "enc4:00",
    "enc2: a note",
    "sk-enc3:aa",
    "op://a/b/c",
    "${ENC}",
    "ENC3:AA",
    "encoded",
]
PATHS = st.lists(st.text() | st.integers(0, 9), min_size=1, max_size=4).map(tuple)
# What UTF-8 can write.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def refusal(sealed: str, path: KeyPath = API_KEY, ring: KeyRing = RING) -> str:
    with pytest.raises(SecretNotReadable) as caught:
        unseal(ring, sealed, path)
    assert PLANTED not in shown_by(caught.value)
    assert ring.current.material.hex() not in shown_by(caught.value)
    return str(caught.value)


@given(TEXTS, PATHS)
def test_a_sealed_text_opens_at_its_place(text: str, path: KeyPath) -> None:
    sealed = seal(KEY, text, path)
    assert is_sealed(sealed)
    assert re.fullmatch(r"enc3:[A-Za-z0-9_-]+", sealed)
    assert unseal(RING, sealed, path) == text


@pytest.mark.parametrize("text", ["", " ", "\n", "é😀", "a" * 2_000_000, "enc3:", "${HOME}", "\0"])
def test_unusual_texts_come_back_whole(text: str) -> None:
    assert unseal(RING, seal(KEY, text, API_KEY), API_KEY) == text
    assert unseal(RING, seal_unbound(KEY, text), API_KEY) == text


def test_a_text_is_never_sealed_twice_alike() -> None:
    assert len({seal(KEY, PLANTED, API_KEY) for _ in range(50)}) == 50


@given(PATHS, PATHS)
def test_a_moved_value_does_not_open(path: KeyPath, other: KeyPath) -> None:
    def place(parts: KeyPath) -> list[str | None]:
        return [None if isinstance(part, int) else part for part in parts]

    sealed = seal(KEY, PLANTED, path)
    if place(path) == place(other):
        assert unseal(RING, sealed, other) == PLANTED
    else:
        assert "was sealed for another key" in refusal(sealed, other)


@pytest.mark.parametrize(
    ("path", "other"),
    [
        (("a.b", "c"), ("a", "b.c")),
        (("a", "b"), ("a.b",)),
        (("a", ""), ("a",)),
        (("a" * 100 + "1",), ("a" * 100 + "2",)),
        (("0",), (0,)),
        (("é",), ("e\u0301",)),
        (("api_key",), ("Api_Key",)),
    ],
)
def test_places_that_look_alike_are_different(path: KeyPath, other: KeyPath) -> None:
    sealed = seal(KEY, PLANTED, path)
    assert unseal(RING, sealed, path) == PLANTED
    refusal(sealed, other)


def test_an_element_of_an_array_may_shift() -> None:
    moved = ("channels", "list", 7, "bot_token")
    assert unseal(RING, seal(KEY, PLANTED, BOT_TOKEN), moved) == PLANTED


def test_no_changed_character_goes_unnoticed() -> None:
    sealed = seal(KEY, PLANTED, API_KEY)
    for index in range(len("enc3:"), len(sealed)):
        for character in "AB_9":
            if sealed[index] != character:
                refusal(sealed[:index] + character + sealed[index + 1 :])


def test_no_flipped_bit_goes_unnoticed() -> None:
    sealed = seal_unbound(KEY, PLANTED)
    box = bytes.fromhex(sealed.removeprefix("enc2:"))
    for bit in range(len(box) * 8):
        changed = bytearray(box)
        changed[bit // 8] ^= 1 << bit % 8
        refusal("enc2:" + changed.hex())
    assert unseal(RING, "enc2:" + box.hex(), API_KEY) == PLANTED, "control: unchanged it opens"


@pytest.mark.parametrize("sealed", [seal(KEY, PLANTED, API_KEY), seal_unbound(KEY, PLANTED)])
def test_no_part_of_a_value_opens(sealed: str) -> None:
    for length in range(len("enc3:"), len(sealed)):
        refusal(sealed[:length])
    for longer in (sealed + "=", sealed + "A", sealed + "00", sealed + "é", sealed + "\n"):
        refusal(longer)


@pytest.mark.parametrize("sealed", ["enc3:", "enc2:", "enc3:!", "enc2:zz", "enc3:AAAA", "enc2:é"])
def test_what_is_no_value_is_called_cut_or_changed(sealed: str) -> None:
    assert is_sealed(sealed)
    assert "it is cut off, or was changed" in refusal(sealed)


def test_a_replaced_key_is_named_as_the_likely_cause() -> None:
    text = refusal(seal(KEY, PLANTED, API_KEY), ring=KeyRing(OTHER))
    assert text == (
        "providers.models.custom.home.api_key cannot be read with the key file /home/.secret_key: "
        "it was sealed with the key of another file, was sealed for another key, or was changed; "
        "restore that file, or run `zeroclaw secrets set providers.models.custom.home.api_key`."
    )
    text = refusal(seal_unbound(KEY, PLANTED), ring=KeyRing(OTHER))
    assert "it was sealed with the key of another file, or was changed" in text


def test_the_previous_key_opens_what_it_sealed() -> None:
    for sealed in (seal(KEY, PLANTED, API_KEY), seal_unbound(KEY, PLANTED)):
        assert unseal(KeyRing(OTHER, KEY), sealed, API_KEY) == PLANTED
        refusal(sealed, ring=KeyRing(OTHER))


def test_a_bound_value_does_not_open_as_an_unbound_one() -> None:
    text = seal(KEY, PLANTED, API_KEY).removeprefix("enc3:")
    box = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    refusal("enc2:" + box.hex())


def test_a_value_of_the_original_is_read() -> None:
    nonce = bytes(range(12))
    box = nonce + ChaCha20Poly1305(KEY.material).encrypt(nonce, PLANTED.encode(), b"")
    assert unseal(RING, "enc2:" + box.hex(), API_KEY) == PLANTED
    assert unseal(RING, "enc2:" + box.hex().upper(), BOT_TOKEN) == PLANTED


def test_a_legacy_value_is_left_to_the_migration() -> None:
    text = refusal("enc:0a1b")
    assert "old form `enc:`; run `zeroclaw config migrate`" in text


def test_bytes_that_are_no_text_do_not_open() -> None:
    nonce = bytes(12)
    box = nonce + ChaCha20Poly1305(KEY.material).encrypt(nonce, b"\xff" + PLANTED.encode(), None)
    refusal("enc2:" + box.hex())


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_other_texts_are_not_taken_for_sealed(text: str) -> None:
    assert not is_sealed(text)
    assert not is_legacy(text)


def test_a_text_that_is_none_is_refused_without_showing_it() -> None:
    with pytest.raises(SecretNotAccepted, match="no text") as caught:
        seal(KEY, PLANTED + "\udcff", API_KEY)
    assert PLANTED not in shown_by(caught.value)


def test_control_an_error_that_holds_the_secret_is_found() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        (PLANTED + "\udcff").encode()
    assert PLANTED in shown_by(caught.value)


def test_an_unreadable_value_gets_its_remedy() -> None:
    error = unreadable("f", ("a", "b c"), "it is odd")
    assert error.key == 'a."b c"'
    assert error.problem == 'it is odd; restore that file, or run `zeroclaw secrets set a."b c"`'
