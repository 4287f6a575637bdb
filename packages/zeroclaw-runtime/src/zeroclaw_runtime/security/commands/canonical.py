"""Prints a script anew, every word quoted in one way only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from zeroclaw_runtime.security.commands.spelled import (
    SpelledCommand,
    SpelledHereDocument,
    SpelledRedirect,
    SpelledWord,
    is_pattern,
    tilde_prefix,
)

__all__ = ["print_script"]

_SAFE = re.compile(r"[A-Za-z0-9_@%:,./=+-]+")
# A range of a bracket expression and its negation are active together with the brackets.
_SAFE_OR_MATCHING = re.compile(r"([A-Za-z0-9_@%:,./=+*?\[\]!^-]+)")
# Words that some shell reads as part of its grammar when they come first.
_RESERVED = frozenset(
    {
        *("if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until"),
        *("for", "in", "function", "select", "time", "coproc", "namespace"),
    }
)
_END = "END_OF_INPUT"
_DEFAULT_DESCRIPTORS = {"<": 0, "<>": 0, "<&": 0, ">": 1, ">>": 1, ">|": 1, ">&": 1}


def print_script(parts: Sequence[SpelledCommand | str], bodies: Sequence[str]) -> str:
    """The text of commands and operators (`|`, `&&`, `||`, and a line break between lists).

    `bodies` are the here-documents in their order. Needs words that are all known.
    """
    lines: list[str] = []
    line: list[str] = []
    waiting: list[int] = []

    def end_line() -> None:
        if line:
            lines.append(" ".join(line))
        lines.extend(_printed_body(bodies[number]) for number in waiting)
        line.clear()
        waiting.clear()

    for part in parts:
        if part == "\n":
            end_line()
        elif isinstance(part, str):
            line.append(part)
        else:
            line.append(_printed_command(part, bodies))
            waiting.extend(
                redirect.number
                for redirect in part.redirects
                if isinstance(redirect, SpelledHereDocument)
            )
    end_line()
    return "\n".join(lines)


def _printed_command(command: SpelledCommand, bodies: Sequence[str]) -> str:
    printed = [f"{given.name}={_quoted_value(given.value)}" for given in command.assignments]
    for place, word in enumerate(command.words):
        printed.append(_printed_name(word) if place == 0 else _printed_word(word))
    for redirect in command.redirects:
        match redirect:
            case SpelledRedirect():
                printed.append(_printed_redirect(redirect))
            case SpelledHereDocument(descriptor=descriptor, number=number):
                end = _fresh_end(bodies[number])
                printed.append(f"{_printed_descriptor(descriptor, 0)}<<'{end}'")
            case _:
                assert_never(redirect)
    return " ".join(printed)


def _printed_redirect(redirect: SpelledRedirect) -> str:
    number = _printed_descriptor(redirect.descriptor, _DEFAULT_DESCRIPTORS[redirect.operator])
    return f"{number}{redirect.operator}{_printed_word(redirect.target)}"


def _printed_descriptor(descriptor: int | None, default: int) -> str:
    return "" if descriptor in (None, default) else str(descriptor)


def _printed_name(word: SpelledWord) -> str:
    text = word.text
    # An equals sign would make it an assignment; a dash, when it begins the script, an option.
    if not is_pattern(word) and (text in _RESERVED or "=" in text or text[:1] in ("-", "+")):
        return _quoted(text)
    return _printed_word(word)


def _quoted_value(word: SpelledWord) -> str:
    return _safe_or_quoted(word.text) if word.text else ""


def _printed_word(word: SpelledWord) -> str:
    if not is_pattern(word):
        return _safe_or_quoted(word.text)
    tilde = tilde_prefix(word)
    printed = [tilde]
    for place, stretch in enumerate(word.stretches):
        text = stretch.text
        if stretch.is_quoted:
            printed.append(_quoted(text) if text else "")
            continue
        if place == 0:
            text = text.removeprefix(tilde)
        # Odd places hold what the separator matched: the characters that stay active.
        for odd, piece in enumerate(_SAFE_OR_MATCHING.split(text)):
            printed.append(piece if odd % 2 or not piece else _quoted(piece))
    return "".join(printed)


def _safe_or_quoted(text: str) -> str:
    return text if _SAFE.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _printed_body(body: str) -> str:
    return f"{body}{_fresh_end(body)}"


def _fresh_end(body: str) -> str:
    lines = frozenset(body.split("\n"))
    end, tries = _END, 0
    while end in lines:
        tries += 1
        end = f"{_END}_{tries}"
    return end
