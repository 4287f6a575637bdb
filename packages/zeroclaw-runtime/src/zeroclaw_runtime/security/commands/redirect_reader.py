"""Reads redirects with their files, here-documents among them."""

from __future__ import annotations

import re

from attrs import frozen

from zeroclaw_runtime.security.commands.script import Redirect, Word
from zeroclaw_runtime.security.commands.spelled import (
    SpelledHereDocument,
    SpelledRedirect,
    SpelledWord,
)
from zeroclaw_runtime.security.commands.word_reader import Findings, WordReader

__all__ = ["RedirectReader", "is_descriptor", "redirect_of"]

_REDIRECT_OPERATOR = re.compile(r"<<-?|<[&>]?|>[>&|]?")
_DESCRIPTOR_VARIABLE = re.compile(r"\{[A-Za-z_][A-Za-z0-9_]*\}")


@frozen
class _PendingHereDocument:
    delimiter: str
    is_quoted: bool
    strips_tabs: bool
    number: int


class RedirectReader(WordReader):
    """A reader that also knows blanks, line breaks and what waits for the next of them."""

    def __init__(self, text: str, findings: Findings, first_line: int = 1) -> None:
        """Begin at the start of `text`, which is in line `first_line` of the script."""
        super().__init__(text, findings, first_line)
        self.bodies: list[str] = []
        self.pending: list[_PendingHereDocument] = []
        self.outer_pending = False

    def waits_for_here_document(self) -> bool:
        return bool(self.pending) or self.outer_pending

    def refuse_pending(self) -> None:
        if self.pending:
            raise self.refusal("a here-document without its body")

    def read_blanks(self, *, comments: bool = True) -> None:
        """Blanks, line continuations, and the comment that may follow them."""
        while self.peek() in (" ", "\t"):
            self.position += 1
        if comments and self.peek() == "#":
            end = self.text.find("\n", self.position)
            self.position = len(self.text) if end < 0 else end

    def read_line_breaks(self) -> None:
        self.read_blanks()
        while self.peek() == "\n":
            if self.outer_pending:
                raise self.refusal("a line break between a here-document's mark and body")
            self.position += 1
            pending, self.pending = self.pending, []
            for each in pending:
                self._read_body(each)
            self.read_blanks()

    def next_character(self) -> str:
        self.read_blanks()
        return self.peek()

    def next_word(self) -> SpelledWord:
        self.read_blanks()
        return self.read_word()

    def required_word(self) -> SpelledWord:
        word = self.next_word()
        if not word.stretches:
            raise self.refusal("a word that is missing")
        return word

    def read_descriptor(self) -> int | None:
        if self.next_character() in ("<", ">"):
            return None
        word = self.read_word()
        if self.peek() not in ("<", ">") or not is_descriptor(word):
            raise self.refusal("a word after the end of a compound command")
        return self.descriptor(word)

    def descriptor(self, word: SpelledWord) -> int:
        bare = word.bare or ""
        if self.text[self.position - 1] == "\n":
            raise self.refusal("a line continuation before a redirect")
        # A longer number is a descriptor to bash, a word to dash.
        if len(bare) != 1:
            raise self.refusal(f"`{bare}` before a redirect, which not every shell reads alike")
        return int(bare)

    def read_redirect(self, descriptor: int | None) -> SpelledRedirect | SpelledHereDocument:
        operator = self._read_redirect_operator()
        self.read_blanks(comments=False)
        if self.peek() in ("#", "("):
            raise self.refusal("a redirect without its file")
        if operator in ("<<", "<<-"):
            return self._read_here_operator(descriptor, strips_tabs=operator == "<<-")
        target = self._redirect_word()
        if operator in ("<&", ">&"):
            bare = target.bare or ""
            if bare not in set("0123456789-"):
                raise self.refusal(f"`{operator}` before anything but one digit or `-`")
        return SpelledRedirect(descriptor, operator, target)

    def _redirect_word(self) -> SpelledWord:
        word = self.required_word()
        if self.peek() in ("<", ">") and is_descriptor(word):
            raise self.refusal("a number between two redirects")
        return word

    def _read_redirect_operator(self) -> str:
        operator = self.run(_REDIRECT_OPERATOR)
        if self.text.startswith("\\\n", self.position):
            raise self.refusal(f"a line continuation after `{operator}`")
        return operator

    def _read_here_operator(
        self, descriptor: int | None, *, strips_tabs: bool
    ) -> SpelledHereDocument:
        if self.outer_pending:
            raise self.refusal("a here-document within another one's line")
        start = self.position
        word = self._redirect_word()
        raw = self.spelling_since(start)
        delimiter = word.text
        if not word.is_known or "\n" in raw or "$" in raw or "`" in raw:
            raise self.refusal("an odd delimiter of a here-document")
        if not delimiter or "\t" in delimiter:
            raise self.refusal("an odd delimiter of a here-document")
        number = len(self.bodies)
        self.bodies.append("")
        self.pending.append(
            _PendingHereDocument(
                delimiter,
                is_quoted=any(stretch.is_quoted for stretch in word.stretches),
                strips_tabs=strips_tabs,
                number=number,
            )
        )
        return SpelledHereDocument(descriptor, number)

    def _read_body(self, pending: _PendingHereDocument) -> None:
        first_line = self.line
        lines: list[str] = []
        is_continued = False
        while True:
            if self.position >= len(self.text):
                raise self.refusal(f"a here-document without its end `{pending.delimiter}`")
            end = self.text.find("\n", self.position)
            end = len(self.text) if end < 0 else end
            line = self.text[self.position : end]
            self.position = min(end + 1, len(self.text))
            stripped = line.lstrip("\t") if pending.strips_tabs else line
            if stripped == pending.delimiter and not is_continued:
                break
            backslashes = len(line) - len(line.rstrip("\\"))
            was_continued = is_continued
            is_continued = not pending.is_quoted and backslashes % 2 == 1
            if pending.strips_tabs and is_continued:
                raise self.refusal("a line continuation in a here-document with `<<-`")
            if was_continued and (stripped == pending.delimiter or not is_continued):
                self._refuse_joined_end(lines, line, pending)
            lines.append(stripped)
        # The line break before the delimiter belongs to the body; the one after it is a token.
        body = "".join(f"{line}\n" for line in lines)
        if not pending.is_quoted:
            body = self._body_with_expansions(body, first_line)
        self.bodies[pending.number] = body

    def _refuse_joined_end(
        self, lines: list[str], last: str, pending: _PendingHereDocument
    ) -> None:
        """Shells differ about a delimiter that is, or follows, a continued line."""
        joined = last
        for line in reversed(lines):
            if not line.endswith("\\"):
                break
            joined = line[:-1] + joined
        if pending.delimiter in (last, joined):
            raise self.refusal("a line continuation at the end of a here-document")

    def _body_with_expansions(self, body: str, first_line: int) -> str:
        inner = type(self)(body, self.findings, first_line)
        return inner.read_here_document().text


def is_descriptor(word: SpelledWord) -> bool:
    bare = word.bare
    return bare is not None and (
        (bare.isascii() and bare.isdecimal()) or _DESCRIPTOR_VARIABLE.fullmatch(bare) is not None
    )


def redirect_of(spelled: SpelledRedirect, target: Word) -> Redirect:
    writes = spelled.operator != "<"
    descriptor = spelled.descriptor
    if descriptor is None:
        descriptor = 1 if spelled.operator.startswith(">") else 0
    return Redirect(target, writes=writes, descriptor=descriptor)
