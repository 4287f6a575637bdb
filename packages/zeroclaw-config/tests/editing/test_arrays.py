"""Tests of entries that come into arrays, inline tables or go."""

from __future__ import annotations

import pytest

from zeroclaw_config._layout import layout_of
from zeroclaw_config.editing._arrays import with_entry, without_entry

LINES = "a = [\n  'x', # x\n  'y' # y\n  # end\n]\n"
CLOSED = "a = [\n  'x', # x\n  'y', # y\n]\n"


def put(text: str, index: int | None, entry: str) -> str:
    return with_entry(text, layout_of(text).containers[("a",)], index, entry)


def cut(text: str, index: int) -> str:
    return without_entry(text, layout_of(text).containers[("a",)], index)


@pytest.mark.parametrize(
    ("text", "index", "after"),
    [
        ("a = []", None, "a = [9]"),
        ("a = {}", None, "a = { 9 }"),
        ("a = [ # c\n]", None, "a = [ # c\n9]"),
        ("a = [1, 2]", 0, "a = [9, 1, 2]"),
        ("a = [1, 2]", 2, "a = [1, 2, 9]"),
        ("a = [1, 2,]", None, "a = [1, 2, 9]"),
        (LINES, 1, "a = [\n  'x', # x\n  9,\n  'y' # y\n  # end\n]\n"),
        (LINES, None, "a = [\n  'x', # x\n  'y', # y\n  9\n  # end\n]\n"),
        (CLOSED, None, "a = [\n  'x', # x\n  'y', # y\n  9,\n]\n"),
    ],
)
def test_an_entry_is_written_as_its_neighbours(text: str, index: int | None, after: str) -> None:
    assert put(text, index, "9") == after


@pytest.mark.parametrize(
    ("text", "index", "after"),
    [
        ("a = [ 1 ]", 0, "a = []"),
        ("a = [1, 2, 3]", 0, "a = [2, 3]"),
        ("a = [1, 2, 3]", 1, "a = [1, 3]"),
        ("a = [1, 2, 3]", 2, "a = [1, 2]"),
        ("a = {x = 1, y = 2}", 1, "a = {x = 1}"),
        (LINES, 0, "a = [\n  'y' # y\n  # end\n]\n"),
        (LINES, 1, "a = [\n  'x', # x\n  # end\n]\n"),
        (CLOSED, 1, "a = [\n  'x', # x\n]\n"),
    ],
)
def test_an_entry_goes_with_its_comma(text: str, index: int, after: str) -> None:
    assert cut(text, index) == after


def test_new_lines_end_as_the_others_do() -> None:
    after = put(CLOSED.replace("\n", "\r\n"), None, "9")
    assert after.count("\r\n") == after.count("\n") == 5
