"""An answer reads the same in whatever pieces it came."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw.chat.markdown_stream import MOST_OPEN_CHARS, MarkdownStream

SGR = re.compile(r"\x1b\[[0-9;]*m")
ANSWER = """\
# Title

Some **bold** text with `code`, and [a link](https://example.com).
Second line

- one
- two
  - three

```python
def f(x: int) -> str:
    return "x" * 3
```

| a | b |
|---|--:|
| 1 | 2 |

> quote

***
Setext
---
1. end
"""
MARKS = (
    *("#", " ", "\n", "\n\n", "- ", "-", "---\n", "===\n", "1. ", "> ", "```\n", "~~~", "    "),
    *("|a|b|\n", "|-|-|\n", "*", "**", "`", "word", "\r\n", "\r", "\x1b[2J", "[a](b)", "日", "\t"),
    *("[a]: b\n", "<div>\n", "* * *\n", "+ x\n", "2) y\n", "\\"),
)
answers = st.lists(st.sampled_from(MARKS), max_size=30).map("".join)


def whole(text: str, width: int = 40) -> list[str]:
    stream = MarkdownStream(colour=True)
    stream.feed(text)
    return [*stream.finish(width)]


@settings(max_examples=300, deadline=None)
@given(
    text=st.just(ANSWER) | answers,
    cuts=st.lists(st.integers(0, 60) | st.integers(0, 400), max_size=40),
    looks=st.booleans(),
)
def test_pieces_make_no_difference_to_the_rows(text: str, cuts: list[int], looks: bool) -> None:
    stream = MarkdownStream(colour=True)
    rows: list[str] = []
    for start, end in pairwise(sorted({0, len(text), *(c for c in cuts if c < len(text))})):
        stream.feed(text[start:end])
        rows += stream.settle(40)
        if looks:
            stream.open_rows(40, 10)
    rows += stream.finish(40)
    assert rows == whole(text)


@settings(max_examples=50, deadline=None)
@given(answers, answers)
def test_one_answer_leaves_nothing_for_the_next(first: str, second: str) -> None:
    stream = MarkdownStream(colour=True)
    stream.feed(first)
    stream.settle(40)
    stream.open_rows(40, 5)
    stream.finish(40)
    assert stream.open_rows(40, 5) == ()
    stream.feed(second)
    assert [*stream.finish(40)] == whole(second)


def test_a_block_settles_once_another_follows() -> None:
    stream = MarkdownStream(colour=False)
    stream.feed("first\n\n")
    assert stream.settle(40) == ()
    assert stream.open_rows(40, 5) == ("first",)
    stream.feed("- second\n")
    assert stream.settle(40) == ("first",)
    assert stream.open_rows(40, 5) == ("", " • second")
    stream.feed("third")
    assert stream.settle(40) == ()
    assert stream.finish(40) == ("", " • second third")


def test_half_a_line_settles_nothing() -> None:
    stream = MarkdownStream(colour=False)
    for piece in ("te", "xt\n#", "1 is no heading"):
        stream.feed(piece)
        assert stream.settle(40) == ()
    assert stream.finish(40) == ("text #1 is no heading",)


def test_open_rows_are_the_last_ones_and_settle_as_they_were_shown() -> None:
    stream = MarkdownStream(colour=False)
    stream.feed("\n".join(f"- item {number}" for number in range(9)))
    shown = stream.open_rows(40, 4)
    assert shown == tuple(f" • item {number}" for number in range(5, 9))
    assert stream.finish(40)[-4:] == shown


@pytest.mark.parametrize("most", [0, -1])
def test_no_room_shows_no_open_rows(most: int) -> None:
    stream = MarkdownStream(colour=False)
    stream.feed("text")
    assert stream.open_rows(40, most) == ()


def test_half_a_line_end_is_held_back_until_the_rest_comes() -> None:
    stream = MarkdownStream(colour=False)
    stream.feed("a  \r")
    assert stream.open_rows(40, 5) == ("a",)
    stream.feed("\nb\r")
    assert stream.finish(40) == ("a", "b\\x0d")


def test_without_colour_there_is_no_escape_at_all() -> None:
    stream = MarkdownStream(colour=False)
    stream.feed(ANSWER)
    assert "\x1b" not in "".join(stream.settle(40) + stream.finish(40))


@pytest.mark.parametrize(
    ("opening", "line", "end"),
    [("```\n", "code line\n", "```\n"), ("", "- item line\n", ""), ("", "plain line\n", "")],
)
def test_a_very_long_block_settles_in_parts(opening: str, line: str, end: str) -> None:
    count = 3 * MOST_OPEN_CHARS // len(line) // 20 * 20
    stream = MarkdownStream(colour=False)
    stream.feed("before\n\n" + opening)
    rows = [*stream.settle(40)]
    for _ in range(count // 20):
        stream.feed(line * 20)
        rows += stream.settle(40)
    early = len(rows)
    stream.feed(end + "\n# After\n")
    rows += stream.settle(40)
    assert stream.finish(40) == ("", "After")
    assert early > len(rows) // 2
    assert rows[:2] == ["before", ""]
    assert " ".join(rows).count("line") == count
    assert rows.count("") == 1


def test_a_line_without_end_settles_in_parts() -> None:
    stream = MarkdownStream(colour=False)
    rows: list[str] = []
    for _ in range(10_000):
        stream.feed("word ")
        rows += stream.settle(40)
    assert len(rows) > 1_000
    rows += stream.finish(40)
    assert " ".join(rows).split() == ["word"] * 10_000


def test_a_long_answer_in_small_pieces_costs_little() -> None:
    text = "".join(ANSWER + "\nmore " * 100 + "\n\n" for _ in range(300))[:200_000]
    stream = MarkdownStream(colour=True)
    began = time.process_time()
    for index, start in enumerate(range(0, len(text), 5)):
        stream.feed(text[start : start + 5])
        if index % 100 == 0:
            stream.settle(80)
    stream.finish(80)
    assert time.process_time() - began < 20, "several times what it takes"
