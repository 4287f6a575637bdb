"""Hold that a cursor asks for more text instead of guessing."""

from __future__ import annotations

import re

import pytest

from zeroclaw_tool_call_parser.cursor import Cursor


def _at(text: str) -> Cursor:
    return Cursor(text, 0, len(text))


def test_a_literal_is_taken_or_left() -> None:
    cursor = _at("<a>b ")
    assert not cursor.take("<b>")
    assert cursor.take("<a>")
    assert cursor.starts("x", "b")
    with pytest.raises(ValueError, match="</a> is missing"):
        cursor.expect("</a>")


@pytest.mark.parametrize("text", ["", "<", "<a"])
def test_the_beginning_of_a_literal_asks_for_more(text: str) -> None:
    with pytest.raises(EOFError):
        _at(text).take("<a>")


def test_a_run_that_may_go_on_asks_for_more() -> None:
    word = re.compile(r"[a-z]*")
    assert _at("ab ").run(word) == "ab"
    with pytest.raises(EOFError):
        _at("ab").run(word)


def test_the_end_hides_what_comes_behind_it() -> None:
    with pytest.raises(EOFError):
        Cursor("ab</a>", 0, 5).until("</a>")
    cursor = _at(" ab</a>c")
    cursor.skip_space()
    assert cursor.until("</a>") == "ab"
    assert cursor.text_since(1) == "ab</a>"


def test_json_is_read_up_to_its_end() -> None:
    cursor = _at('{"a": "}"}x')
    assert cursor.json() == {"a": "}"}
    assert cursor.starts("x")


def test_a_closing_tag_inside_a_raw_value_belongs_to_it() -> None:
    cursor = _at("a</p> b</p>\n</f>")
    assert cursor.raw_value("</p>", "</f>") == "a</p> b"
    assert cursor.take("</f>")
    with pytest.raises(EOFError):
        _at("a</p>\n<").raw_value("</p>", "</f>")
