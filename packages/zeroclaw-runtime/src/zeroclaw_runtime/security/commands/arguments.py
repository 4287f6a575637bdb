"""Takes the words of a command apart into options with their values, by the rule of a program."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from zeroclaw_runtime.security.commands.programs.rule import (
    Given,
    Option,
    ProgramRule,
    Reading,
    Style,
)
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["FOREIGN", "may_be_option", "read_arguments"]

FOREIGN = Word("\0", is_pattern=True)
"""A word, or any number of them, that comes out of another program."""

_PATTERN_STARTS = ("*", "?", "[", "\0")
_DIGITS = frozenset("0123456789")


def read_arguments(words: Sequence[Word], rule: ProgramRule) -> Reading:
    """The words after the name of a program."""
    if rule.style is Style.TAR:
        words = _with_dashes(words, rule)
    return _Reader(words, rule).read()


def may_be_option(word: Word) -> bool:
    """Whether names of files, once in its place, may begin with a dash."""
    return word.is_pattern and word.text.startswith(_PATTERN_STARTS)


def _cannot_spell_option(word: Word) -> bool:
    tail = word.text.rpartition("*")[2].rpartition("?")[2].rpartition("]")[2]
    return "." in tail


def _with_dashes(words: Sequence[Word], rule: ProgramRule) -> tuple[Word, ...]:
    """`xzf a.tgz` as `-x -z -f a.tgz`: its values stand behind all the letters."""
    if not words or words[0].is_pattern or words[0].text.startswith("-"):
        return tuple(words)
    waiting = list(words[1:])
    found: list[Word] = []
    for letter in words[0].text:
        found.append(Word(f"-{letter}", is_known=words[0].is_known))
        option = rule.options.get(f"-{letter}")
        for _ in option.uses if option and not option.is_optional else ():
            if waiting:
                found.append(waiting.pop(0))
    return (*found, *waiting)


class _Reader:
    def __init__(self, words: Sequence[Word], rule: ProgramRule) -> None:
        self._words = words
        self._rule = rule
        self._place = 0
        self._options: list[Given] = []
        self._operands: list[Word] = []
        self._unknown: list[str] = []
        self._loose: list[str] = []

    def read(self) -> Reading:
        end = len(self._words)
        while self._place < len(self._words):
            word = self._words[self._place]
            self._place += 1
            if self._rule.style is Style.PLAIN:
                self._operands.append(word)
            elif word.text == "--" and self._rule.style is not Style.WORDS:
                end = self._place
                self._operands += self._words[end:]
                break
            elif len(word.text) > 1 and word.text.startswith("-"):
                self._read_option(word)
                if self._options and self._options[-1].option.ends_options:
                    end = self._place
                    self._operands += self._words[end:]
                    break
            else:
                self._note_loose(word)
                self._operands.append(word)
                if self._rule.stops_at_operand:
                    end = self._place - 1
                    self._operands += self._words[self._place :]
                    break
        return Reading(
            tuple(self._options),
            tuple(self._operands),
            tuple(self._unknown),
            tuple(self._loose),
            end,
        )

    def _note_loose(self, word: Word) -> None:
        if not may_be_option(word):
            return
        if self._rule.dotted_names_are_no_options and _cannot_spell_option(word):
            return
        self._loose.append(word.text.replace("\0", "(from a pipe)"))

    def _read_option(self, word: Word) -> None:
        match self._rule.style:
            case Style.WORDS:
                self._read_named(word, word.text, None)
            case Style.GO:
                name, sign, value = word.text.partition("=")
                name = name[1:] if name.startswith("--") else name
                self._read_named(word, name, evolve(word, text=value) if sign else None)
            case _ if word.text.startswith("--"):
                name, sign, value = word.text.partition("=")
                self._read_named(word, name, evolve(word, text=value) if sign else None)
            case _:
                self._read_letters(word)

    def _read_named(self, word: Word, name: str, value: Word | None) -> None:
        option = self._rule.options.get(name)
        if option is None or (value is not None and not option.uses):
            self._unknown.append(word.text)
            return
        if value is None and word.is_pattern:
            self._unknown.append(word.text)
            return
        self._add(word, name, option, value)

    def _read_letters(self, word: Word) -> None:
        text = word.text
        if "-#" in self._rule.options and _DIGITS.issuperset(text[1:]):
            return
        if len(text) > 2 and text in self._rule.options and not word.is_pattern:
            self._add(word, text, self._rule.options[text], None)
            return
        for place in range(1, len(text)):
            name = f"{text[0]}{text[place]}"
            option = self._rule.options.get(name)
            if option is None:
                self._unknown.append(text)
                return
            if option.uses:
                rest = text[place + 1 :]
                self._add(word, name, option, evolve(word, text=rest) if rest else None)
                return
            self._add(word, name, option, None)

    def _add(self, word: Word, name: str, option: Option, value: Word | None) -> None:
        if option.is_optional:
            values = () if value is None else (value,)
            self._options.append(Given(name, option, values))
            return
        found = [] if value is None else [value]
        while len(found) < len(option.uses):
            if self._place >= len(self._words):
                self._unknown.append(word.text)
                return
            following = self._words[self._place]
            self._place += 1
            # It may become several words, and all but the first are no value.
            self._note_loose(following)
            found.append(following)
        self._options.append(Given(name, option, tuple(found)))
