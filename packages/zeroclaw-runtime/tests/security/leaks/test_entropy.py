"""Random words are told from names, digests, images."""

from __future__ import annotations

import pytest
from leak_cases import ALNUM, BASE64, HEX, URL64, made_up, ordinary_texts

from zeroclaw_runtime.security.leaks.entropy import random_tokens

USUAL = 0.7
TOKEN = made_up(44, BASE64, 5)


def found(text: str, sensitivity: float = USUAL) -> list[str]:
    return [text[start:end] for start, end in random_tokens(text, 0, sensitivity)]


def test_nineteen_of_twenty_random_keys_are_found() -> None:
    for alphabet, length in ((ALNUM, 40), (URL64, 43), (BASE64, 64)):
        keys = [made_up(length, alphabet, seed) for seed in range(300)]
        share = sum(found(f"it is {key} .") == [key] for key in keys) / len(keys)
        assert share >= 0.95


def test_digests_in_hex_are_never_taken_for_keys() -> None:
    assert not any(found(made_up(size, HEX, n)) for size in (32, 40, 64, 128) for n in range(50))


def test_ordinary_texts_hold_no_random_words() -> None:
    assert [text for text in ordinary_texts() if found(text)] == []


@pytest.mark.parametrize(
    "form",
    [
        "https://example.com/{}",
        "[IMAGE:/tmp/{}.png]",
        "data:image/png;base64,{}",
        "h1:{}=",
        "sha512-{}==",
        "-----BEGIN CERTIFICATE-----\n{}\n",
    ],
)
def test_what_is_no_secret_by_its_place_is_left_alone(form: str) -> None:
    assert found(form.format(TOKEN)) == []
    assert found(form.replace("{}", "; {}").format(TOKEN)) != []


def test_a_value_in_the_query_of_an_address_is_judged() -> None:
    assert found(f"https://example.com/a?key={TOKEN}") == [TOKEN]


def test_the_letter_of_an_escape_is_no_part_of_the_word() -> None:
    assert found(f"line\\n{TOKEN}\\n") == [TOKEN]


def test_a_higher_sensitivity_asks_for_more_randomness() -> None:
    token = made_up(26, ALNUM, 3)
    assert found(token, 0.0) == [token]
    assert found(token, 1.0) == []
