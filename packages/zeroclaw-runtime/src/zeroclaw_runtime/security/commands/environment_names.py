"""Names the variables that a script may set because none of them makes a program run another."""

from __future__ import annotations

import re

from zeroclaw_runtime.security.commands.programs.rule import names
from zeroclaw_runtime.security.commands.script import Word

__all__ = ["may_set"]

# No slash: translations would be looked for in a folder of the script's choice.
_PLAIN = re.compile(r"[A-Za-z0-9_.,:@=+ -]*")
_ZONE = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9_+,.-]*(?:/[A-Za-z0-9_+-]+)*")
_LOCALE = re.compile(r"LC_[A-Z]+")
_NAMES = frozenset(
    names(
        "CI CLICOLOR CLICOLOR_FORCE COLUMNS DEBIAN_FRONTEND FORCE_COLOR GIT_OPTIONAL_LOCKS "
        "GIT_TERMINAL_PROMPT LANG LANGUAGE LINES NO_COLOR NODE_ENV PYTHONDONTWRITEBYTECODE "
        "PYTHONHASHSEED PYTHONUNBUFFERED RUST_BACKTRACE TERM"
    )
)
_PAGERS = frozenset({"GIT_PAGER", "PAGER", "MANPAGER"})


def may_set(name: str, value: Word) -> bool:
    """Whether a variable of this name with this value does nothing but change how things look."""
    if not value.is_known or value.is_pattern:
        return False
    if name in _PAGERS:
        return value.text == "cat"
    if name == "TZ":
        return value.text == "" or _ZONE.fullmatch(value.text) is not None
    known = name in _NAMES or _LOCALE.fullmatch(name) is not None
    return known and _PLAIN.fullmatch(value.text) is not None
