"""Put variables of the environment into the text of a configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

__all__ = ["Interpolated", "escaped", "interpolated"]

_MARK = re.compile(
    r"\$\$\{|\$\{(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^{}]*))?\})?", re.DOTALL
)


@frozen
class Interpolated:
    """A text with its variables put in.

    `values` are those that were put in; `missing` the names without value, `malformed` tells
    of a `${` that no name follows. The text is whole only when neither holds.
    """

    text: str = field(repr=False)
    values: tuple[str, ...] = field(default=(), repr=False)
    missing: tuple[str, ...] = ()
    malformed: bool = False


def interpolated(text: str, environ: Mapping[str, str]) -> Interpolated:
    """Replace each `${NAME}` by its value, taken as it is; each `$${` by a literal `${`.

    `${NAME:-default}` gives the default, which has no braces, when the variable is unset or empty.
    """
    if "${" not in text:
        return Interpolated(text)
    values: list[str] = []
    missing: dict[str, None] = {}
    malformed = False

    def value(mark: re.Match[str]) -> str:
        nonlocal malformed
        name, default = mark["name"], mark["default"]
        if mark[0] == "$${":
            return "${"
        if name is None:
            malformed = True
        elif default is not None and not environ.get(name):
            return default
        elif name in environ:
            values.append(environ[name])
            return environ[name]
        else:
            missing[name] = None
        return mark[0]

    whole = _MARK.sub(value, text)
    return Interpolated(whole, tuple(values), tuple(missing), malformed)


def escaped(text: str) -> str:
    """The text that interpolation turns into this one."""
    return text.replace("${", "$${")
