"""What a shell script says, as far as it can be known from its text."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

__all__ = ["Assignment", "Construct", "Redirect", "Script", "SimpleCommand", "Word"]


class Construct(StrEnum):
    """A part of the grammar whose effect cannot be known from the words of its commands alone."""

    EXPANSION = "expansion"
    SUBSTITUTION = "substitution"
    COMPUTED_COMMAND = "computed_command"
    LOOP = "loop"
    CONDITION = "condition"
    GROUP = "group"
    FUNCTION = "function"
    BACKGROUND = "background"
    NEGATION = "negation"
    ANSI_QUOTE = "ansi_quote"
    BRACES = "braces"
    ARITHMETIC = "arithmetic"
    PROCESS_SUBSTITUTION = "process_substitution"
    OTHER = "other"


@frozen
class Word:
    """One word after the removal of its quotes.

    With `is_pattern` the shell puts the names of matching files, or a home folder, in its place;
    then `text` is the pattern. With `is_known` false, `text` holds only the parts that are.
    """

    text: str
    is_pattern: bool = False
    is_known: bool = True


@frozen
class Redirect:
    """A file that a command reads or writes besides its words; `descriptor` is its own number.

    Here-documents and copies of descriptors (`2>&1`) touch no file, so they are not among these.
    """

    target: Word
    writes: bool
    descriptor: int


@frozen
class Assignment:
    """A variable that is set for one command, or for all that follow when there is none."""

    name: str
    value: Word


@frozen
class SimpleCommand:
    """One command; `reads_pipe` says that another one writes its input."""

    words: tuple[Word, ...]
    assignments: tuple[Assignment, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    reads_pipe: bool = False
    has_here_document: bool = False

    @property
    def argv(self) -> tuple[str, ...]:
        """The texts of its words."""
        return tuple(word.text for word in self.words)


@frozen
class Script:
    """All simple commands of a script, those within its constructs too, in their order.

    `text` means the same to any POSIX shell, with every word quoted anew; for a script with
    constructs it is the script as it was given.
    """

    commands: tuple[SimpleCommand, ...]
    constructs: frozenset[Construct]
    text: str
