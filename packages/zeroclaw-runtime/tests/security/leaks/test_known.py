"""A secret that is known is found in each of its spellings, wherever a text is cut."""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leak_cases import KEY_BODY, block, ordinary_texts

from zeroclaw_runtime.security.leaks.known import LEAST_KNOWN, KnownSecrets

SECRET = 'päss/Wörd+"9" & more'
OTHER = "0123456789abcdefghij"
SECRETS = KnownSecrets.of([SECRET, OTHER])
SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "upper case": str.upper,
    "reversed": lambda text: text[::-1],
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64 behind one byte": lambda text: base64.b64encode(b"x" + text.encode()).decode(),
    "base64 behind two bytes": lambda text: base64.b64encode(b"xy" + text.encode() + b"z").decode(),
    "base64url": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64 in lines": lambda text: base64.encodebytes(text.encode() * 5).decode(),
    "hex": lambda text: text.encode().hex(),
    "HEX": lambda text: text.encode().hex().upper(),
    "hex with colons": lambda text: text.encode().hex(":"),
    "hex with spaces": lambda text: text.encode().hex(" "),
    "hex escapes": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    "bytes in C": lambda text: ", ".join(f"0x{byte:02x}" for byte in text.encode()),
    "address": lambda text: quote(text, safe=""),
    "form": quote_plus,
    "address, each character": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()),
    "JSON": json.dumps,
    "JSON with Unicode": lambda text: json.dumps(text, ensure_ascii=False),
    "spaced out": lambda text: " ".join(text),
    "one a line": lambda text: "\n".join(text),
    "without width": lambda text: "\u200b".join(text),
    "joined by a program": lambda text: '" + "'.join(text),
    "bold": lambda text: f"**{text[:5]}**{text[5:]}",
}


def shown(secrets: KnownSecrets, text: str) -> str:
    left = list(text)
    for start, end in secrets.find(text):
        left[start:end] = " " * (end - start)
    return "".join(left)


@pytest.mark.parametrize("secret", [SECRET, OTHER], ids=["words", "letters"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_secret_is_found_in_each_spelling(spelling: str, secret: str) -> None:
    spelled = SPELLINGS[spelling](secret)
    left = shown(SECRETS, f"It is {spelled}, really.")
    assert left.startswith("It is ")
    assert left.endswith(", really.")
    # Of base64 a few characters stay, which hold bits of the neighbours too.
    assert re.search(r"[^\s=]{6,}", left[6:-9]) is None


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_control_another_secret_is_not_found(spelling: str) -> None:
    text = f"It is {SPELLINGS[spelling]('an-entirely-other-text')}, really."
    assert SECRETS.find(text) == []


def test_every_kind_of_white_space_is_passed_over() -> None:
    blanks = [character for character in map(chr, range(sys.maxunicode)) if character.isspace()]
    assert len(blanks) > 20
    for blank in blanks:
        text = f"x{blank.join(OTHER)}x"
        assert SECRETS.find(text) == [(1, len(text) - 1)], hex(ord(blank))


@pytest.mark.parametrize(
    "spelling",
    ["plain", "base64", "base64 behind one byte", "base64 in lines", "JSON", "spaced out"],
)
def test_every_part_of_a_long_secret_is_found(spelling: str) -> None:
    secrets = KnownSecrets.of([block()])
    left = shown(secrets, SPELLINGS[spelling](block()))
    assert re.search(r"[^\s=]{6,}", left) is None
    assert secrets.find(KEY_BODY[100:300]) != []


def test_short_values_are_not_looked_for() -> None:
    short = KnownSecrets.of(["a" * (LEAST_KNOWN - 1), "", "        ", "\n\n\n\n\n\n\n\n"])
    assert short.find("a" * 100) == []
    assert KnownSecrets.of([]).find("anything") == []


def test_ordinary_texts_hold_no_known_secret() -> None:
    secrets = KnownSecrets.of([f"{number:x}-{number * 7919:040x}" for number in range(50)])
    assert [text for text in ordinary_texts() if secrets.find(text)] == []


def test_capitals_that_become_two_characters_move_nothing() -> None:
    text = f"İİİ {OTHER.upper()} İ"
    assert SECRETS.find(text) == [(4, 4 + len(OTHER))]


def test_a_letter_with_two_small_forms_is_found_in_each_piece() -> None:
    secrets = KnownSecrets.of(["ΟΔΥΣΣΕΥΣ-ΑΒΓΔ"])
    scanner = secrets.scanner()
    found = [place for piece in ("ΟΔΥΣ", "ΣΕΥΣ", "-αβγδ") for place in scanner.feed(piece)]
    assert found == secrets.find("οδυσσευς-αβγδ") == [(0, 13)]


def test_its_own_description_shows_no_secret() -> None:
    assert OTHER not in repr(SECRETS)
    assert OTHER not in repr(SECRETS.scanner())


@given(
    st.lists(st.text("ab1", min_size=8, max_size=12), min_size=1, max_size=4),
    st.lists(st.text('ab1 "', max_size=10), max_size=12),
)
@settings(max_examples=150, deadline=None)
def test_pieces_are_searched_as_the_whole(values: list[str], pieces: list[str]) -> None:
    secrets = KnownSecrets.of(values)
    text = "".join(pieces)
    scanner = secrets.scanner()
    found = []
    for piece in pieces:
        found += scanner.feed(piece)
        assert scanner.open_from is None or scanner.open_from < sum(map(len, pieces))
    assert found == secrets.find(text)
    squeezed = text.replace(" ", "").replace('"', "")
    assert bool(found) == any(
        spelled in squeezed for value in values for spelled in (value, value[::-1])
    )
