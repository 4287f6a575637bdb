"""Says things to people, in the language that is spoken."""

from __future__ import annotations

from zeroclaw.locales.catalogue import Catalogue, catalogue
from zeroclaw.locales.language import current_language
from zeroclaw_api.errors import ZeroClawError

__all__ = ["current_words", "error_text", "say"]


def current_words() -> Catalogue:
    """The catalogue of the language that is spoken."""
    return catalogue(current_language())


def say(key: str, /, **facts: object) -> str:
    """The sentence of a key over its facts. Raises `KeyError` when the key or a fact is missing."""
    sentence = current_words().say(key, facts)
    if sentence is None:
        raise KeyError(key)
    return sentence


def error_text(error: ZeroClawError) -> str:
    """What an error says; what it was made without in this language, it says in English."""
    return current_words().say(error.error_key, error.facts) or str(error)
