"""Any pieces of the same bytes give the same text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_providers.programs.plain_text import PlainText


def read(chunks: list[bytes]) -> str:
    text = PlainText()
    return "".join([*map(text.feed, chunks), text.close()])


@given(st.text(alphabet="ab \n\té€😀", max_size=12), st.data())
def test_pieces_make_no_difference(words: str, data: st.DataObject) -> None:
    whole = words.encode()
    size = data.draw(st.integers(1, 5))
    chunks = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert read(chunks) == words.strip()


def test_what_is_no_text_is_replaced() -> None:
    assert read([b" a\xff\xfeb", b"\xe2\x82"]) == "a\ufffd\ufffdb\ufffd"


def test_blanks_alone_are_no_beginning() -> None:
    text = PlainText()
    assert text.feed(b" \n\n") == ""
    assert not text.has_begun
    assert text.feed(b"x ") == "x"
    assert text.has_begun
