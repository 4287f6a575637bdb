"""Says things to people, in the language that is spoken."""

from __future__ import annotations

from zeroclaw.errors import EntryPointBroken
from zeroclaw.locales.catalogue import Catalogue, catalogue
from zeroclaw.locales.language import current_language
from zeroclaw_api.errors import ZeroClawError

__all__ = ["current_words", "error_text", "say", "worded"]


def current_words() -> Catalogue:
    """The catalogue of the language that is spoken."""
    return catalogue(current_language())


def say(key: str, /, **facts: object) -> str:
    """The sentence of a key over its facts. Raises `KeyError` when the key or a fact is missing."""
    sentence = current_words().say(key, facts)
    if sentence is None:
        raise KeyError(key)
    return sentence


def worded(text: str) -> str:
    """A phrase in the language that is spoken; any other text as it is."""
    return str(current_words().shown(text))


def error_text(error: ZeroClawError) -> str:
    """What an error says; what it was made without in this language, it says in English."""
    try:
        said = current_words().say(f"error_{error.error_key}", error.facts)
    except EntryPointBroken:
        # What brings the language may be what the error is about.
        said = None
    return said or str(error)
