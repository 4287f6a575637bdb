"""Tells from the text of a path where it leads, as far as text can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase

from zeroclaw_runtime.security.commands.rules import CommandRules
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["Folders", "Place", "is_harmless_device", "is_script_device", "places_of"]

_FILE_URL = re.compile(r"file:(?://[^/]*)?", re.IGNORECASE)
_BRACKETS = re.compile(r"\[.*\]")

# More than these are forgotten: then nobody knows where a relative path leads.
_MOST_FOLDERS = 8
_DEVICES_READ = frozenset(
    f"/dev/{name}" for name in ("null", "zero", "random", "urandom", "stdin", "stdout", "stderr")
)
_DEVICES_WRITTEN = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})
_FORBIDDEN_STARTS = ("/dev/tcp/", "/dev/udp/")


class Place(StrEnum):
    """Where a path leads; `HOLDER` is a folder with something protected in it."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    HOLDER = "holder"
    FORBIDDEN = "forbidden"


class Folders:
    """The folders a command may run in: a `cd` may have worked, or not."""

    def __init__(self, possible: frozenset[str] | None) -> None:
        """With None, it can be anywhere."""
        self.possible = possible

    def entered(self, word: Word) -> Folders:
        """The folders after a command entered, or failed to enter, another one."""
        plain = word.is_known and not word.is_pattern and word.text not in ("", "-")
        if self.possible is None or not plain or word.text.startswith("~"):
            return Folders(None)
        inner = frozenset(_joined(folder, word.text) for folder in self.possible)
        found = self.possible | inner
        return Folders(None if len(found) > _MOST_FOLDERS else found)


def is_harmless_device(path: str, *, written: bool) -> bool:
    """Whether it is `/dev/null` or another device that keeps nothing."""
    return path in (_DEVICES_WRITTEN if written else _DEVICES_READ)


def is_script_device(path: str) -> bool:
    """Whether running the file means to run what comes from elsewhere, such as standard input."""
    return path in ("-", "/dev/stdin") or path.startswith(("/dev/fd/", "/proc/"))


def places_of(word: Word, folders: Folders, rules: CommandRules) -> frozenset[Place]:
    """Where a path may lead, from each of the folders it may start in."""
    url = _FILE_URL.match(word.text)
    text = word.text[url.end() :] if url else word.text
    if "\0" in text:
        return frozenset({Place.OUTSIDE})
    if text.startswith(_FORBIDDEN_STARTS):
        return frozenset({Place.FORBIDDEN})
    return frozenset(
        Place.OUTSIDE if whole is None else _place(whole, rules, is_pattern=word.is_pattern)
        for whole in _absolute(text, folders, rules.home, is_pattern=word.is_pattern)
    )


def _absolute(
    text: str, folders: Folders, home: str | None, *, is_pattern: bool
) -> Iterator[str | None]:
    if text.startswith("/"):
        yield _normal(text, is_pattern=is_pattern)
        return
    if text.startswith("~") and is_pattern:
        own = text == "~" or text.startswith("~/")
        if own and home is not None:
            yield _normal(home + text[1:], is_pattern=is_pattern)
        else:
            # What `~` stands for is not known, yet an operator may have written the same.
            yield _normal("/" + text, is_pattern=is_pattern)
            yield None
        return
    if folders.possible is None:
        yield None
        return
    for folder in sorted(folders.possible):
        yield _normal(f"{folder}/{text}", is_pattern=is_pattern)


def _joined(folder: str, path: str) -> str:
    return path if path.startswith("/") else f"{folder}/{path}"


def _normal(path: str, *, is_pattern: bool) -> str | None:
    """Its components without `.` and `..`; None when a pattern may stand for `..`."""
    found: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del found[-1:]
        elif is_pattern and part not in ("", ".", "*") and _matches("..", part):
            return None
        elif part not in ("", "."):
            found.append(part)
    return "/" + "/".join(found)


def _matches(name: str, pattern: str) -> bool:
    # A pattern that begins with a star does not match what begins with a dot.
    if name.startswith(".") and not pattern.startswith("."):
        return False
    # What brackets match differs from shell to shell, so they may match anything.
    return name == pattern or fnmatchcase(name, _BRACKETS.sub("*", pattern))


def _place(path: str, rules: CommandRules, *, is_pattern: bool) -> Place:
    roots = [_parts(root) for root in rules.roots]
    forbidden = [_parts(_expanded(entry, rules.home)) for entry in rules.forbidden]
    guarded = [root + _parts(name) for root in roots for name in rules.protected]
    parts = _parts(path)
    inside = max((len(root) for root in roots if _is_start(root, parts, False)), default=-1)
    refused = max((len(one) for one in forbidden if _is_start(one, parts, is_pattern)), default=-1)
    if refused >= inside and refused >= 0:
        return Place.FORBIDDEN
    if any(_is_start(one, parts, is_pattern) for one in guarded):
        return Place.FORBIDDEN
    if inside < 0:
        return Place.OUTSIDE
    holds = any(_is_holder(parts, one, is_pattern) for one in (*guarded, *forbidden))
    return Place.HOLDER if holds and parts not in roots else Place.INSIDE


def _is_holder(folder: Sequence[str], guarded: Sequence[str], is_pattern: bool) -> bool:
    if len(folder) >= len(guarded):
        return False
    return all(
        name == part or (is_pattern and _matches(name, part))
        for part, name in zip(folder, guarded, strict=False)
    )


def _is_start(start: Sequence[str], parts: Sequence[str], is_pattern: bool) -> bool:
    if len(start) > len(parts):
        return False
    return all(
        name == part or (is_pattern and _matches(name, part))
        for name, part in zip(start, parts, strict=False)
    )


def _expanded(entry: str, home: str | None) -> str:
    if not entry.startswith("~"):
        return entry
    own = entry == "~" or entry.startswith("~/")
    return home + entry[1:] if own and home is not None else "/" + entry


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]
