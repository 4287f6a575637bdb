"""Blocks are found where they begin; cut in two they stay readable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.markdown_blocks import (
    block_texts,
    grown_blocks,
    last_lines,
    markdown_parser,
    parted,
)

FENCE = "```python\n" + "".join(f"line {number}\n" for number in range(50)) + "```\n"
TABLE = "| a | b |\n|---|---|\n" + "".join(f"| {number} | x |\n" for number in range(50))
LIST = "".join(f"- item {number}\n  more of it\n" for number in range(50))

LIST_LINES = ("- a", " - b", "  - c", "   - d", "    - e", "+ f", "1. g", "7) h", "", "text", "```")


@pytest.mark.parametrize(
    "blocks",
    [
        ("# Title\n", "text\nmore\n\n", "- a\n\n- b\n", "1. c\n"),
        ("```\n# no heading\n\n- no list\n```\n", "text\n"),
        ("\n\ntext\n", "> quote\nlazy\n\n", "***\n", "| a |\n|---|\n| b |\n\n", "    code\n"),
        ("text\n---\n", "[a]: https://example.com\n"),
        ("",),
        ("\n\n",),
    ],
)
def test_each_block_is_cut_where_it_begins(blocks: tuple[str, ...]) -> None:
    assert block_texts("".join(blocks)) == blocks


@given(st.text(alphabet="ab #-|>`*1.)\n\t=\\", max_size=80))
def test_no_character_is_lost_between_blocks(text: str) -> None:
    assert "".join(block_texts(text)) == text


@given(st.lists(st.text(alphabet="a #-|>`1.=*", max_size=6), min_size=2, max_size=10))
def test_later_lines_do_not_change_where_earlier_blocks_begin(lines: list[str]) -> None:
    whole = block_texts("".join(f"{line}\n" for line in lines))
    early = block_texts("".join(f"{line}\n" for line in lines[:-1]))
    assert whole[: len(early) - 1] == early[:-1]


@given(st.lists(st.sampled_from(LIST_LINES) | st.text("a -+1.`", max_size=6), max_size=20))
def test_what_is_known_of_a_list_spares_reading_it_again(lines: list[str]) -> None:
    text, known, found = "", 0, list[str]()
    for line in lines:
        (*blocks, text), known = grown_blocks(f"{text}{line}\n", known)
        found += blocks
    assert (*found, text) == block_texts("".join(f"{line}\n" for line in lines))


def test_only_the_last_item_of_a_list_is_read_again() -> None:
    (block,), known = grown_blocks(LIST, 0)
    assert block[known:] == "- item 49\n  more of it\n"
    assert grown_blocks(f"{LIST}\ntext\n", known) == ((f"{LIST}\n", "text\n"), 0)


def test_the_rest_of_a_fence_is_opened_again() -> None:
    part, rest = parted(FENCE, 100)
    assert part.endswith("\n")
    assert len(part) <= 100
    assert rest.startswith("```python\nline ")
    assert part + rest.removeprefix("```python\n") == FENCE


def test_the_rest_of_a_table_has_its_header_again() -> None:
    part, rest = parted(TABLE, 100)
    assert rest.startswith("| a | b |\n|---|---|\n| ")
    assert part + "".join(rest.splitlines(keepends=True)[2:]) == TABLE


def test_a_list_is_cut_before_an_item() -> None:
    part, rest = parted(LIST, 100)
    assert rest.startswith("- item ")
    assert part + rest == LIST


def test_a_fence_inside_an_item_is_opened_again() -> None:
    part, rest = parted("1. text\n   ```sh\n" + "   ls\n" * 50 + "   ```\n", 100)
    assert rest.startswith("```sh\n   ls\n")
    assert part.endswith("   ls\n")


def test_a_fence_in_a_quote_is_opened_again_as_such() -> None:
    _, rest = parted("> ```sh\n" + "> ls\n" * 50, 100)
    assert rest.startswith("> ```sh\n> ls\n")


def test_a_long_line_is_cut_between_words() -> None:
    part, rest = parted("word " * 50, 98)
    assert part + rest == "word " * 50
    assert rest.startswith("word")


@given(
    st.sampled_from(["a" * 300, "```\n" + "a" * 300, "`" * 300 + "a\n", "|a|\n|-|\n|" + "a" * 300])
    | st.text(alphabet="a #-|>`1. \n", min_size=101, max_size=400)
)
def test_cutting_comes_to_an_end(block: str) -> None:
    for _ in range(len(block)):
        if len(block) <= 100:
            return
        part, block = parted(block, 100)
        assert 0 < len(part) <= 100
    assert len(block) <= 100


@pytest.mark.parametrize(
    ("block", "beginning"),
    [(FENCE, "```python\nline "), (TABLE, "| a | b |\n|---|---|\n| 4"), (LIST, "- item 4")],
)
def test_the_last_lines_can_be_read_alone(block: str, beginning: str) -> None:
    end = last_lines(block, 10)
    assert end.startswith(beginning)
    assert block.endswith(end[len(beginning) :])
    assert 10 <= end.count("\n") <= 14


@pytest.mark.parametrize(
    "block", ["text\n" * 50, "> quote\n" * 50, "- ```\n" + "  x\n" * 50, "a\n"]
)
def test_a_block_whose_end_means_nothing_alone_stays_whole(block: str) -> None:
    assert last_lines(block, 10) == block


def test_html_is_text_and_so_are_definitions() -> None:
    kinds = {token.type for token in markdown_parser().parse("<div>\n\n[a]: b\n")}
    assert kinds == {"paragraph_open", "inline", "paragraph_close"}
