"""Tests of the notes about one file."""

from __future__ import annotations

from zeroclaw_config.files.notes import MAX_PROBLEMS, Notes


def test_problems_come_in_the_order_of_the_file() -> None:
    notes = Notes("a.toml", lines={("x",): 9, ("y",): 2})
    notes.add(("x",), "is wrong")
    notes.add(("y", "z"), "is missing")
    notes.whole("is odd", 5)
    assert [str(problem) for problem in notes.problems] == [
        "a.toml, line 2: y.z is missing.",
        "a.toml, line 5: the file is odd.",
        "a.toml, line 9: x is wrong.",
    ]


def test_notes_that_know_other_lines_share_what_was_found() -> None:
    notes = Notes("a.md")
    notes.with_lines({("k",): 3}).add(("k",), "is wrong", "key")
    assert [str(problem) for problem in notes.problems] == [
        "a.md, line 3: k is wrong; did you mean `key`?"
    ]


def test_more_problems_than_anybody_reads_are_counted() -> None:
    notes = Notes("a")
    for number in range(MAX_PROBLEMS + 3):
        assert notes.is_full == (number > MAX_PROBLEMS)
        notes.add(("k", number), "is wrong")
    assert len(notes.problems) == MAX_PROBLEMS + 1
    assert str(notes.problems[-1]) == "a: the file has 3 further problems."


def test_the_whole_of_a_file_is_called_so() -> None:
    notes = Notes("a")
    notes.add((), "is wrong")
    assert str(notes.problems[0]) == "a: the file is wrong."


def test_notes_are_true_as_soon_as_something_is_wrong() -> None:
    notes = Notes("a", called="the folder")
    assert not notes
    other = Notes("b")
    other.whole("is wrong")
    notes.absorb(other)
    assert notes
    assert str(notes.problems[0]) == "b: the file is wrong."
