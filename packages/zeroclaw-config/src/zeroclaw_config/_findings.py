"""Collect what is wrong with a configuration, without its secrets."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, define, field

from zeroclaw_config._interpolation import interpolated
from zeroclaw_config._key_path import KeyPath, dotted
from zeroclaw_config._lines import line_of
from zeroclaw_config.problem import Problem

__all__ = ["MASK", "Findings"]

MASK = "***"
"""What stands for a secret value."""

SECRET_KEY = "api_key"
"""A key whose value is secret, even when it stands in the file."""

TELLING_LENGTH = 8
"""Characters: a text that shares so many in a row with a secret tells some of it."""


@define
class Findings:
    """The problems found so far; the first one at a path is kept, as others may follow from it."""

    environ: Mapping[str, str] = field(repr=False)
    _found: dict[KeyPath, tuple[str, str | None]] = Factory(dict)
    _secret_paths: set[KeyPath] = Factory(set)
    _secrets: set[str] = field(factory=set, repr=False)

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, path: KeyPath, what: str, nearest: str | None = None) -> None:
        """Note a problem."""
        self._found.setdefault(path, (what, nearest))

    def is_secret(self, path: KeyPath) -> bool:
        """Whether the value at this path must not be shown."""
        return path in self._secret_paths

    def tells_secret(self, text: str) -> bool:
        """Whether a text holds a secret value, or much of one."""
        plain = text.casefold()
        return any(
            piece in plain for secret in self._secrets for piece in _pieces(secret.casefold())
        )

    def problems(self, file: str, lines: Mapping[KeyPath, int]) -> tuple[Problem, ...]:
        """All problems, in the order of the file."""
        found = [
            Problem(file, line_of(path, lines), dotted(path), what, near)
            for path, (what, near) in self._found.items()
        ]
        return tuple(sorted(found, key=lambda problem: problem.line or 0))

    def substituted(self, value: object, path: KeyPath) -> object:
        """The value with all variables in it, noting those that are missing."""
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, dict):
            return {key: self.substituted(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self.substituted(item, (*path, index)) for index, item in enumerate(value)]
        return value

    def _text(self, value: str, path: KeyPath) -> str:
        result = interpolated(value, self.environ)
        if result.values:
            self._secret_paths.add(path)
            self._secrets.update(result.values)
        if SECRET_KEY in path:
            self._secret_paths.add(path)
            self._secrets.add(result.text)
        if result.missing:
            names = ", ".join(f"`{name}`" for name in result.missing)
            self.add(path, f"needs {names}, not set in the environment: set it")
        elif result.malformed:
            self.add(path, "has a `${` without a variable's name; `$${` writes it as it is")
        return result.text


def _pieces(secret: str) -> list[str]:
    """What must not stand in a text: the secret when it is short, else its parts, as repr too."""
    pieces = []
    for form in {secret, repr(secret)[1:-1]}:
        size = min(len(form), TELLING_LENGTH)
        pieces += [form[start : start + size] for start in range(len(form) - size + 1)]
    return [piece for piece in pieces if piece]
