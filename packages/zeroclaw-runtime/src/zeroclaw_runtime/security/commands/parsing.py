"""Parses the POSIX shell grammar, as far as every shell reads it in the same way."""

from __future__ import annotations

import re
from typing import Self

import attrs

from zeroclaw_runtime.errors import ScriptUnparsable
from zeroclaw_runtime.security.commands.canonical import print_script
from zeroclaw_runtime.security.commands.redirect_reader import (
    RedirectReader,
    is_descriptor,
    redirect_of,
)
from zeroclaw_runtime.security.commands.script import (
    Assignment,
    Construct,
    Script,
    SimpleCommand,
    Word,
)
from zeroclaw_runtime.security.commands.spelled import (
    NAME_AND_EQUALS,
    SpelledAssignment,
    SpelledCommand,
    SpelledHereDocument,
    SpelledRedirect,
    SpelledWord,
    Stretch,
    constructs_of,
    word_of,
)
from zeroclaw_runtime.security.commands.word_reader import MOST_COMMANDS, Findings

__all__ = ["MOST_BYTES", "parse_script"]

MOST_BYTES = 100_000

_CLOSING = frozenset(["then", "else", "elif", "fi", "do", "done", "esac", "}"])
_RESERVED = _CLOSING | {"if", "case", "while", "until", "for", "in", "{", "!"}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_RESERVED_AHEAD = re.compile(r"(?:[a-z]+|[{}!])(?=[ \t\n|&;<>()]|\Z)")
# Part of the grammar of bash or ksh, the name of a command elsewhere.
_RESERVED_SOMEWHERE = frozenset(["[[", "]]", "coproc", "function", "namespace", "select", "time"])
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_APPEND = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+=")
_SUBSCRIPT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\[")
# After these, as in the place of an assignment, bash reads a subscript over blanks and operators.
_DECLARATIONS = frozenset(
    ["alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"]
)


def parse_script(text: str) -> Script:
    """All that a shell would run for `text`.

    Raises `ScriptUnparsable` where it is no script, where shells read it differently, where it
    holds control characters, or where it passes a limit (100,000 bytes, 1,000 commands, 50 levels).
    """
    _refuse_odd_text(text)
    findings = Findings()
    grammar = _Grammar(text, findings)
    grammar.read_script()
    constructs = frozenset(findings.constructs)
    printed = text if constructs else print_script(grammar.parts, grammar.bodies)
    return Script(tuple(findings.commands), constructs, printed)


def _refuse_odd_text(text: str) -> None:
    found = _CONTROL.search(text, 0, MOST_BYTES)
    if found is not None:
        raise ScriptUnparsable(
            problem=f"the control character U+{ord(found.group()):04X}",
            line=1 + text.count("\n", 0, found.start()),
        )
    if len(text) > MOST_BYTES or len(text.encode()) > MOST_BYTES:
        raise ScriptUnparsable(problem=f"more than {MOST_BYTES} bytes", line=1)


class _Grammar(RedirectReader):
    """Recursive descent: each method reads one rule of the grammar from the current place."""

    def __init__(self, text: str, findings: Findings, first_line: int = 1) -> None:
        super().__init__(text, findings, first_line)
        self.parts: list[SpelledCommand | str] = []
        self._is_piped = False

    def within(self, text: str) -> Self:
        inner = type(self)(text, self.findings, self.line)
        inner._is_piped = self._is_piped
        return inner

    def read_script(self) -> None:
        self.read_line_breaks()
        if self.peek():
            self._read_list()
        if self.peek():
            raise self.refusal(f"an unexpected `{self.peek()}`")
        self.refuse_pending()

    def read_substitution(self) -> None:
        outer, outer_flag = self.pending, self.outer_pending
        self.pending, self.outer_pending = [], self.waits_for_here_document()
        self._read_list()
        self._expect(")")
        self.refuse_pending()
        self.pending, self.outer_pending = outer, outer_flag

    # Lists and pipelines

    def _read_list(self) -> None:
        self.read_line_breaks()
        while True:
            self._read_and_or()
            if not self._read_separator() or self._at_end_of_list():
                return

    def _at_end_of_list(self) -> bool:
        self.read_blanks()
        following = self.peek()
        return (
            following in ("", ")")
            or self.text.startswith(";;", self.position)
            or self._reserved_ahead() in _CLOSING
        )

    def _read_separator(self) -> bool:
        """A `;`, a `&` or a line break, with the line breaks that follow."""
        self.read_blanks()
        match self.peek():
            case ";":
                if self.text.startswith(";;", self.position):
                    return False
                self.position += 1
            case "&":
                self.position += 1
                if self.peek() == ">":
                    raise self.refusal("`&>`, which not every shell reads as a redirect")
                self.note(Construct.BACKGROUND)
            case "\n":
                pass
            case _:
                return False
        self.parts.append("\n")
        self.read_line_breaks()
        return True

    def _read_and_or(self) -> None:
        self._read_pipeline()
        while operator := self._operator_ahead("&&", "||"):
            self.parts.append(operator)
            self.read_line_breaks()
            self._read_pipeline()

    def _operator_ahead(self, *operators: str) -> str | None:
        """One of these two-character operators; broken by a line continuation it is none."""
        self.read_blanks()
        operator = self.text[self.position : self.position + 2]
        if operator not in operators:
            return None
        self.position += 2
        return operator

    def _read_pipeline(self) -> None:
        self.read_blanks()
        if self._take_reserved("!"):
            if self.peek() == "(":
                raise self.refusal("`!(`, which some shells read as a pattern")
            self.note(Construct.NEGATION)
        was_piped = self._is_piped
        self._read_command()
        while self._at_pipe():
            self.position += 1
            self.parts.append("|")
            self._is_piped = True
            self.read_line_breaks()
            self._read_command()
        self._is_piped = was_piped

    def _at_pipe(self) -> bool:
        self.read_blanks()
        if self.peek() != "|":
            return False
        start = self.position
        self.position += 1
        doubled = self.peek() == "|"
        self.position = start
        return not doubled

    # Compound commands

    def _read_command(self) -> None:
        self.read_blanks()
        start = len(self.findings.commands)
        reserved = self._reserved_ahead()
        if self.peek() != "(" and reserved not in _RESERVED:
            self._read_simple()
            return
        with self.deeper():
            self._read_compound(reserved)
        self._read_redirects_of_compound(start)

    def _read_compound(self, reserved: str | None) -> None:
        if self.peek() == "(":
            self._read_subshell()
            return
        if reserved is None or not self._take_reserved(reserved):
            raise self.refusal("a command that is missing")
        match reserved:
            case "{":
                self.note(Construct.GROUP)
                self._read_list()
                self._expect_reserved("}")
            case "if":
                self._read_condition()
            case "while" | "until":
                self.note(Construct.LOOP)
                self._read_list()
                self._read_loop_body()
            case "for":
                self._read_for()
            case "case":
                self._read_case()
            case _:
                raise self.refusal(f"an unexpected `{reserved}`")

    def _read_subshell(self) -> None:
        self.note(Construct.GROUP)
        self.position += 1
        if self.peek() == "(":
            raise self.refusal("`((`, which some shells read as arithmetic")
        self._read_list()
        self._expect(")")

    def _read_condition(self) -> None:
        self.note(Construct.CONDITION)
        self._read_list()
        self._expect_reserved("then")
        self._read_list()
        while self._take_reserved("elif"):
            self._read_list()
            self._expect_reserved("then")
            self._read_list()
        if self._take_reserved("else"):
            self._read_list()
        self._expect_reserved("fi")

    def _read_loop_body(self) -> None:
        self._expect_reserved("do")
        self._read_list()
        self._expect_reserved("done")

    def _read_for(self) -> None:
        self.note(Construct.LOOP)
        self.read_blanks()
        name = self.read_word().bare
        if name is None or _NAME.fullmatch(name) is None:
            raise self.refusal("a `for` without the name of a variable")
        self.read_line_breaks()
        if self._take_reserved("in"):
            while (word := self.next_word()).stretches:
                self._judge(word)
            if self.peek() not in (";", "\n") or not self._read_separator():
                raise self.refusal("a `for` without `do`")
        elif self.peek() == ";":
            self.position += 1
            self.read_line_breaks()
        self._read_loop_body()

    def _read_case(self) -> None:
        self.note(Construct.CONDITION)
        self._judge(self.required_word())
        self.read_line_breaks()
        self._expect_reserved("in")
        self.read_line_breaks()
        while not self._take_reserved("esac"):
            self._read_case_item()
            self.read_line_breaks()

    def _read_case_item(self) -> None:
        if self.peek() == "(":
            self.position += 1
        self._judge(self.required_word())
        while self._at_pipe():
            self.position += 1
            self._judge(self.required_word())
        self._expect(")")
        self.read_line_breaks()
        if not self._at_end_of_list():
            self._read_list()
            self.read_blanks()
        if self.text.startswith(";;", self.position):
            self.position += 2
        elif self._reserved_ahead() != "esac":
            raise self.refusal("a `case` without `;;` or `esac`")

    def _read_function_body(self, name: str | None) -> None:
        if name is None or _NAME.fullmatch(name) is None:
            raise self.refusal("an unexpected `(`")
        self.note(Construct.FUNCTION)
        self._expect("(")
        self._expect(")")
        self.read_line_breaks()
        if self.peek() != "(" and self._reserved_ahead() not in _RESERVED:
            raise self.refusal("a function whose body is no group")
        self._read_command()

    def _read_redirects_of_compound(self, start: int) -> None:
        """Redirects after a compound command stand as a command without words."""
        redirects: list[SpelledRedirect | SpelledHereDocument] = []
        while (following := self.next_character()) and following in "<>0123456789":
            redirects.append(self.read_redirect(self.read_descriptor()))
        if not redirects:
            return
        command = self._command_of(SpelledCommand((), (), tuple(redirects)))
        if command.has_here_document:
            inner = self.findings.commands[start:]
            self.findings.commands[start:] = [
                attrs.evolve(each, has_here_document=True) for each in inner
            ]
        self._add_command(len(self.findings.commands), command)

    # Simple commands

    def _read_simple(self) -> None:
        place = len(self.findings.commands)
        assignments: list[SpelledAssignment] = []
        words: list[SpelledWord] = []
        redirects: list[SpelledRedirect | SpelledHereDocument] = []
        while following := self.next_character():
            if following in "<>":
                redirects.append(self.read_redirect(None))
            elif following == "(":
                if len(words) != 1 or assignments or redirects:
                    raise self.refusal("an unexpected `(`")
                self._read_function_body(words[0].bare)
                return
            elif following in "\n;&|)":
                break
            else:
                word = self.read_word()
                if self.peek() in ("<", ">") and is_descriptor(word):
                    redirects.append(self.read_redirect(self.descriptor(word)))
                elif not words and (given := _assignment_in(word)) is not None:
                    assignments.append(given)
                else:
                    words.append(word)
        if not words and not assignments and not redirects:
            raise self.refusal("a command that is missing")
        self._refuse_subscripts(words)
        if words:
            self._judge_name(words[0], is_first=not assignments and not redirects)
        spelled = SpelledCommand(tuple(assignments), tuple(words), tuple(redirects))
        self.parts.append(spelled)
        self._add_command(place, self._command_of(spelled))

    def _refuse_subscripts(self, words: list[SpelledWord]) -> None:
        declares = any(word.text in _DECLARATIONS for word in words)
        for word in words if declares else words[:1]:
            first = word.stretches[0]
            if not first.is_quoted and _SUBSCRIPT.match(first.text):
                raise self.refusal("`name[`, where some shells read a subscript")

    def _add_command(self, place: int, command: SimpleCommand) -> None:
        if len(self.findings.commands) >= MOST_COMMANDS:
            raise self.refusal(f"more than {MOST_COMMANDS} commands")
        self.findings.commands.insert(place, command)

    def _command_of(self, spelled: SpelledCommand) -> SimpleCommand:
        return SimpleCommand(
            words=tuple(self._judge(word) for word in spelled.words),
            assignments=tuple(
                Assignment(given.name, self._judge(given.value, is_value=True))
                for given in spelled.assignments
            ),
            redirects=tuple(
                redirect_of(redirect, self._judge(redirect.target))
                for redirect in spelled.redirects
                if isinstance(redirect, SpelledRedirect) and redirect.operator not in ("<&", ">&")
            ),
            reads_pipe=self._is_piped,
            has_here_document=any(
                isinstance(redirect, SpelledHereDocument) for redirect in spelled.redirects
            ),
        )

    def _judge(self, spelled: SpelledWord, *, is_value: bool = False) -> Word:
        word = word_of(spelled, is_value=is_value)
        if not word.is_known:
            self.findings.constructs |= constructs_of(spelled, is_value=is_value)
        return word

    def _judge_name(self, spelled: SpelledWord, *, is_first: bool) -> None:
        word = word_of(spelled)
        if word.is_pattern or not word.is_known or not word.text:
            self.note(Construct.COMPUTED_COMMAND)
        bare = spelled.bare or ""
        if bare in _RESERVED:
            raise self.refusal(f"an unexpected `{bare}`")
        if bare in _RESERVED_SOMEWHERE or (is_first and bare.startswith("!")):
            self.note(Construct.OTHER)
        first = spelled.stretches[0]
        if not first.is_quoted and _APPEND.match(first.text):
            self.note(Construct.OTHER)
            self.note(Construct.COMPUTED_COMMAND)

    # Tokens

    def _expect(self, character: str) -> None:
        if self.next_character() != character:
            raise self.refusal(f"no `{character}` where one belongs")
        self.position += 1

    def _reserved_ahead(self) -> str | None:
        found = _RESERVED_AHEAD.match(self.text, self.position)
        return found.group() if found and found.group() in _RESERVED else None

    def _take_reserved(self, word: str) -> bool:
        self.read_blanks()
        if self._reserved_ahead() != word:
            return False
        self.position += len(word)
        return True

    def _expect_reserved(self, word: str) -> None:
        if not self._take_reserved(word):
            raise self.refusal(f"no `{word}` where one belongs")


def _assignment_in(word: SpelledWord) -> SpelledAssignment | None:
    first = word.stretches[0]
    found = None if first.is_quoted else NAME_AND_EQUALS.match(first.text)
    if found is None:
        return None
    rest = first.text[found.end() :]
    stretches = word.stretches[1:]
    if rest:
        stretches = (Stretch(rest, is_quoted=False), *stretches)
    return SpelledAssignment(found.group()[:-1], SpelledWord(stretches))
