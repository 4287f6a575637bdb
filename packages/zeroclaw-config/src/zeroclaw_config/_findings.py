"""Collect what is wrong with a configuration, without its secrets."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from attrs import Factory, define, field

from zeroclaw_api.phrases import Phrase
from zeroclaw_config._interpolation import Interpolated, interpolated
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._lines import line_of
from zeroclaw_config._wording import UNKNOWN_KEY, fit_by_migrating
from zeroclaw_config.problem import Problem

__all__ = ["MASK", "Findings"]

MASK = "***"
"""What stands for a secret value."""

SECRET_KEY = re.compile(r"(?:.*_)?(?:key|password|secret|token)")
"""A key whose value is secret, even when it stands in the file."""

TELLING_LENGTH = 8
"""Characters: a text that shares so many in a row with a secret tells some of it."""


def _nowhere(_path: KeyPath) -> bool:
    return False


@define
class Findings:
    """The problems found so far; the first one at a path is kept, as others may follow from it.

    `secret_at` tells which values are secret by their type, whatever their key is called.
    """

    environ: Mapping[str, str] = field(repr=False)
    secret_at: Callable[[KeyPath], bool] = field(default=_nowhere, repr=False)
    _found: dict[KeyPath, tuple[str, str | None]] = Factory(dict)
    _secret_paths: set[KeyPath] = Factory(set)
    _secrets: set[str] = field(factory=set, repr=False)
    _origins: dict[KeyPath, str] = Factory(dict)
    _overridden: set[KeyPath] = Factory(set)
    _opened: set[KeyPath] = Factory(set)

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def paths(self) -> list[KeyPath]:
        """Where something was found."""
        return list(self._found)

    @property
    def overridden_paths(self) -> frozenset[str]:
        """The keys whose value is not that of the file."""
        return frozenset(dotted(path) for path in self._overridden)

    def add(self, path: KeyPath, what: str, nearest: str | None = None) -> None:
        """Note a problem."""
        self._found.setdefault(path, (what, nearest))

    def refuse(self, path: KeyPath, what: str, origin: str) -> None:
        """Note that what the environment or the command line says of a key cannot be taken."""
        self.add(path, what)
        self._origins[path] = origin

    def came_from(self, path: KeyPath, origin: str) -> None:
        """Note that a table is in no file: it was made for a key in it."""
        self._origins[path] = origin

    def overridden(self, path: KeyPath, origin: str) -> None:
        """Note that a value is not that of the file. It is taken as it is, without variables."""
        self._origins[path] = origin
        self._overridden.add(path)

    def opened(self, path: KeyPath) -> None:
        """Note that a text was sealed: it is secret. It is taken as it is, without variables."""
        self._opened.add(path)

    def origin_of(self, path: KeyPath) -> str | None:
        """The variable that said what stands at a path; None when the file did."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._origins:
                return self._origins[path[:length]]
        return None

    def is_secret(self, path: KeyPath) -> bool:
        """Whether the value at this path must not be shown."""
        return path in self._secret_paths

    def tells_secret(self, text: str) -> bool:
        """Whether a text holds a secret value, or much of one."""
        plain = text.casefold()
        return any(
            piece in plain for secret in self._secrets for piece in _pieces(secret.casefold())
        )

    def problems(
        self,
        file: str,
        lines: Mapping[KeyPath, int],
        paths: Collection[KeyPath] | None = None,
    ) -> tuple[Problem, ...]:
        """All problems, or those at some paths, in the order of the file."""
        found = [
            self._problem(file, lines, path)
            for path in self._found
            if paths is None or path in paths
        ]
        return tuple(sorted(found, key=lambda problem: problem.line or 0))

    def substituted(self, value: object, path: KeyPath, *, is_literal: bool = False) -> object:
        """The value with all variables in it, noting those that are missing."""
        is_literal = is_literal or path in self._overridden or path in self._opened
        if isinstance(value, str):
            return self._text(value, path, is_literal=is_literal)
        if isinstance(value, dict):
            return {
                key: self.substituted(item, (*path, key), is_literal=is_literal)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return [
                self.substituted(item, (*path, index), is_literal=is_literal)
                for index, item in enumerate(value)
            ]
        return value

    def _problem(self, file: str, lines: Mapping[KeyPath, int], path: KeyPath) -> Problem:
        what, near = self._found[path]
        origin = self.origin_of(path)
        line = line_of(path, lines) if origin is None else None
        # What is in no file cannot be migrated.
        is_unknown = line is not None and what == UNKNOWN_KEY
        helps = fit_by_migrating(path) if is_unknown else None
        if helps is not None:
            what, near = helps, None
        return Problem(file, line, dotted(path), what, near, origin)

    def _text(self, value: str, path: KeyPath, *, is_literal: bool) -> str:
        result = Interpolated(value) if is_literal else interpolated(value, self.environ)
        if result.values:
            self._secret_paths.add(path)
            self._secrets.update(result.values)
        if path in self._opened or _has_secret_key(path) or self.secret_at(path):
            self._secret_paths.add(path)
            self._secrets.add(result.text)
        if result.missing:
            names = ", ".join(f"`{name}`" for name in result.missing)
            needed = Phrase(
                "needs_variables", "needs {names}, not set in the environment: set it", names=names
            )
            self.add(path, needed)
        elif result.malformed:
            malformed = Phrase(
                "has_no_variable",
                "has a `${{` without a variable's name; `$${{` writes it as it is",
            )
            self.add(path, malformed)
        return result.text


def _has_secret_key(path: KeyPath) -> bool:
    return any(isinstance(part, str) and SECRET_KEY.fullmatch(part) for part in path)


def _pieces(secret: str) -> list[str]:
    """What must not stand in a text: the secret when it is short, else its parts, as repr too."""
    pieces = []
    for form in {secret, repr(secret)[1:-1]}:
        size = min(len(form), TELLING_LENGTH)
        pieces += [form[start : start + size] for start in range(len(form) - size + 1)]
    return [piece for piece in pieces if piece]
