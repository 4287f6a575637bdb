"""Matches file names against patterns in time that no pattern can blow up."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from zeroclaw_tools.errors import InvalidPattern

__all__ = ["GlobPattern", "States", "matches_name", "parse_pattern"]

States: TypeAlias = frozenset[int]
"""How many segments of a pattern a path may have used up."""

_ANY_FOLDERS: Final = "**"
_LONGEST: Final = 1000


@frozen
class GlobPattern:
    """A pattern by its segments; `**` stands for any number of folders.

    A name that begins with a dot is matched only by a segment that does.
    """

    segments: tuple[str, ...]

    def start(self) -> States:
        """The states at the root."""
        return self._closed({0})

    def after(self, states: States, name: str) -> States:
        """The states inside or at the entry `name`; empty when nothing there can match."""
        found: set[int] = set()
        for state in states:
            if state == len(self.segments):
                continue
            segment = self.segments[state]
            if segment == _ANY_FOLDERS:
                found |= set() if name.startswith(".") else {state}
            elif matches_name(segment, name):
                found.add(state + 1)
        return self._closed(found)

    def accepts(self, states: States) -> bool:
        """Whether a path that led to these states matches the whole pattern."""
        return len(self.segments) in states

    def _closed(self, states: set[int]) -> States:
        closed = set(states)
        for state in sorted(states):
            at = state
            while at < len(self.segments) and self.segments[at] == _ANY_FOLDERS:
                at += 1
                closed.add(at)
        return frozenset(closed)


def parse_pattern(pattern: str, root: str) -> GlobPattern:
    """Read a pattern that is relative to the root, or lies under it. Raises `InvalidPattern`."""
    if len(pattern) > _LONGEST or "\0" in pattern:
        raise InvalidPattern(pattern=pattern[:100], problem="it is too long or holds a NUL")
    relative = pattern
    if pattern.startswith("/"):
        beneath = root.rstrip("/") + "/"
        if not pattern.startswith(beneath):
            raise InvalidPattern(pattern=pattern, problem=f"it lies outside the workspace {root}")
        relative = pattern.removeprefix(beneath)
    segments = [part for part in relative.split("/") if part not in ("", ".")]
    if ".." in segments:
        raise InvalidPattern(pattern=pattern, problem="it holds '..'; begin at the root")
    if not segments:
        raise InvalidPattern(pattern=pattern, problem="it is empty; '*' lists the root")
    # `**` at the end means everything below: folders, then any name.
    if segments[-1] == _ANY_FOLDERS:
        segments.append("*")
    return GlobPattern(tuple(segments))


def matches_name(segment: str, name: str) -> bool:
    """Whether a name fits `*`, `?`, `[abc]`, `[!a-z]`, plain characters.

    Only the last star is ever tried again, so the time is at most the product of both lengths.
    """
    if name.startswith(".") and not segment.startswith("."):
        return False
    at = position = 0
    star, resumed = -1, 0
    while position < len(name):
        width = _matched_width(segment, at, name[position])
        if at < len(segment) and segment[at] == "*":
            star, resumed = at, position
            at += 1
        elif width:
            at += width
            position += 1
        elif star >= 0:
            resumed += 1
            at, position = star + 1, resumed
        else:
            return False
    return not segment[at:].strip("*")


def _matched_width(segment: str, at: int, char: str) -> int:
    """How long the piece of the segment is that matches the character; 0 when it does not."""
    if at >= len(segment):
        return 0
    wanted = segment[at]
    end = _set_end(segment, at) if wanted == "[" else -1
    if end >= 0:
        inner = segment[at + 1 : end]
        negated = inner.startswith("!")
        return end + 1 - at if _in_set(inner[negated:], char) is not negated else 0
    return int(wanted in ("?", char))


def _set_end(segment: str, at: int) -> int:
    """Where the set that begins here ends; -1 when it is a plain bracket."""
    first = at + 2 if segment[at + 1 : at + 2] == "!" else at + 1
    return segment.find("]", first + 1)


def _in_set(inner: str, char: str) -> bool:
    at = 0
    while at < len(inner):
        if inner[at + 1 : at + 2] == "-" and at + 2 < len(inner):
            if inner[at] <= char <= inner[at + 2]:
                return True
            at += 3
        elif inner[at] == char:
            return True
        else:
            at += 1
    return False
