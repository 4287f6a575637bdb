"""Hold how the Markdown around a place is followed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_tool_call_parser.surroundings import Surroundings


def _behind(*chunks: str) -> Surroundings:
    around = Surroundings()
    for chunk in chunks:
        around.advance(chunk)
    return around


@pytest.mark.parametrize(
    "text",
    [
        *("`", "a `b", "``a` b", "```", "```py\n", "```py\na\n", "````\n```\n", "~~~\n```\n"),
        *(
            "```\n``` x\n",
            "```\n    x\n",
            "- ```\n",
            "1. ~~~\n",
            "> ",
            "  > a",
            "> a\nb",
            "> a\n> ",
        ),
        *("    ", "\t", "a\n     ", "- ", "12) ", "```\n> a\n\n"),
    ],
)
def test_code_or_a_quotation_is_recognised(text: str) -> None:
    assert _behind(text).is_quoted
    assert _behind(*text).is_quoted


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "`a` b", "``a`` b", "`a\n", "```a``` b\n", "``` a`b\n", "``\n"),
        *(
            "```\na\n```\n",
            "```\n````  \n",
            "~~~ a`b\n~~~\n",
            "a > b",
            "> a\n\n",
            "   ",
            "-",
            "a - ",
        ),
    ],
)
def test_control_plain_text_is_not_quoted(text: str) -> None:
    assert not _behind(text).is_quoted
    assert not _behind(*text).is_quoted


@pytest.mark.parametrize("text", ["", "a\n", "```\n```\n", "> a\n\n", "`a\n"])
def test_a_block_may_start_at_the_start_of_a_line(text: str) -> None:
    assert _behind(text).is_line_start


@pytest.mark.parametrize("text", ["a", " ", "a\n ", "```\n", "> a\n", "-"])
def test_control_no_block_starts_elsewhere(text: str) -> None:
    assert not _behind(text).is_line_start


@given(st.text(alphabet="`~\n >-a1."), st.lists(st.integers(0, 60), max_size=20))
def test_chunks_say_what_the_whole_text_says(text: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    chunks = [text[a:b] for a, b in pairwise(places)]
    whole, cut = _behind(text), _behind(*chunks)
    assert (whole.is_line_start, whole.is_quoted) == (cut.is_line_start, cut.is_quoted)
