"""Understand references into 1Password, written as `op://vault/item/field`."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import SecretReferenceFailed

__all__ = ["OnePassword"]

LONGEST_REFERENCE: Final = 1024
"""Characters; names of vaults, items and fields are lines."""

_PARTS = (3, 4)
_QUERY = re.compile(r"(?:attribute|attr|ssh-format)=[a-z-]+")
_PASSED = frozenset({"PATH", "HOME"})
_PASSED_PREFIX = "OP_"
_CAUSES = (
    (
        re.compile(r"not (?:currently )?signed in|session expired|no accounts? configured", re.I),
        Phrase(
            "op_not_signed_in",
            "the 1Password CLI is not signed in; run `op signin`, or set OP_SERVICE_ACCOUNT_TOKEN",
        ),
    ),
    (
        re.compile(r"isn't an? |not found|no item|does not have a |could(?:n't| not) find", re.I),
        Phrase(
            "op_has_nothing",
            "1Password has nothing there; check the names of vault, item and field",
        ),
    ),
    (
        re.compile(r"\b40[13]\b|unauthorized|forbidden|denied|dismissed|permission", re.I),
        Phrase("op_refused", "1Password refused access; allow it there, then try again"),
    ),
    (
        re.compile(r"\b429\b|too many requests|rate limit", re.I),
        Phrase("op_limits_requests", "1Password limits requests; try again later"),
    ),
)


@frozen
class OnePassword:
    """1Password, asked by its command line program."""

    scheme: str = "op://"
    failure: type[SecretReferenceFailed] = SecretReferenceFailed
    empty: Phrase = Phrase("op_empty", "what it points to is empty, or no text; check the field")
    missing: Phrase = Phrase(
        "op_missing", "the program `op` is not there; install the 1Password CLI"
    )

    def problem(self, reference: str) -> str | None:
        """What is wrong with the form of a reference, a clause; None when nothing is."""
        if len(reference) > LONGEST_REFERENCE:
            return Phrase(
                "op_reference_too_long",
                "it is longer than {limit} characters; use the ids of its parts",
                limit=LONGEST_REFERENCE,
            )
        if not reference.isprintable():
            return Phrase(
                "reference_not_printable", "it has a character that cannot be printed; remove it"
            )
        path, mark, query = reference.removeprefix(self.scheme).partition("?")
        parts = path.split("/")
        is_ours = reference.startswith(self.scheme)
        if not is_ours or len(parts) not in _PARTS or not all(map(str.strip, parts)):
            return Phrase(
                "op_reference_form",
                "it has not the form `op://vault/item/field`, or `op://vault/item/section/field`",
            )
        if mark and not _QUERY.fullmatch(query):
            return Phrase(
                "op_reference_query",
                "what follows its `?` is neither `attribute=…` nor `ssh-format=…`",
            )
        return None

    def command(self, reference: str) -> tuple[str, ...]:
        """The program with its arguments, which writes the secret, no line's end added."""
        return ("op", "read", "--no-newline", "--", reference)

    def passes(self, variable: str) -> bool:
        """Whether the program gets a variable of the environment, by its name."""
        return variable in _PASSED or variable.startswith(_PASSED_PREFIX)

    def waited(self, limit: float) -> Phrase:
        """Why the program was stopped after so many seconds, a clause."""
        return Phrase(
            "op_waited",
            "`op` gave no answer in {limit:g} s; unlock 1Password, then try again",
            limit=limit,
        )

    def cause(self, exit_code: int, errors: str) -> str:
        """Why the program failed, a clause that quotes nothing."""
        for pattern, problem in _CAUSES:
            if pattern.search(errors):
                return problem
        return Phrase(
            "op_ended", "`op` ended with {code}; run `op read` on it to see why", code=exit_code
        )
