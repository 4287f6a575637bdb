"""Bytes of a terminal become the presses that somebody meant."""

from __future__ import annotations

import time
import tracemalloc
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.keys import (
    MOST_PASTE_BYTES,
    Key,
    KeyReader,
    Pasted,
    PasteTooLong,
    Press,
    Typed,
    without_controls,
)

START, END = b"\x1b[200~", b"\x1b[201~"

PARTS = st.sampled_from(
    [
        *[bytes([code]) for code in range(0x21)],
        b"\x7f",
        b"a",
        b"b",
        b"[",
        b"O",
        b"]0;title\x07",
        b"\x1b",
        b"\x1b[",
        b"\x1b[A",
        b"\x1b[1;5D",
        b"\x1b[[A",
        b"\x1b[?1;2c",
        b"\x1b[0 0A",
        b"\x1b[" + b"0" * 70,
        b"\x1b]52;c;YQ==\x1b\\",
        b"\x1bP1+r\x1b\\",
        b"\x1bOH",
        START,
        END,
        END[:3],
        "é".encode(),
        "👩\u200d💻".encode(),
        b"\xc2\x9b",
        b"\xf0\x9f",
        b"\xff",
    ]
)
STREAMS = st.lists(PARTS | st.binary(max_size=4), max_size=30).map(b"".join)


def read(*pieces: bytes) -> tuple[Press, ...]:
    """The presses of some bytes, with a pause after the last."""
    reader = KeyReader()
    presses = [press for piece in pieces for press in reader.feed(piece)]
    return joined([*presses, *reader.flush()])


def joined(presses: Iterable[Press]) -> tuple[Press, ...]:
    result: list[Press] = []
    for press in presses:
        match [*result[-1:], press]:
            case [Typed(before), Typed(after)]:
                result[-1] = Typed(before + after)
            case _:
                result.append(press)
    return tuple(result)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\r", Key.ENTER),
        (b"\n", Key.NEW_LINE),
        (b"\x1b\r", Key.NEW_LINE),
        (b"\x1b[13;2u", Key.NEW_LINE),
        (b"\x1b[27;2;13~", Key.NEW_LINE),
        (b"\x1b[13u", Key.ENTER),
        (b"\x7f", Key.BACKSPACE),
        (b"\x08", Key.BACKSPACE),
        (b"\x1b[3~", Key.DELETE),
        (b"\x1b[D", Key.LEFT),
        (b"\x1bOD", Key.LEFT),
        (b"\x02", Key.LEFT),
        (b"\x1b[1;2D", Key.LEFT),
        (b"\x1b[C", Key.RIGHT),
        (b"\x06", Key.RIGHT),
        (b"\x1b[A", Key.UP),
        (b"\x1bOA", Key.UP),
        (b"\x1b[B", Key.DOWN),
        (b"\x1b[H", Key.HOME),
        (b"\x1bOH", Key.HOME),
        (b"\x1b[1~", Key.HOME),
        (b"\x1b[7~", Key.HOME),
        (b"\x01", Key.HOME),
        (b"\x1b[F", Key.END),
        (b"\x1b[4~", Key.END),
        (b"\x1b[8~", Key.END),
        (b"\x05", Key.END),
        (b"\x1bb", Key.WORD_LEFT),
        (b"\x1b[1;5D", Key.WORD_LEFT),
        (b"\x1b[1;3D", Key.WORD_LEFT),
        (b"\x1bf", Key.WORD_RIGHT),
        (b"\x1b[1;5C", Key.WORD_RIGHT),
        (b"\x17", Key.DELETE_WORD_LEFT),
        (b"\x1b\x7f", Key.DELETE_WORD_LEFT),
        (b"\x1bd", Key.DELETE_WORD_RIGHT),
        (b"\x1b[3;5~", Key.DELETE_WORD_RIGHT),
        (b"\x0b", Key.KILL_TO_END),
        (b"\x15", Key.KILL_TO_START),
        (b"\x19", Key.YANK),
        (b"\x1f", Key.UNDO),
        (b"\t", Key.COMPLETE),
        (b"\x1b", Key.ESCAPE),
        (b"\x03", Key.INTERRUPT),
        (b"\x04", Key.END_OF_INPUT),
        (b"\x1a", Key.SUSPEND),
        (b"\x0c", Key.REDRAW),
        (b"\x12", Key.SEARCH),
        (b"\x0f", Key.FOLD),
        (b"\x10", Key.OLDER),
        (b"\x0e", Key.NEWER),
    ],
)
def test_each_form_of_a_key_means_that_key(data: bytes, key: Key) -> None:
    assert read(data) == (key,)
    assert read(b"x" + data) == (Typed("x"), key)
    assert read(*[bytes([code]) for code in data]) == (key,)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x07\x1c\x1d\x1e\x11\x13\x14\x16\x18",
        b"\xc2\x80\xc2\x9b\xc2\x9f",
        b"\x1b[?1;2c",
        b"\x1b[24;80R",
        b"\x1b[>0;276;0c",
        b"\x1b[I\x1b[O",
        b"\x1b[Z",
        b"\x1b[[A\x1b[[E",
        b"\x1b[15~\x1bOP",
        b"\x1b[?2026;2$y",
        b"\x1b]11;rgb:0000/0000/0000\x07",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        b"\x1bP>|xterm(390)\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
        b"\x1b]52;c;" + b"QUFB" * 100_000 + b"\x07",
        b"\x1b[" + b"1;" * 100_000 + b"m",
        b"\x1b[" + b"\x1bO" + b"\x1b]never ended",
        b"\x1bx\x1b[",
        b"\x1b[97;5u",
    ],
)
def test_what_means_nothing_never_becomes_text(data: bytes) -> None:
    assert read(data) == ()
    assert read(data[:7], data[7:]) == ()


