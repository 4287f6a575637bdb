"""How the words of a script were spelled, with what was quoted in them."""

from __future__ import annotations

import re

from attrs import frozen

from zeroclaw_runtime.security.commands.script import Construct, Word

__all__ = [
    "NAME_AND_EQUALS",
    "SpelledAssignment",
    "SpelledCommand",
    "SpelledHereDocument",
    "SpelledRedirect",
    "SpelledWord",
    "Stretch",
    "constructs_of",
    "is_pattern",
    "tilde_prefix",
    "word_of",
]

NAME_AND_EQUALS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_ACTIVE = re.compile(r"[*?\[~{]")
_PLAIN_TILDE = re.compile(r"~(?:[A-Za-z_][A-Za-z0-9._-]*)?(?=/|\Z)")


@frozen
class Stretch:
    """A part of a word; `text` is empty where the shell puts something unknown."""

    text: str
    is_quoted: bool
    is_known: bool = True


@frozen
class SpelledWord:
    """A word, with neighbouring stretches of the same kind joined."""

    stretches: tuple[Stretch, ...]

    @property
    def text(self) -> str:
        """The word after the removal of its quotes."""
        return "".join(stretch.text for stretch in self.stretches)

    @property
    def bare(self) -> str | None:
        """Its text when nothing in it is quoted or unknown."""
        match self.stretches:
            case (Stretch(text=text, is_quoted=False, is_known=True),):
                return text
        return None

    @property
    def is_known(self) -> bool:
        """False when the shell puts a value in it."""
        return all(stretch.is_known for stretch in self.stretches)


@frozen
class SpelledAssignment:
    """A variable with its value."""

    name: str
    value: SpelledWord


@frozen
class SpelledRedirect:
    """A redirect to a file, or with `operator` `>&` or `<&` to a descriptor or to nothing (`-`)."""

    descriptor: int | None
    operator: str
    target: SpelledWord


@frozen
class SpelledHereDocument:
    """An input out of the script itself; `number` counts them."""

    descriptor: int | None
    number: int


@frozen
class SpelledCommand:
    """A simple command as it was spelled."""

    assignments: tuple[SpelledAssignment, ...]
    words: tuple[SpelledWord, ...]
    redirects: tuple[SpelledRedirect | SpelledHereDocument, ...]


def is_pattern(word: SpelledWord) -> bool:
    """Whether the shell looks for files, or for a home folder, to put in its place."""
    if _is_plain(word):
        return False
    if tilde_prefix(word):
        return True
    text, active = _marked(word)
    last_bracket = text.rfind("]")
    return any(
        active[place] and (character in "*?" or (character == "[" and place < last_bracket))
        for place, character in enumerate(text)
    )


def tilde_prefix(word: SpelledWord) -> str:
    """The `~` or `~user` that begins it and stands for a home folder, or nothing."""
    if not word.stretches or word.stretches[0].is_quoted:
        return ""
    first = word.stretches[0].text
    found = _PLAIN_TILDE.match(first)
    if found is None or (len(word.stretches) > 1 and found.end() == len(first)):
        return ""
    return found.group()


def constructs_of(word: SpelledWord, *, is_value: bool = False) -> frozenset[Construct]:
    """What of the word's own text is read differently from shell to shell.

    A tilde in the value of an assignment (`is_value`) is among these for simplicity.
    """
    if _is_plain(word):
        return frozenset()
    found = set()
    if _has_braces(word):
        found.add(Construct.BRACES)
    if _has_later_tilde(word) if is_value else _has_odd_tilde(word):
        found.add(Construct.EXPANSION)
    return frozenset(found)


def word_of(word: SpelledWord, *, is_value: bool = False) -> Word:
    """The word as rules see it; the value of an assignment never becomes names of files."""
    known = word.is_known and not constructs_of(word, is_value=is_value)
    return Word(word.text, is_pattern=not is_value and is_pattern(word), is_known=known)


def _is_plain(word: SpelledWord) -> bool:
    """Whether no character outside of quotes could mean more than itself."""
    return not any(
        not stretch.is_quoted and _ACTIVE.search(stretch.text) for stretch in word.stretches
    )


def _marked(word: SpelledWord) -> tuple[str, list[bool]]:
    active: list[bool] = []
    for stretch in word.stretches:
        active.extend([not stretch.is_quoted] * len(stretch.text))
    return word.text, active


def _has_odd_tilde(word: SpelledWord) -> bool:
    """`~+` of bash, or a tilde within `name=value`, which only some shells replace."""
    if not word.stretches or word.stretches[0].is_quoted:
        return False
    first = word.stretches[0].text
    if first.startswith("~"):
        whole = len(word.stretches) == 1 or "/" in first
        return whole and _PLAIN_TILDE.match(first) is None
    return NAME_AND_EQUALS.match(first) is not None and _has_later_tilde(word)


def _has_later_tilde(word: SpelledWord) -> bool:
    text, active = _marked(word)
    return any(
        active[place] and character == "~" and (place == 0 or text[place - 1] in "=:")
        for place, character in enumerate(text)
    )


def _has_braces(word: SpelledWord) -> bool:
    text, active = _marked(word)
    places = [place for place, character in enumerate(text) if active[place] and character in "{}"]
    opening = [place for place in places if text[place] == "{"]
    closing = [place for place in places if text[place] == "}"]
    if not opening or not closing:
        return False
    inner = text[opening[0] + 1 : closing[-1]]
    return "," in inner or ".." in inner
