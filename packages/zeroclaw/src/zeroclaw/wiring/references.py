"""Puts what references to secrets elsewhere point to in the place of the references."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol, cast, runtime_checkable

from attrs import define, field, frozen

from zeroclaw.words import say
from zeroclaw_api.errors import ProcessStartFailed
from zeroclaw_api.factory import ModelSettings
from zeroclaw_api.processes import Command, Processes
from zeroclaw_api.services import Logins
from zeroclaw_config.secrets.references import (
    REFERENCE_LIMIT_S,
    ReferenceEnded,
    ReferenceOutcome,
    ReferenceReader,
    ReferenceTimedOut,
    ReferenceToolMissing,
    SecretPlace,
    command,
    is_login_reference,
    is_reference,
    login_name,
    passed_variables,
    reference_failed,
    reference_problem,
    resolved,
)

__all__ = ["LoginReferences", "ProgramReferences", "with_references"]

MOST_BYTES: Final = 64 * 1024
"""Of what a program writes: more than any secret, certificates included."""

_KILLED: Final = 128
"""What shells add to the number of the signal that ended a program."""


@runtime_checkable
class _Secret(Protocol):
    """A value that hides its text, as pydantic's do."""

    def get_secret_value(self) -> str: ...


class _Settings(Protocol):
    """What the settings of every family are: a pydantic model."""

    model_fields_set: set[str]

    def __iter__(self) -> Iterator[tuple[str, object]]: ...

    def model_validate(self, values: Mapping[str, object]) -> ModelSettings: ...


@frozen
class ProgramReferences:
    """A `ReferenceReader` that runs programs, which get few variables of the environment."""

    _open_room: Callable[[], AbstractAsyncContextManager[Processes]]
    _environment: Mapping[str, str] = field(repr=False, hash=False)
    _limit_seconds: float = REFERENCE_LIMIT_S

    async def read(self, reference: str, place: SecretPlace) -> str:
        """See `ReferenceReader`; raises what the process room raises as well."""
        problem = reference_problem(reference)
        if problem is not None:
            raise reference_failed(reference, place, problem)
        return resolved(await self._outcome(reference), place, reference)

    async def _outcome(self, reference: str) -> ReferenceOutcome:
        passed = passed_variables(reference, self._environment)
        try:
            async with self._open_room() as room:
                done = await room.run(
                    Command(command(reference), None, passed),
                    timeout=self._limit_seconds,
                    output_limit=MOST_BYTES,
                )
        except ProcessStartFailed as error:
            if error.errno != errno.ENOENT:
                raise
            return ReferenceToolMissing()
        if done.timed_out:
            return ReferenceTimedOut()
        if done.exit_code is None:
            return ReferenceEnded(_KILLED + (done.signal or 0), b"", done.stderr)
        # What is cut is no secret any more.
        output = b"" if done.stdout_dropped else done.stdout
        return ReferenceEnded(done.exit_code, output, done.stderr)


@frozen
class LoginReferences:
    """A `ReferenceReader` of logins as well, whose tokens are fresh; `others` reads the rest."""

    _logins: Logins = field(repr=False)
    _others: ReferenceReader

    async def read(self, reference: str, place: SecretPlace) -> str:
        """See `ReferenceReader`; raises what `Logins.token` raises as well."""
        if not is_login_reference(reference):
            return await self._others.read(reference, place)
        problem = reference_problem(reference)
        if problem is not None:
            raise reference_failed(reference, place, problem)
        return (await self._logins.token(login_name(reference))).access


async def with_references(
    settings: ModelSettings, table: str, file: str, reader: ReferenceReader
) -> ModelSettings:
    """A copy of the settings with secrets in the place of references, or the settings themselves.

    `table` is where they stand in `file`. Raises `SecretReferenceFailed`, also for a secret that
    the settings do not take, and what the reader raises.
    """
    own = cast("_Settings", settings)
    # What the section leaves unsaid stays unsaid: others may know better than a default.
    fields = {name: value for name, value in own if name in own.model_fields_set}
    reading = _Reading(file, reader)
    for name, value in fields.items():
        fields[name] = await reading.read(value, f"{table}.{name}")
    if not reading.found:
        return settings
    checked = _checked(settings, fields)
    if checked is None:
        raise reference_failed(*reading.found[0], say("secret_unfit"))
    return checked


@define
class _Reading:
    """The secrets of one section, which `found` tells with their places."""

    _file: str
    _reader: ReferenceReader
    found: list[tuple[str, SecretPlace]] = field(factory=list)

    async def read(self, value: object, key: str) -> object:
        """The value that stands at a key, with secrets in the place of all references in it."""
        if isinstance(value, tuple):
            return tuple([await self.read(part, key) for part in value])
        if isinstance(value, Mapping):
            return {name: await self.read(part, f"{key}.{name}") for name, part in value.items()}
        reference = _reference(value)
        if reference is None:
            return value
        place = SecretPlace(self._file, key)
        self.found.append((reference, place))
        return await self._reader.read(reference, place)


def _reference(value: object) -> str | None:
    """What a value refers to, if it is a secret that is kept elsewhere."""
    text = value.get_secret_value() if isinstance(value, _Secret) else ""
    return text if is_reference(text) else None


def _checked(settings: ModelSettings, fields: Mapping[str, object]) -> ModelSettings | None:
    try:
        return cast("_Settings", type(settings)).model_validate(fields)
    except ValueError:
        # The validator's error holds the secret, so it must not be the context of ours.
        return None
