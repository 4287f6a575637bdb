"""The form of the rules by which secrets are recognised."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final

from attrs import frozen

__all__ = ["WORD", "WORD_CHARACTERS", "LeakKind", "LeakRule", "compiled"]

WORD: Final = r"A-Za-z0-9_\-+/=.:@%~&?#$!*^"
"""What a word of a rule is made of, as the inside of a character class.

White space, quotes, brackets, commas, whatever is not ASCII end a word. A text may be cut behind
any of those without changing what the rules find in its halves, unless a rule with a `beginning`
is under way there: so a stream can be shown word by word.
"""

WORD_CHARACTERS: Final = "".join(
    chr(code) for code in range(128) if re.match(f"[{WORD}]", chr(code))
)


class LeakKind(StrEnum):
    """What was found; the placeholder says it."""

    API_KEY = "api_key"
    AWS_CREDENTIAL = "aws_credential"
    SECRET = "secret"
    PRIVATE_KEY = "private_key"
    JWT = "jwt"
    DATABASE_URL = "database_url"
    BOT_TOKEN = "bot_token"
    HIGH_ENTROPY_TOKEN = "high_entropy_token"
    UNKNOWN_RECEIPT = "unknown_receipt"

    @property
    def placeholder(self) -> str:
        """What stands in the text for the secret."""
        return f"[REDACTED_{self.name}]"


@frozen
class LeakRule:
    """One shape of secrets.

    `pattern` is matched where one of the `anchors` begins, or looked for everywhere when there are
    none. What its named group matched is the secret; all of it, without one. It looks ahead no
    further than one character behind its word, back no further than 8.

    A rule whose match is a single word has no `beginning`. Otherwise `beginning` matches every
    beginning of a match that reaches further than the first word, and the match itself.
    Its `anchors` are lower-case, and found in any case. `is_guess` marks rules that go by the
    name beside a value, not by its shape: they can be turned off.
    """

    name: str
    kind: LeakKind
    anchors: tuple[str, ...]
    pattern: str
    beginning: str = ""
    is_guess: bool = False


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when a text first holds what makes it worth looking."""
    return re.compile(pattern)
