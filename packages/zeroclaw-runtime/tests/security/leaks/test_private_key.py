"""The first line of a key is told from a sentence about it."""

from __future__ import annotations

import re

import pytest
from leak_cases import block

from zeroclaw_runtime.security.leaks.private_key import (
    BLOCK_BEGINNING,
    BLOCK_END,
    BLOCK_START,
    LONGEST_END,
)


@pytest.mark.parametrize("spelled", ["\n", "\\n", "\r\n", '",\n"', "\\n' +\n'"])
def test_a_key_is_recognised_in_each_spelling_of_its_lines(spelled: str) -> None:
    assert BLOCK_START.search(block().replace("\n", spelled))


def test_headers_of_old_formats_are_recognised() -> None:
    assert BLOCK_START.search(block(body="Proc-Type: 4,ENCRYPTED\n\nabc"))
    assert BLOCK_START.search(block("PGP PRIVATE KEY BLOCK", "Version: 1\n\nabc"))


def test_public_blocks_and_sentences_are_not_recognised() -> None:
    assert not BLOCK_START.search(block("CERTIFICATE"))
    assert not BLOCK_START.search(block("PUBLIC KEY"))
    assert not BLOCK_START.search("`-----BEGIN PRIVATE KEY-----` is its first line, followed by")


def test_each_beginning_of_a_start_is_recognised_as_one() -> None:
    start = BLOCK_START.search(block("PGP PRIVATE KEY BLOCK"))
    assert start is not None
    first_word = len("-----BEGIN")
    for end in range(first_word, len(start[0])):
        assert re.match(rf"(?:{BLOCK_BEGINNING})\Z", start[0][:end]), end


def test_the_longest_end_has_the_stated_length() -> None:
    assert BLOCK_END.fullmatch("-----END " + "A" * 48 + "-----")
    assert len("-----END " + "A" * 48 + "-----") == LONGEST_END
    assert not BLOCK_END.search("-----END " + "A" * 49 + "-----")
