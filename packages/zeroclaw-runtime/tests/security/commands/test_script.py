"""A command is known by the texts of its words."""

from __future__ import annotations

from zeroclaw_runtime.security.commands.script import SimpleCommand, Word


def test_words_of_a_command_are_their_texts() -> None:
    command = SimpleCommand((Word("ls"), Word("*.py", is_pattern=True), Word("", is_known=False)))
    assert command.argv == ("ls", "*.py", "")
    assert not command.reads_pipe