def test_a_control_character_ends_an_answer_that_never_does() -> None:
    assert read(b"\x1b]0;title\x03abc") == (Key.INTERRUPT, Typed("abc"))
    assert read(b"\x1b[1\ra") == (Key.ENTER, Typed("a"))


def test_a_second_escape_leaves_the_first_alone() -> None:
    assert read(b"\x1b\x1b") == (Key.ESCAPE, Key.ESCAPE)
    assert read(b"\x1b\x03") == (Key.ESCAPE, Key.INTERRUPT)
    assert read(b"\x1b\x1b[A") == (Key.ESCAPE, Key.UP)


def test_a_beginning_is_held_until_a_pause() -> None:
    reader = KeyReader()
    assert waiting(reader) == (False, ())
    assert reader.feed(b"a\x1b") == (Typed("a"),)
    assert waiting(reader) == (True, (Key.ESCAPE,))
    for beginning, presses in [
        ("é".encode()[:1], (Typed("\ufffd"),)),
        (b"\x1b[1;", ()),
        (b"\x1b]0;x", ()),
        (b"\x1b]0;x\x1b", ()),
        (b"\x1b[" + b"1" * 100, ()),
    ]:
        assert reader.feed(beginning) == ()
        assert waiting(reader) == (True, presses)
        assert waiting(reader) == (False, ())
    assert reader.feed(b"ok") == (Typed("ok"),)


def waiting(reader: KeyReader) -> tuple[bool, tuple[Press, ...]]:
    """Whether a reader waits, with what a pause makes of that."""
    return reader.is_waiting, reader.flush()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\xffb", "a\ufffdb"),
        (b"\xe2\x82A", "\ufffdA"),
        ("żółw 👩\u200d💻".encode(), "żółw 👩\u200d💻"),
    ],
)
def test_bytes_that_are_no_character_show_as_such(data: bytes, text: str) -> None:
    assert read(data) == (Typed(text),)


@pytest.mark.parametrize(
    ("pasted", "text"),
    [
        (b"one\r\ntwo\rthree\nfour\tfive", "one\ntwo\nthree\nfour\tfive"),
        (b"a\x1b[31mb\x03\x04\x7f\xc2\x9bc", "a[31mbc"),
        (b"a\x1b[200~b\x1b[201", "a[200~b[201"),
        (b"half\xe2\x82", "half\ufffd"),
        (b"", ""),
    ],
)
def test_a_paste_is_text_whatever_it_holds(pasted: bytes, text: str) -> None:
    assert read(START + pasted + END + b"\r") == (Pasted(text), Key.ENTER)


def test_a_pause_inside_a_paste_changes_nothing() -> None:
    reader = KeyReader()
    assert reader.feed(START + b"one\x1b") == ()
    assert not reader.is_waiting
    assert reader.flush() == ()
    assert reader.feed(b"[201") == ()
    assert reader.flush() == ()
    assert reader.feed(b"~\x1b[A") == (Pasted("one"), Key.UP)


def test_the_longest_paste_is_taken_whole() -> None:
    assert read(START + b"x" * MOST_PASTE_BYTES + END) == (Pasted("x" * MOST_PASTE_BYTES),)


@pytest.mark.parametrize("piece", [1000, 4096, 2 * MOST_PASTE_BYTES])
def test_a_longer_paste_is_dropped_up_to_its_end(piece: int) -> None:
    data = START + b"x" * (MOST_PASTE_BYTES + 1) + END + b"y"
    pieces = [data[at : at + piece] for at in range(0, len(data), piece)]
    assert read(*pieces) == (PasteTooLong(MOST_PASTE_BYTES + 1), Typed("y"))


def test_an_endless_paste_takes_bounded_memory() -> None:
    reader = KeyReader()
    reader.feed(START)
    piece = b"x" * 65536
    tracemalloc.start()
    try:
        for _ in range(256):
            reader.feed(piece)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * MOST_PASTE_BYTES
    assert reader.feed(END) == (PasteTooLong(256 * 65536),)


@given(STREAMS, st.lists(st.integers(0, 300), max_size=20))
def test_it_does_not_matter_where_bytes_are_split(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(places)]
    assert read(*pieces) == read(data) == read(*[bytes([code]) for code in data])


@given(STREAMS)
def test_no_text_ever_holds_a_control_character(data: bytes) -> None:
    for press in read(data):
        match press:
            case Typed(text):
                assert text
                assert not controls(text)
            case Pasted(text):
                assert controls(text) <= {"\n", "\t"}
            case Key() | PasteTooLong():
                continue


def controls(text: str) -> set[str]:
    return {char for char in text if unicodedata.category(char) == "Cc"}


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_plain_text_arrives_as_it_is(text: str) -> None:
    assert read(text.encode()) == (Typed(text),)


def test_text_without_controls_is_writable_everywhere() -> None:
    assert without_controls("a\r\n\ud800\x1b\x00\tb\x85") == "a\n\ufffd\tb"


@pytest.mark.parametrize(
    "data",
    [
        START + b"".join(b"line %05d " % n + b"x" * 68 + b"\r\n" for n in range(10_000)) + END,
        b"".join(b"line %05d " % n + b"x" * 68 + b"\r" for n in range(10_000)),
        (START + b"x" + END) * 20_000,
    ],
)
def test_time_grows_with_the_bytes_alone(data: bytes) -> None:
    def seconds(size: int) -> float:
        reader = KeyReader()
        began = time.process_time()
        for at in range(0, len(data), size):
            reader.feed(data[at : at + size])
        return time.process_time() - began

    # A second would be far too long as well; it leaves room for a slow machine.
    assert min(seconds(4096), seconds(4096)) < 1
    assert seconds(len(data)) < 1
