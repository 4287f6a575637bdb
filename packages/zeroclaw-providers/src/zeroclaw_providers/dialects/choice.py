"""Says in which dialects a model writes calls as text, by its name."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["dialects_of"]

_FAMILIES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"deepseek", ("deepseek", "dsml")),
    (r"(function)?gemma", ("gemma4", "gemma")),
    (r"glm", ("glm",)),
    (r"gpt-?oss", ("harmony",)),
    (r"kimi", ("kimi",)),
    (r"minimax", ("minimax",)),
    (r"(mi[sx]tr|codestr|devstr|magistr|ministr|pixtr)al", ("mistral",)),
    (r"mimo|qwen|qwq", ("hermes", "qwen3-coder")),
    (r"hermes|smollm", ("hermes",)),
    (r"llama", ("llama", "pythonic")),
)
"""How names begin, with the names of dialects; the first that fits counts.

A model that was made of another (a distillation, a fine-tune) writes as its base does as often as
not: what such a name says first counts.
"""


def dialects_of(model: str) -> tuple[str, ...]:
    """The names of its own dialects; none for a model that is not known to have one."""
    name = model.lower().rpartition("/")[2]
    found = [
        (match.start(), dialects)
        for pattern, dialects in _FAMILIES
        if (match := re.search(rf"(?<![a-z])(?:{pattern})", name))
    ]
    return min(found)[1] if found else ()
