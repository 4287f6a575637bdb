"""Understand references into 1Password, which stand in a configuration in a secret's place."""

from __future__ import annotations

import re
from typing import Protocol, assert_never

from attrs import field, frozen

from zeroclaw_config.errors import SecretReferenceFailed

__all__ = [
    "REFERENCE_LIMIT_S",
    "ReferenceEnded",
    "ReferenceOutcome",
    "ReferenceReader",
    "ReferenceTimedOut",
    "ReferenceToolMissing",
    "SecretPlace",
    "command",
    "is_reference",
    "reference_problem",
    "resolved",
]

REFERENCE_LIMIT_S = 10.0
"""Seconds for `op`, which may be waiting for a fingerprint that nobody gives."""

LONGEST_REFERENCE = 1024
"""Characters; names of vaults, items and fields are lines."""

_SCHEME = "op://"
_PARTS = (3, 4)
_QUERY = re.compile(r"(?:attribute|attr|ssh-format)=[a-z-]+")
_CAUSES = (
    (
        re.compile(r"not (?:currently )?signed in|session expired|no accounts? configured", re.I),
        "the 1Password CLI is not signed in; run `op signin`, or set OP_SERVICE_ACCOUNT_TOKEN",
    ),
    (
        re.compile(r"isn't an? |not found|no item|does not have a |could(?:n't| not) find", re.I),
        "1Password has nothing there; check the names of vault, item and field",
    ),
    (
        re.compile(r"\b40[13]\b|unauthorized|forbidden|denied|dismissed|permission", re.I),
        "1Password refused access; allow it there, then try again",
    ),
    (
        re.compile(r"\b429\b|too many requests|rate limit", re.I),
        "1Password limits requests; try again later",
    ),
)


@frozen
class SecretPlace:
    """Where a reference stands: the configuration, with the dotted key in it."""

    file: str
    key: str


@frozen
class ReferenceEnded:
    """`op` ran to its end. What it wrote is secret."""

    exit_code: int
    output: bytes = field(repr=False)
    errors: bytes = field(repr=False)


@frozen
class ReferenceTimedOut:
    """`op` was stopped after REFERENCE_LIMIT_S."""


@frozen
class ReferenceToolMissing:
    """There is no program `op`."""


ReferenceOutcome = ReferenceEnded | ReferenceTimedOut | ReferenceToolMissing


class ReferenceReader(Protocol):
    """Fetches what a reference points to.

    It is no cache: each call asks 1Password again. Loading calls it, before anything is built;
    it waits for at most REFERENCE_LIMIT_S, may be cancelled, which stops the program it started,
    and needs no closing. Implementations run `command(reference)` where processes are run, and
    give what came of it to `resolved`.
    """

    async def read(self, reference: str, place: SecretPlace) -> str:
        """The secret; raises SecretReferenceFailed."""


def is_reference(text: str) -> bool:
    """Whether a text is meant as a reference, a wrong one included."""
    return text.startswith(_SCHEME)


def reference_problem(reference: str) -> str | None:
    """What is wrong with the form of a reference, a clause; None when nothing is."""
    if len(reference) > LONGEST_REFERENCE:
        return f"it is longer than {LONGEST_REFERENCE} characters; use the ids of its parts"
    if not reference.isprintable():
        return "it has a character that cannot be printed; remove it"
    path, mark, query = reference.removeprefix(_SCHEME).partition("?")
    parts = path.split("/")
    if not is_reference(reference) or len(parts) not in _PARTS or not all(map(str.strip, parts)):
        return "it has not the form `op://vault/item/field`, or `op://vault/item/section/field`"
    if mark and not _QUERY.fullmatch(query):
        return "what follows its `?` is neither `attribute=…` nor `ssh-format=…`"
    return None


def command(reference: str) -> tuple[str, ...]:
    """The program with its arguments that writes the secret to its output, no line's end added."""
    return ("op", "read", "--no-newline", "--", reference)


def resolved(outcome: ReferenceOutcome, place: SecretPlace) -> str:
    """The secret that came of a run of `command`; raises SecretReferenceFailed.

    The message quotes nothing that the program wrote.
    """
    if isinstance(outcome, ReferenceEnded) and outcome.exit_code == 0:
        text = _decoded(outcome.output)
        if text:
            return text
    raise SecretReferenceFailed(path=place.file, key=place.key, problem=_problem(outcome))


def _problem(outcome: ReferenceOutcome) -> str:
    match outcome:
        case ReferenceEnded(0):
            return "what it points to is empty, or no text; check the field"
        case ReferenceEnded(exit_code, _, errors):
            return _cause(exit_code, errors.decode("utf-8", "replace"))
        case ReferenceTimedOut():
            limit = f"{REFERENCE_LIMIT_S:g}"
            return f"`op` gave no answer in {limit} s; unlock 1Password, then try again"
        case ReferenceToolMissing():
            return "the program `op` is not there; install the 1Password CLI"
        case _ as never:
            assert_never(never)


def _decoded(output: bytes) -> str | None:
    try:
        return output.decode()
    except UnicodeDecodeError:
        return None


def _cause(exit_code: int, errors: str) -> str:
    for pattern, problem in _CAUSES:
        if pattern.search(errors):
            return problem
    return f"`op` ended with {exit_code}; run `op read` on it to see why"
