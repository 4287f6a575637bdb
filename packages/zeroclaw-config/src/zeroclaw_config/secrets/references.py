"""Understand references to secrets that are kept elsewhere: a program, a keyring, a login."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, TypeAlias, assert_never

from attrs import field, frozen

from zeroclaw_api.phrases import Phrase
from zeroclaw_config.errors import LoginReferenceFailed, SecretReferenceFailed
from zeroclaw_config.secrets.one_password import OnePassword
from zeroclaw_config.secrets.system_keyring import SystemKeyring

__all__ = [
    "REFERENCE_LIMIT_S",
    "ReferenceEnded",
    "ReferenceOutcome",
    "ReferenceReader",
    "ReferenceTimedOut",
    "ReferenceToolMissing",
    "SecretPlace",
    "command",
    "is_keyring_reference",
    "is_login_reference",
    "is_reference",
    "login_name",
    "passed_variables",
    "reference_failed",
    "reference_problem",
    "resolved",
]

REFERENCE_LIMIT_S = 10.0
"""Seconds for the program, which may be waiting for a fingerprint that nobody gives."""

_Store: TypeAlias = OnePassword | SystemKeyring

_ONE_PASSWORD = OnePassword()
_KEYRING = SystemKeyring()
_LOGIN = "login://"
_LOGIN_FORM = re.compile(r"login://[a-z0-9][a-z0-9_-]*")


@frozen
class SecretPlace:
    """Where a reference stands: the configuration, with the dotted key in it."""

    file: str
    key: str


@frozen
class ReferenceEnded:
    """The program ran to its end. What it wrote is secret."""

    exit_code: int
    output: bytes = field(repr=False)
    errors: bytes = field(repr=False)


@frozen
class ReferenceTimedOut:
    """The program was stopped after REFERENCE_LIMIT_S."""


@frozen
class ReferenceToolMissing:
    """There is no such program."""


ReferenceOutcome = ReferenceEnded | ReferenceTimedOut | ReferenceToolMissing


class ReferenceReader(Protocol):
    """Fetches what a reference points to.

    It is no cache: each call asks again. Loading calls it, before anything is built; it waits for
    at most REFERENCE_LIMIT_S, may be cancelled, which stops the program it started, and needs no
    closing. Implementations run `command(reference)` where processes are run, with no variables
    but `passed_variables`, and give what came of it to `resolved`.
    """

    async def read(self, reference: str, place: SecretPlace) -> str:
        """The secret; raises SecretReferenceFailed."""


def is_reference(text: str) -> bool:
    """Whether a text is meant as a reference, a wrong one included."""
    return text.startswith((_ONE_PASSWORD.scheme, _KEYRING.scheme, _LOGIN))


def is_keyring_reference(text: str) -> bool:
    """Whether a text is meant as a reference into the keyring of the system."""
    return text.startswith(_KEYRING.scheme)


def is_login_reference(text: str) -> bool:
    """Whether a text is meant as a reference to a login, which no program reads."""
    return text.startswith(_LOGIN)


def login_name(reference: str) -> str:
    """The service whose login a reference means, which must have no problem."""
    return reference.removeprefix(_LOGIN)


def reference_problem(reference: str) -> str | None:
    """What is wrong with the form of a reference, a clause; None when nothing is."""
    if is_login_reference(reference):
        form = Phrase("login_reference_form", "it has not the form `login://NAME`")
        return None if _LOGIN_FORM.fullmatch(reference) else form
    return _store_of(reference).problem(reference)


def command(reference: str) -> tuple[str, ...]:
    """The program with its arguments that writes the secret to its output, no line's end added.

    The reference must have no problem, and be none to a login.
    """
    return _store_of(reference).command(reference)


def passed_variables(reference: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that the program of a reference needs, and no other."""
    store = _store_of(reference)
    return {name: value for name, value in environment.items() if store.passes(name)}


def resolved(outcome: ReferenceOutcome, place: SecretPlace, reference: str) -> str:
    """The secret that came of a run of `command`; raises SecretReferenceFailed.

    The message quotes nothing that the program wrote.
    """
    if isinstance(outcome, ReferenceEnded) and outcome.exit_code == 0:
        text = _decoded(outcome.output)
        if text:
            return text
    raise reference_failed(reference, place, _problem(outcome, _store_of(reference)))


def reference_failed(reference: str, place: SecretPlace, problem: str) -> SecretReferenceFailed:
    """The error of a reference, which names where it leads to; `problem` is a clause."""
    if is_login_reference(reference):
        return LoginReferenceFailed(path=place.file, key=place.key, problem=problem)
    return _store_of(reference).failure(path=place.file, key=place.key, problem=problem)


def _store_of(reference: str) -> _Store:
    return _KEYRING if is_keyring_reference(reference) else _ONE_PASSWORD


def _problem(outcome: ReferenceOutcome, store: _Store) -> str:
    match outcome:
        case ReferenceEnded(0):
            return store.empty
        case ReferenceEnded(exit_code, _, errors):
            return store.cause(exit_code, errors.decode("utf-8", "replace"))
        case ReferenceTimedOut():
            return store.waited(REFERENCE_LIMIT_S)
        case ReferenceToolMissing():
            return store.missing
        case _ as never:
            assert_never(never)


def _decoded(output: bytes) -> str | None:
    try:
        return output.decode()
    except UnicodeDecodeError:
        return None
