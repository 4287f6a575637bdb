"""Describes a program: the options it may have, with what each does to the risk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from attrs import frozen

from zeroclaw_api.risk import Effect, Risk
from zeroclaw_runtime.security.commands.script import Word

__all__ = [
    "CHANGES",
    "NOTHING",
    "READS",
    "RUNS",
    "Dossier",
    "Given",
    "Operands",
    "Option",
    "ProgramRule",
    "Reading",
    "Style",
    "Use",
    "names",
    "options",
]

READS = frozenset({Effect.READ})
CHANGES = frozenset({Effect.READ, Effect.WRITE})
RUNS = frozenset({Effect.READ, Effect.WRITE, Effect.EXECUTE})


class Use(StrEnum):
    """What a program does with a word: `MAYBE` reads it when it looks like a path."""

    TEXT = "text"
    READ = "read"
    WRITTEN = "written"
    FOLDER = "folder"
    EXECUTED = "executed"
    MAYBE = "maybe"


class Style(StrEnum):
    """How options are spelled.

    `GNU` knows `-abc`, `-fVALUE`, `--name=VALUE`; `WORDS` only whole words (`-name VALUE`);
    `GO` words with `=` and two dashes too; `PLAIN` none; `TAR` and `PLUS` are `GNU` with a first
    word of letters, or with options that begin with a plus sign.
    """

    GNU = "gnu"
    WORDS = "words"
    GO = "go"
    PLAIN = "plain"
    TAR = "tar"


@frozen
class Option:
    """An option that is known, with the use of each of its values.

    A value that `is_optional` stands in the same word only. `risk` is what it adds. One that
    `ends_options` makes everything behind its value an operand.
    """

    uses: tuple[Use, ...] = ()
    is_optional: bool = False
    risk: Risk = Risk.LOW
    ends_options: bool = False


NOTHING: Mapping[str, Option] = MappingProxyType({})

_USES = {
    "": (),
    "=": (Use.TEXT,),
    "==": (Use.TEXT, Use.TEXT),
    "=<": (Use.READ,),
    "=>": (Use.WRITTEN,),
    "=/": (Use.FOLDER,),
    "=!": (Use.EXECUTED,),
    "?": (Use.TEXT,),
    "=;": (Use.TEXT,),
}


def names(text: str) -> tuple[str, ...]:
    """The words of a list that is written as one text."""
    return tuple(text.split())


def options(low: str = "", *, medium: str = "", high: str = "") -> Mapping[str, Option]:
    """The options in a text, each followed by a sign for its value.

    `=` is any text, `==` are two, `=<` a path that is read, `=>` written, `=/` a folder to work
    in, `=!` a file that is run; `?` is text in the same word that may be left out. `-#` stands
    for a dash with digits, `=;` is a text that ends the options.
    """
    found: dict[str, Option] = {}
    for risk, text in ((Risk.LOW, low), (Risk.MEDIUM, medium), (Risk.HIGH, high)):
        for spelled in text.split():
            name = spelled.rstrip("=<>/!?;")
            sign = spelled[len(name) :]
            found[name] = Option(
                _USES[sign], is_optional=sign == "?", risk=risk, ends_options=sign == "=;"
            )
    return MappingProxyType(found)


@frozen
class Operands:
    """What is done with the words that are no options.

    `first` is the first one's use, except after one of the options in `no_first`; `last` the last
    one's when there is more than one.
    """

    rest: Use = Use.TEXT
    first: Use | None = None
    last: Use | None = None
    no_first: frozenset[str] = frozenset()


@frozen
class Given:
    """An option that was given."""

    name: str
    option: Option
    values: tuple[Word, ...]


@frozen
class Reading:
    """The words of a command, read by its rule.

    `unknown` are options that the rule does not know, `loose` are words that may turn out to be
    options when the shell puts names of files in their place. `end` counts the words before the
    operand where reading stopped, or before what follows `--`.
    """

    options: tuple[Given, ...]
    operands: tuple[Word, ...]
    unknown: tuple[str, ...]
    loose: tuple[str, ...]
    end: int

    @property
    def names(self) -> frozenset[str]:
        """The options that were given."""
        return frozenset(given.name for given in self.options)

    def values(self, *names: str) -> tuple[Word, ...]:
        """The values given to any of these options."""
        return tuple(
            value for given in self.options if given.name in names for value in given.values
        )


class Dossier(Protocol):
    """What is held against one command.

    It is no verdict: it only collects. The check of a rule calls it; nothing in it blocks, so
    there is nothing to cancel or to close.
    """

    def hold(self, risk: Risk, rule: str, detail: str) -> None:
        """It is at least this dangerous."""

    def use(self, word: Word, use: Use) -> None:
        """A word is used like this."""

    def add_effects(self, effects: frozenset[Effect]) -> None:
        """It does this too."""

    def forget_approval(self) -> None:
        """An approval of it cannot be kept for later."""


@frozen
class ProgramRule:
    """What a program, or one of its sub-commands, does when all its options are known.

    `effects` belong to `risk`; `low_only_with` lists options of which one must be there, else the
    risk is `otherwise`. `operand_risk` holds as soon as there is an operand, but for the options
    of `operand_risk_unless`. `check` looks at what
    needs code. A program whose options can make it run others, or do more harm than it does
    without, has a high `unknown_option`. A kept approval names `kept_operands` operands.
    `version_words` are arguments that, alone, make it only tell about itself.
    """

    risk: Risk = Risk.LOW
    effects: frozenset[Effect] = READS
    options: Mapping[str, Option] = NOTHING
    operands: Operands = Operands()
    unknown_option: Risk = Risk.MEDIUM
    style: Style = Style.GNU
    stops_at_operand: bool = False
    low_only_with: frozenset[str] = frozenset()
    otherwise: Risk = Risk.MEDIUM
    operand_risk: Risk = Risk.LOW
    operand_risk_unless: frozenset[str] = frozenset()
    dotted_names_are_no_options: bool = False
    check: Callable[[Reading, Dossier], None] | None = None
    commands: Mapping[str, ProgramRule] | None = None
    unknown_command: Risk = Risk.MEDIUM
    kept_operands: int = 0
    is_keepable: bool = True
    version_words: frozenset[str] = frozenset({"--version"})
