"""A command is completed as far as it is certain."""

from __future__ import annotations

import pytest

from zeroclaw.chat.completion import complete, nearest

NAMES = ("help", "history", "model", "models", "quit")


@pytest.mark.parametrize(
    ("text", "completed", "candidates"),
    [
        ("/q", "/quit ", ("quit",)),
        ("/h", "/h", ("help", "history")),
        ("/mo", "/model", ("model", "models")),
        ("/model", "/model", ("model", "models")),
        ("/models", "/models ", ("models",)),
        ("/", "/", NAMES),
        ("/x", "/x", ()),
        ("/quit now", "/quit now", ()),
        ("/quit\n", "/quit\n", ()),
        ("", "", ()),
        ("q", "q", ()),
    ],
)
def test_a_beginning_is_completed_to_where_names_part(
    text: str, completed: str, candidates: tuple[str, ...]
) -> None:
    assert complete(text, NAMES) == (completed, candidates)


def test_names_may_come_with_their_slash() -> None:
    assert complete("/he", ["/help", "/quit"]) == ("/help ", ("/help",))
    assert nearest("hlep", ["/help", "/quit"]) == "/help"


def test_nothing_is_completed_when_there_are_no_names() -> None:
    assert complete("/h", ()) == ("/h", ())
    assert nearest("/h", ()) is None


@pytest.mark.parametrize(
    ("word", "name"),
    [("/hlep", "help"), ("hlep", "help"), ("/QUIT", "quit"), ("/modle", "model"), ("/zzz", None)],
)
def test_the_name_that_was_meant_is_found(word: str, name: str | None) -> None:
    assert nearest(word, NAMES) == name
