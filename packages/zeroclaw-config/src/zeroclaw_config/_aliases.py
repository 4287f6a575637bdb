"""The rule for the names that an operator gives to models, agents, profiles."""

from __future__ import annotations

import re

from zeroclaw_api.phrases import Phrase

__all__ = ["ALIAS_RULE", "is_alias"]

ALIAS_RULE = Phrase(
    "alias_rule", "1 to 63 of a-z, 0-9 or single _, with a letter or digit at both ends"
)

_ALIAS = re.compile(r"(?!.{64})[a-z0-9]+(?:_[a-z0-9]+)*")


def is_alias(name: str) -> bool:
    """Whether the name can be one."""
    return _ALIAS.fullmatch(name) is not None
