"""What is shown holds nothing that a terminal would obey."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tools.display import shortened, shown_name, shown_text


@given(
    st.binary()
    | st.lists(st.sampled_from([b"\x1b", b"[", b"3", b"1m", b"]0;", b"\x07", b"x"])).map(b"".join)
)
def test_shown_text_never_holds_a_control_character(data: bytes) -> None:
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown_text(data))


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert shown_text(text.encode()) == text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"\x1b[1;31mred\x1b[0m", "red"),
        (b"\x1b]0;title\x07x\x1b]8;;http://a\x1b\\y", "xy"),
        (b"\x1b(Bplain\x1bc", "plain"),
        (b"\x1b[31", "\u241b[31"),
        (b"1%\r2%\r\nend\n", "1%\n2%\nend\n"),
        (b"\xff\xfe\0", "\ufffd\ufffd\u2400"),
        ("\u009b31m".encode(), "\ufffd31m"),
    ],
)
def test_escape_sequences_become_harmless(raw: bytes, shown: str) -> None:
    assert shown_text(raw) == shown


@given(st.binary(min_size=1, max_size=40))
def test_any_file_name_is_shown_on_one_line(raw: bytes) -> None:
    shown = shown_name(os.fsdecode(raw))
    assert shown.encode()
    assert len(shown.splitlines()) == 1


def test_bytes_of_a_name_that_are_not_utf8_are_spelled() -> None:
    assert shown_name(os.fsdecode(b"a\xffb\nc\xc3\xa4")) == "a\\xffb\\x0ac\u00e4"


@given(st.text(max_size=300), st.integers(10, 200))
def test_shortened_text_keeps_both_of_its_ends(text: str, most: int) -> None:
    short = shortened(text, most)
    if len(text) <= most:
        assert short == text
    else:
        assert short.startswith(text[: most - most // 3])
        assert short.endswith(text[len(text) - most // 3 :])
        assert f"{len(text) - most} characters" in short
