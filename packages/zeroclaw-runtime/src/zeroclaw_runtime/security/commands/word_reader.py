"""Reads the words of a shell script with the expansions in them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from zeroclaw_runtime.errors import ScriptUnparsable
from zeroclaw_runtime.security.commands.script import Construct, SimpleCommand
from zeroclaw_runtime.security.commands.spelled import SpelledWord, Stretch

__all__ = ["MOST_COMMANDS", "MOST_NESTING", "Findings", "WordReader"]

MOST_COMMANDS = 1000
MOST_NESTING = 50

_ENDS_WORD = frozenset(" \t\n|&;<>()")
_PLAIN = re.compile(r"[^ \t\n'\"\\$`|&;<>()]+")
# Most words: nothing in them means anything, nor does the next character continue them.
_SIMPLE = re.compile(r"[A-Za-z0-9_@%:,./=+-]+(?=[ \t\n|&;<>()])")
_IN_DOUBLE_QUOTES = re.compile(r"[^\"\\$`]+")
_IN_HERE_DOCUMENT = re.compile(r"[^\\$`]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PARAMETER = re.compile(
    r"\{(?:(?P<name>#?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]))(?:\}|(?P<op>:?[-=?+]|%%?|##?)))"
)
_BACKQUOTE_ESCAPE = re.compile(r"\\([$`\\])")
_BACKQUOTE_ESCAPE_IN_QUOTES = re.compile(r"\\([$`\\\"])")


class Findings:
    """What has been found in a script so far, within its substitutions too."""

    def __init__(self) -> None:
        """Nothing."""
        self.commands: list[SimpleCommand] = []
        self.constructs: set[Construct] = set()
        self.depth = 0


class _Stretches:
    """A word while it is read."""

    def __init__(self) -> None:
        self._parts: list[tuple[list[str], bool, bool]] = []

    def add(self, text: str, *, is_quoted: bool) -> None:
        """Join it to the last stretch when that is of the same kind."""
        if self._parts and self._parts[-1][1:] == (is_quoted, True):
            self._parts[-1][0].append(text)
        else:
            self._parts.append(([text], is_quoted, True))

    def add_unknown(self) -> None:
        """Something that only the shell knows."""
        self._parts.append(([], True, False))

    def word(self) -> SpelledWord:
        """What was read."""
        return SpelledWord(
            tuple(Stretch("".join(texts), quoted, known) for texts, quoted, known in self._parts)
        )


class WordReader(ABC):
    """A place in the text of a script, and what is there.

    Where POSIX leaves something open or shells differ, it refuses rather than choose.
    """

    def __init__(self, text: str, findings: Findings, first_line: int = 1) -> None:
        """Begin at the start of `text`, which is in line `first_line` of the script."""
        self.text = text
        self.position = 0
        self.findings = findings
        self._first_line = first_line

    @abstractmethod
    def read_substitution(self) -> None:
        """Read commands up to the closing parenthesis, and that as well."""

    @abstractmethod
    def read_script(self) -> None:
        """Read commands up to the end of the text."""

    @abstractmethod
    def waits_for_here_document(self) -> bool:
        """Whether the next line break begins the body of a here-document."""

    @abstractmethod
    def within(self, text: str) -> Self:
        """A reader of a text that is quoted within this one."""

    def refusal(self, problem: str) -> ScriptUnparsable:
        """The error for this place."""
        return ScriptUnparsable(problem=problem, line=self.line)

    @property
    def line(self) -> int:
        """The line of this place, from 1."""
        return self._first_line + self.text.count("\n", 0, self.position)

    def note(self, construct: Construct) -> None:
        """A construct is here."""
        self.findings.constructs.add(construct)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """One level of nesting, which has a limit."""
        if self.findings.depth >= MOST_NESTING:
            raise self.refusal(f"more than {MOST_NESTING} levels of nesting")
        self.findings.depth += 1
        yield
        self.findings.depth -= 1

    def peek(self) -> str:
        """The next character after line continuations; empty at the end."""
        while self.text.startswith("\\\n", self.position):
            self.position += 2
        return self.text[self.position : self.position + 1]

    def spelling_since(self, start: int) -> str:
        """The text from there to here, without line continuations at its end."""
        spelling = self.text[start : self.position]
        while spelling.endswith("\\\n"):
            spelling = spelling[:-2]
        return spelling

    def read_word(self) -> SpelledWord:
        """A word, or one without stretches when none is here."""
        start = self.position
        simple = _SIMPLE.match(self.text, start)
        if simple is not None:
            self.position = simple.end()
            return SpelledWord((Stretch(simple.group(), is_quoted=False),))
        parts = _Stretches()
        while (character := self.peek()) and character not in _ENDS_WORD:
            match character:
                case "'":
                    parts.add(self._read_single_quotes(), is_quoted=True)
                case '"':
                    self._read_double_quotes(parts)
                case "\\":
                    if self.position + 1 >= len(self.text):
                        raise self.refusal("a backslash at the end")
                    parts.add(self.text[self.position + 1], is_quoted=True)
                    self.position += 2
                case "$":
                    self._read_dollar(parts, is_quoted=False)
                case "`":
                    self._read_backquotes(parts, is_quoted=False)
                case _:
                    parts.add(self.run(_PLAIN), is_quoted=False)
        if self.waits_for_here_document() and "\n" in self.spelling_since(start):
            raise self.refusal("a line break in a word between a here-document's mark and body")
        return parts.word()

    def read_here_document(self) -> SpelledWord:
        """The whole text as the body of a here-document whose delimiter was not quoted."""
        parts = _Stretches()
        self._read_quoted(parts, _IN_HERE_DOCUMENT, "$`\\")
        return parts.word()

    def run(self, pattern: re.Pattern[str]) -> str:
        """What matches here, which is then behind."""
        found = pattern.match(self.text, self.position)
        if found is None:
            raise self.refusal("a character out of place")
        self.position = found.end()
        return found.group()

    def _read_single_quotes(self) -> str:
        end = self.text.find("'", self.position + 1)
        if end < 0:
            raise self.refusal("a quote without its end")
        inner = self.text[self.position + 1 : end]
        self.position = end + 1
        return inner

    def _read_double_quotes(self, parts: _Stretches) -> None:
        self.position += 1
        parts.add("", is_quoted=True)
        self._read_quoted(parts, _IN_DOUBLE_QUOTES, '$`"\\')
        if self.peek() != '"':
            raise self.refusal("a quote without its end")
        self.position += 1

    def _read_quoted(self, parts: _Stretches, plain: re.Pattern[str], escapable: str) -> None:
        """Up to a quote that ends it, or the end of the text."""
        while character := self.peek():
            match character:
                case '"' if '"' in escapable:
                    return
                case "\\":
                    following = self.text[self.position + 1 : self.position + 2]
                    taken = following and following in escapable
                    parts.add(following if taken else "\\", is_quoted=True)
                    self.position += 2 if taken else 1
                case "$":
                    self._read_dollar(parts, is_quoted=True)
                case "`":
                    self._read_backquotes(parts, is_quoted=True)
                case _:
                    parts.add(self.run(plain), is_quoted=True)

    def _read_dollar(self, parts: _Stretches, *, is_quoted: bool) -> None:
        self.position += 1
        following = self.text[self.position : self.position + 1]
        match following:
            case "{":
                self._read_parameter(is_quoted=is_quoted)
            case "(" if self.text.startswith("((", self.position):
                self._read_arithmetic()
            case "(":
                self.position += 1
                self.note(Construct.SUBSTITUTION)
                with self.deeper():
                    self.read_substitution()
            case "'" | '"' if not is_quoted:
                self._read_dollar_quote(following)
            case "[":
                raise self.refusal("`$[`, which not every shell reads as arithmetic")
            case "\\" if self.text.startswith("\\\n", self.position):
                raise self.refusal("a line continuation after `$`")
            case _ if found := _NAME.match(self.text, self.position):
                self.note(Construct.EXPANSION)
                self.position = found.end()
            case _ if following and following in "0123456789@*#?-$!":
                self.note(Construct.EXPANSION)
                self.position += 1
            case _:
                parts.add("$", is_quoted=is_quoted)
                return
        parts.add_unknown()

    def _read_dollar_quote(self, quote: str) -> None:
        """`$'..'` or `$".."`: text to some shells, a dollar sign before a quoted text to others."""
        self.note(Construct.ANSI_QUOTE)
        if quote == '"':
            self._read_double_quotes(_Stretches())
        elif "\\" in self._read_single_quotes():
            raise self.refusal("an escape in `$'..'`, which not every shell knows")

    def _read_parameter(self, *, is_quoted: bool) -> None:
        self.note(Construct.EXPANSION)
        found = _PARAMETER.match(self.text, self.position)
        if found is None:
            raise self.refusal("a `${..}` that not every shell knows")
        self.position = found.end()
        if found["op"] is None:
            return
        with self.deeper():
            while (character := self.peek()) != "}":
                self._read_in_parameter(character, is_quoted=is_quoted)
        self.position += 1

    def _read_in_parameter(self, character: str, *, is_quoted: bool) -> None:
        ignored = _Stretches()
        match character:
            case "":
                raise self.refusal("a `${` without its end")
            case "$":
                self._read_dollar(ignored, is_quoted=is_quoted)
            case "`":
                self._read_backquotes(ignored, is_quoted=is_quoted)
            case "'" if not is_quoted:
                self._read_single_quotes()
            case '"' if not is_quoted:
                self._read_double_quotes(ignored)
            case "'" | '"' | "\\" | "{":
                raise self.refusal("a quote or brace within `${..}`, where shells differ")
            case "(" | ")" | "<" | ">" if not is_quoted:
                raise self.refusal("a parenthesis or redirect within `${..}`, where shells differ")
            case _:
                self.position += 1

    def _read_arithmetic(self) -> None:
        self.note(Construct.ARITHMETIC)
        self.position += 2
        open_parentheses = 2
        with self.deeper():
            while open_parentheses:
                match self.peek():
                    case "$":
                        self._read_dollar(_Stretches(), is_quoted=True)
                        continue
                    case "`":
                        self._read_backquotes(_Stretches(), is_quoted=True)
                        continue
                    case "(":
                        open_parentheses += 1
                    case ")":
                        open_parentheses -= 1
                        if open_parentheses == 1 and self.text[self.position + 1 :][:1] != ")":
                            raise self.refusal("`$((` that does not end in `))`")
                    case "" | "'" | '"' | "\\" | "#" | ";" | "{" | "}":
                        raise self.refusal("a character that is no arithmetic in `$((..))`")
                self.position += 1

    def _read_backquotes(self, parts: _Stretches, *, is_quoted: bool) -> None:
        self.note(Construct.SUBSTITUTION)
        end = self.position + 1
        while end < len(self.text) and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise self.refusal("a backquote without its end")
        inner = self.text[self.position + 1 : end]
        if "\\\n" in inner:
            raise self.refusal("a line continuation within backquotes")
        escape = _BACKQUOTE_ESCAPE_IN_QUOTES if is_quoted else _BACKQUOTE_ESCAPE
        before = len(self.findings.commands)
        with self.deeper():
            self.within(escape.sub(r"\1", inner)).read_script()
        if len(self.findings.commands) == before:
            raise self.refusal("a substitution without a command")
        self.position = end + 1
        parts.add_unknown()
