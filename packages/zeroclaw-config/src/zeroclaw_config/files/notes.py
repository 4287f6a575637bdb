"""Collect what is wrong with one file that an agent works by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import Factory, define, evolve

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._findings import Findings
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._lines import line_of
from zeroclaw_config.problem import Problem

__all__ = ["MAX_PROBLEMS", "Notes"]

MAX_PROBLEMS: Final = 1000
"""Of one file; nobody reads more."""

NO_LINES: Final[Mapping[KeyPath, int]] = MappingProxyType({})


@define
class Notes:
    """The problems of one file so far. `lines` has the line of each key, counted from 1.

    `called` is what stands for the key when a problem has none.
    """

    file: str
    called: str = Phrase("the_file", "the file")
    lines: Mapping[KeyPath, int] = NO_LINES
    _found: list[Problem] = Factory(list)

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def is_full(self) -> bool:
        """Whether there is so much to tell that no more of it will be."""
        return len(self._found) > MAX_PROBLEMS

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems in the order of the file; beyond a limit only how many there are."""
        found = sorted(self._found, key=lambda problem: problem.line or 0)
        more = len(found) - MAX_PROBLEMS
        if more > 0:
            rest = Problem(
                self.file,
                None,
                self.called,
                Phrase("has_further_problems", "has {count} further problems", count=more),
            )
            return (*found[:MAX_PROBLEMS], rest)
        return tuple(found)

    def with_lines(self, lines: Mapping[KeyPath, int]) -> Notes:
        """The same notes, for the keys that stand on these lines."""
        return evolve(self, lines=lines, found=self._found)

    def whole(self, what: str, line: int | None = None) -> None:
        """Note what is wrong with the file itself."""
        self._found.append(Problem(self.file, line, self.called, what))

    def add(self, path: KeyPath, what: str, nearest: str | None = None) -> None:
        """Note what is wrong with a key, on its line or on that of the table it is missing from."""
        line = line_of(path, self.lines)
        self._found.append(Problem(self.file, line, dotted(path) or self.called, what, nearest))

    def absorb(self, other: Notes) -> None:
        """Note what another file's notes say."""
        self._found += other.problems

    def take(self, findings: Findings) -> None:
        """Note what the check of a table against its class has found."""
        self._found += findings.problems(self.file, self.lines)
