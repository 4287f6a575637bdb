"""One block becomes rows that fit, can be copied, cannot be obeyed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from zeroclaw.chat.markdown_page import MarkdownPage

SGR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

ATTACKS = (
    "\x1b[2J",
    "\x1b]0;title\x07",
    "\x9b2J",
    "&#27;[2J",
    "&#x1b;",
    "&#13;",
    "&#10;",
    "&#9;",
    "&#x202e;",
    "&NewLine;",
    "[a](https://example.com/\x1b[2J)",
    "[a](<\u202e>)",
    "![\x1b[5n](\x1bc)",
    "<https://example.com/\x1b>",
    "`\x1b[6n`",
    "```\x1b[31m\n\x1b[2J\r\n```\n",
    "</kbd>",
    "<kbd>",
)
MARKS = (
    *("# ", "- ", "1. ", "123456789. ", "> ", "```", "```python\n", "    ", "|", "\n|---|--:|\n"),
    *("*", "**", "_", "~~", "`", "[", "](u)", "![", "\n", "\n\n", "\t", "---\n", "\\", "<b>"),
    *("word", "日本語", "😀", "e\u0301", "a" * 30, "x = 1\n", "def f():\n", "https://example.com"),
)
sources = st.lists(st.sampled_from(ATTACKS + MARKS) | st.text(max_size=4), max_size=25).map("".join)


@pytest.fixture(scope="module")
def colourful() -> MarkdownPage:
    return MarkdownPage(colour=True)


@pytest.fixture(scope="module")
def plain() -> MarkdownPage:
    return MarkdownPage(colour=False)


@settings(max_examples=300, deadline=None)
@given(source=sources, width=st.integers(2, 60))
def test_rows_hold_only_styles_and_fit(
    colourful: MarkdownPage, plain: MarkdownPage, source: str, width: int
) -> None:
    for row in colourful.rows(source, width):
        text = SGR.sub("", row)
        assert not CONTROL.search(text)
        assert cell_len(text) <= width
        assert SGR.findall(row)[-1:] in ([], ["\x1b[0m"])
    for row in plain.rows(source, width):
        assert not CONTROL.search(row)
        assert cell_len(row) <= width


@settings(max_examples=100, deadline=None)
@given(
    words=st.lists(st.text("abc日", min_size=1, max_size=30), min_size=1), width=st.integers(2, 40)
)
@pytest.mark.parametrize("form", ["{}", "# {}", "- {}", "> {}", "```\n{}\n```", "|h|\n|-|\n|{}|"])
def test_no_letter_of_a_text_is_left_out(
    plain: MarkdownPage, form: str, words: list[str], width: int
) -> None:
    rows = plain.rows(form.format(" ".join(words)), width)
    assert re.sub("[^abc日]", "", "".join(rows)).endswith("".join(words))


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        ("# Title\n", ("Title",)),
        ("a **b** `c`\nd", ("a b c d",)),
        ("a  \nb", ("a", "b")),
        ("- a\n- b\n", (" • a", " • b")),
        ("3. a\n4. b\n", (" 3 a", " 4 b")),
        ("> a\n> b\n", ("▌ a b",)),
        ("```\n  x = 1\n\n  y\n```\n", ("  x = 1", "", "  y")),
        ("    code\n", ("code",)),
        ("```", ()),
        ("\n\n", ()),
    ],
)
def test_a_block_is_laid_out_for_copying(
    plain: MarkdownPage, source: str, rows: tuple[str, ...]
) -> None:
    assert plain.rows(source, 30) == rows


@pytest.mark.parametrize(
    ("source", "row"),
    [
        ("[label](https://example.com/x)", "label (https://example.com/x)"),
        ("[**b** `c`](u)", "b c (u)"),
        ("<https://example.com>", "https://example.com"),
        ("<me@example.com>", "me@example.com"),
        (
            "[https://example.com](https://example.invalid)",
            "https://example.com (https://example.invalid)",
        ),
        ("![chart](chart.png)", "chart (chart.png)"),
        ("![](chart.png)", "image (chart.png)"),
        ("a [![b](i)](u) c", "a b (i) (u) c"),
        ("[](u)", " (u)"),
        ("[a]: https://example.com", "[a]: https://example.com"),
        ("Vec<String> <br> </kbd> &lt;", "Vec<String> <br> </kbd> <"),
    ],
)
def test_an_address_is_shown_and_nothing_disappears(
    plain: MarkdownPage, source: str, row: str
) -> None:
    assert plain.rows(source, 80) == (row,)


def test_code_is_coloured_without_a_background(colourful: MarkdownPage) -> None:
    rows = colourful.rows("```python\ndef f():\n    return 'x'\n```\n", 80)
    assert "\x1b[" in rows[0]
    numbers = {int(n) for row in rows for style in SGR.findall(row) for n in style[2:-1].split(";")}
    assert not numbers & {7, *range(40, 50), *range(100, 108)}


def test_code_in_an_unknown_language_is_plain(colourful: MarkdownPage) -> None:
    assert colourful.rows("```mermaid\ndef f\n```", 80) == ("def f",)


def test_the_environment_decides_nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "9"}.items():
        monkeypatch.setenv(name, value)
    rows = MarkdownPage(colour=True).rows("**bold** " + "words " * 60, 30)
    assert rows[0] == "\x1b[1mbold\x1b[0m words words words words"


def test_a_heading_is_bold_at_the_left(colourful: MarkdownPage) -> None:
    assert colourful.rows("# Title", 80) == ("\x1b[1mTitle\x1b[0m",)


def test_rows_end_without_blanks(colourful: MarkdownPage) -> None:
    source = "```python\nx = 1  \n\n\ny\n```"
    assert all(not SGR.sub("", row).endswith(" ") for row in colourful.rows(source, 40))


def test_a_long_word_in_a_table_is_broken(plain: MarkdownPage) -> None:
    rows = plain.rows("| a | b |\n|---|---|\n| x | " + "y" * 50 + " |", 20)
    assert "".join(rows).count("y") == 50
