"""Words for people inside a fact, which can be said in another language."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["Phrase"]


class Phrase(str):
    """A clause or sentence in English, with what a translation needs: its key, its facts.

    It is a text wherever a text is taken; whatever is made of it by adding or formatting is plain
    English. A fact may be a phrase itself, or a tuple of them, which stands for lines.
    """

    __slots__ = ("facts", "key")

    key: str
    facts: Mapping[str, object]

    def __new__(cls, key: str, template: str, /, **facts: object) -> Phrase:
        """The phrase of a key; `template` is its English, a `str.format` over the facts."""
        shown = {name: _shown(fact) for name, fact in facts.items()}
        return cls._made(template.format_map(shown), key, facts)

    @classmethod
    def _made(cls, text: str, key: str, facts: Mapping[str, object]) -> Phrase:
        phrase = super().__new__(cls, text)
        phrase.key, phrase.facts = key, facts
        return phrase

    def __reduce__(self) -> tuple[object, ...]:
        return Phrase._made, (str(self), self.key, dict(self.facts))


def _shown(fact: object) -> object:
    return "\n".join(map(str, fact)) if isinstance(fact, tuple) else fact
