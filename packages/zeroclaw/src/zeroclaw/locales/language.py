"""Tells which language a user wants, for as long as some work goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

__all__ = ["ENGLISH", "LANGUAGES", "current_language", "language_of", "speak", "speaking"]

ENGLISH: Final = "en"
LANGUAGES: Final[Sequence[str]] = (ENGLISH, "zh-CN")
"""Those with a complete catalogue, as BCP 47 tags."""

_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""From strong to weak, as POSIX has them; an empty one counts as not set."""

_SIMPLIFIED: Final = frozenset({"zh", "zh-cn", "zh-sg", "zh-hans", "zh-hans-cn", "zh-hans-sg"})

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the locale in the environment asks for; English when we have it not."""
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    tag = locale.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    return "zh-CN" if tag in _SIMPLIFIED else ENGLISH


def current_language() -> str:
    """What is spoken where this is called."""
    return _language.get()


def speak(language: str) -> None:
    """From here on, and in what is started from here, speak this one of `LANGUAGES`."""
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak it within the block, or whatever `speak` chooses in there; then the former one."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)
