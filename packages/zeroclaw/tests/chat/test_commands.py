"""What a person enters is said, unless it is a command to the chat itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeroclaw.chat.commands import (
    COMMAND_NAMES,
    ChangeModel,
    Cost,
    Entered,
    Help,
    New,
    Quit,
    Say,
    Stop,
    Tools,
    UnknownCommand,
    understand_entry,
)


@pytest.mark.parametrize(
    ("text", "entered"),
    [
        ("/help", Help()),
        ("/new", New()),
        ("/stop", Stop()),
        ("/model", ChangeModel(None)),
        ("/model custom.home", ChangeModel("custom.home")),
        ("/model \t some model ", ChangeModel("some model")),
        ("/tools", Tools()),
        ("/cost", Cost()),
        ("/quit", Quit()),
        ("/HELP", Help()),
        ("/help \n", Help()),
    ],
)
def test_a_command_is_understood_however_it_is_written(text: str, entered: Entered) -> None:
    assert understand_entry(text) == entered


@pytest.mark.parametrize("text", ["/halp", "/new session", "/quit now", "/etc", "/tmp is full"])
def test_a_word_that_looks_like_a_command_is_never_said(text: str) -> None:
    assert understand_entry(f"{text} ") == UnknownCommand(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello.",
        "/etc/passwd",
        "/etc/passwd is a path",
        "/",
        "//help",
        "/he-lp",
        "see /help",
        "/help\nsecond line",
        "/model a\nb",
    ],
)
def test_paths_with_texts_of_several_lines_are_said(text: str) -> None:
    assert understand_entry(text) == Say(text)


def test_a_space_before_it_says_a_command_as_it_is() -> None:
    assert understand_entry(" /help") == Say("/help")
    assert understand_entry("  /nothing of the kind\n") == Say("/nothing of the kind")


def test_every_command_can_be_entered_by_its_name() -> None:
    assert len(set(map(understand_entry, COMMAND_NAMES))) == len(COMMAND_NAMES)
    assert all(not isinstance(understand_entry(name), UnknownCommand) for name in COMMAND_NAMES)


@given(st.text())
def test_whatever_is_entered_means_something(text: str) -> None:
    entered = understand_entry(text)
    assert isinstance(entered, Say) == (not text.startswith("/") or entered == Say(text.strip()))
