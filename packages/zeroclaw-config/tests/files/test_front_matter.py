"""Tests of splitting a Markdown text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw_config.files.front_matter import FrontMatter, first_paragraph, split
from zeroclaw_config.files.notes import Notes


def parts(text: str) -> FrontMatter:
    notes = Notes("f")
    front = split(text, notes)
    assert front is not None, notes.problems
    return front


def test_front_matter_is_split_from_the_body() -> None:
    front = parts("---\nname: a\nauthor:\n---\n\n# Title\n\nText\n")
    assert front.keys == {"name": "a"}
    assert front.lines[("name",)] == 2
    assert front.body == "# Title\n\nText"
    assert front.body_line == 5


def test_a_text_without_fence_is_all_body() -> None:
    assert parts("# Title\n---\na: b\n---\n").keys is None
    assert parts("----\na").body == "----\na"


def test_an_empty_front_matter_is_not_a_missing_one() -> None:
    assert parts("---\n---\nbody").keys == {}


def test_a_rule_in_the_body_ends_nothing() -> None:
    assert parts("---\na: b\n---\nx\n---\ny").body == "x\n---\ny"


def test_a_front_matter_without_end_is_noted() -> None:
    notes = Notes("f")
    assert split("---\nname: a\n", notes) is None
    assert "line 1: the file begins a front matter" in str(notes.problems[0])


def test_lines_of_yaml_errors_are_those_of_the_file() -> None:
    notes = Notes("f")
    assert split("---\na: b\nc: [\n---\nbody", notes) is None
    assert notes.problems[0].line in (3, 4)
    assert split("---\na: b\na: c\n---\nbody", notes) is None
    assert notes.problems[0].line == 3


@pytest.mark.parametrize(
    ("body", "paragraph"),
    [
        ("# Title\n\nOne\ntwo.\n\nThree", "One two."),
        ("```\ncode\n```\nText", "Text"),
        ("Text\n# Title", "Text"),
        ("Text\n```\ncode\n```", "Text"),
        ("# Only\n## Headings", ""),
        ("", ""),
    ],
)
def test_the_first_paragraph_is_no_heading_and_no_code(body: str, paragraph: str) -> None:
    assert first_paragraph(body) == paragraph


@given(st.text())
def test_any_text_is_split_or_noted(text: str) -> None:
    for each in (text, f"---\n{text}", f"---\n{text}\n---\n{text}"):
        notes = Notes("f")
        front = split(each, notes)
        assert (front is None) == bool(notes)
        if front is not None:
            assert "\n" not in first_paragraph(front.body)
