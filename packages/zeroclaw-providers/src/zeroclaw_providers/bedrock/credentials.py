"""Finds what a request to AWS is signed with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

import trio
from attrs import define, field, frozen

from zeroclaw_api.processes import Programs
from zeroclaw_api.services import Http
from zeroclaw_providers.bedrock.credential_process import process_keys
from zeroclaw_providers.bedrock.lent_keys import LentKeys, usable_keys
from zeroclaw_providers.bedrock.metadata_services import MetadataServices
from zeroclaw_providers.bedrock.sigv4 import AwsKeys

__all__ = ["AwsIdentity", "AwsProfile", "BearerKey", "CredentialSource", "aws_profile", "region_of"]

BEARER: Final = "AWS_BEARER_TOKEN_BEDROCK"
ACCESS_KEY: Final = "AWS_ACCESS_KEY_ID"
SECRET_KEY: Final = "AWS_SECRET_ACCESS_KEY"
SESSION_TOKEN: Final = "AWS_SESSION_TOKEN"
PROFILE: Final = "AWS_PROFILE"
SHARED_FILE: Final = "AWS_SHARED_CREDENTIALS_FILE"
CONFIG_FILE: Final = "AWS_CONFIG_FILE"
REGIONS: Final = ("AWS_REGION", "AWS_DEFAULT_REGION")
USUAL_REGION: Final = "us-east-1"
USUAL_FILE: Final = "~/.aws/credentials"
USUAL_CONFIG: Final = "~/.aws/config"
PROCESS: Final = "credential_process"
REGION: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")

MAX_FILE_BYTES: Final = 1024 * 1024
FILE_READERS: Final = 2
"""Threads that read the file at the same time, for one provider."""


@frozen
class BearerKey:
    """A key of Bedrock's own, which needs no signature."""

    token: str = field(repr=False)


AwsIdentity: TypeAlias = BearerKey | AwsKeys
Lookup: TypeAlias = Callable[[str], str | None]


@frozen
class AwsProfile:
    """What is written under a profile's name; `command` prints its keys."""

    keys: AwsKeys | None = field(default=None, repr=False)
    command: str = field(default="", repr=False)
    is_there: bool = False


def _nothing(_name: str) -> None:
    """No variable at all."""


@define(eq=False)
class CredentialSource:
    """Where the credentials of one provider come from.

    `given` is what is known at once. Otherwise the files are read anew for each request, since
    other programs renew what is in them; `profile` is the section. A program that a profile names
    needs `programs`. Without `profile`, whoever lends keys to this machine is asked last, through
    `services`. What was lent is kept as long as it is good.
    """

    given: AwsIdentity | None
    file: Path
    profile: str | None
    _config: Path = Path(USUAL_CONFIG)
    _lookup: Lookup = field(default=_nothing, repr=False)
    _programs: Programs | None = field(default=None, repr=False)
    _http: Http | None = field(default=None, repr=False)
    _readers: trio.CapacityLimiter = field(
        factory=lambda: trio.CapacityLimiter(FILE_READERS), repr=False
    )
    _lent: LentKeys | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(
        cls,
        api_key: str | None,
        profile: str | None,
        lookup: Lookup,
        *,
        http: Http | None = None,
        programs: Programs | None = None,
    ) -> CredentialSource:
        """The first there is: the key of the alias, its profile, then variables, then the files.

        `lookup` gives the variables. None but those of AWS are asked for: a key of somebody else
        is never borrowed. Raises ValueError when half of a pair is set.
        """
        file = Path(lookup(SHARED_FILE) or USUAL_FILE)
        key = (api_key or "").strip()
        if key:
            return cls(BearerKey(key), file, None)
        given = None if profile else _from_variables(lookup)
        named = profile or _set(lookup, PROFILE) or None
        config = Path(lookup(CONFIG_FILE) or USUAL_CONFIG)
        return cls(given, file, named, config, lookup, programs, http)

    async def identity(self, now: datetime) -> AwsIdentity:
        """What to sign with now. Raises ValueError that says what is missing."""
        if self.given is not None:
            return self.given
        if self._lent is not None and self._lent.are_good(now):
            return self._lent.keys
        found = await self._found()
        if isinstance(found, AwsKeys):
            return found
        self._lent = found
        return found.keys

    async def _found(self) -> AwsKeys | LentKeys:
        profile = self.profile or "default"
        keys, command = AwsProfile(), ""
        for file, section in ((self.file, profile), (self._config, _config_section(profile))):
            text = await trio.to_thread.run_sync(
                _contents, file, limiter=self._readers, abandon_on_cancel=True
            )
            part = aws_profile(text or "", section, str(file))
            if part.keys is not None:
                return part.keys
            command = command or part.command
            keys = AwsProfile(is_there=keys.is_there or part.is_there)
        if command:
            if self._programs is None:
                raise ValueError("credential_process cannot be run here")
            return await process_keys(command, self._programs, self._lookup)
        if self.profile is None and self._http is not None:
            services = MetadataServices(self._http, self._lookup, self._readers)
            lent = await services.keys()
            if lent is not None:
                return lent
        raise self._missing(profile, is_there=keys.is_there)

    def _missing(self, profile: str, *, is_there: bool) -> ValueError:
        if is_there:
            return ValueError(
                f"the profile {profile} in {self.file} has no {ACCESS_KEY.lower()} with "
                f"{SECRET_KEY.lower()}, nor a credential_process: roles, single sign-on are not "
                "followed, so export their keys as variables"
            )
        if self.profile is not None:
            return ValueError(f"there is no profile {profile} in {self.file}")
        return ValueError(
            f"there is no key: set api_key, {BEARER}, or {ACCESS_KEY} with {SECRET_KEY}, or "
            f"make a profile in {self.file}"
        )


def region_of(setting: str | None, lookup: Lookup) -> str:
    """The region to ask: the setting, a variable of AWS, else `us-east-1`.

    Raises ValueError for one that cannot be part of a host's name.
    """
    found = setting or next((name for key in REGIONS if (name := _set(lookup, key))), USUAL_REGION)
    if not REGION.fullmatch(found):
        raise ValueError("the region is no name of one: set region, such as eu-central-1")
    return found


def aws_profile(text: str, section: str, place: str) -> AwsProfile:
    """What a section of a file of AWS has; `place` names the file in errors.

    Raises ValueError, which quotes nothing of the file.
    """
    # Few providers need it, so that its package is left out of the start.
    from configparser import Error, RawConfigParser

    parser = RawConfigParser(default_section="", strict=False)
    try:
        parser.read_string(text)
    except Error:
        raise ValueError(f"{place} is no credentials file: it has lines of another form") from None
    if not parser.has_section(section):
        return AwsProfile()
    found: Mapping[str, str] = parser[section]
    access, secret = found.get(ACCESS_KEY.lower(), ""), found.get(SECRET_KEY.lower(), "")
    keys = (
        usable_keys(access, secret, found.get(SESSION_TOKEN.lower(), ""))
        if access and secret
        else None
    )
    return AwsProfile(keys, found.get(PROCESS, ""), is_there=True)


def _config_section(profile: str) -> str:
    return profile if profile == "default" else f"profile {profile}"


def _from_variables(lookup: Lookup) -> AwsIdentity | None:
    if bearer := _set(lookup, BEARER):
        if not (bearer.isascii() and bearer.isprintable()):
            raise ValueError(f"{BEARER} has other characters than ASCII: copy it again")
        return BearerKey(bearer)
    access, secret = _set(lookup, ACCESS_KEY), _set(lookup, SECRET_KEY)
    if not access and not secret:
        return None
    if not access or not secret:
        here, gone = (SECRET_KEY, ACCESS_KEY) if secret else (ACCESS_KEY, SECRET_KEY)
        raise ValueError(f"{here} is set without {gone}")
    return usable_keys(access, secret, _set(lookup, SESSION_TOKEN))


def _set(lookup: Lookup, name: str) -> str:
    return (lookup(name) or "").strip()


def _contents(file: Path) -> str | None:
    """The text of the file, None when there is none."""
    try:
        with file.expanduser().open("rb") as opened:
            return opened.read(MAX_FILE_BYTES).decode()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, RuntimeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} cannot be read: {type(error).__name__}") from None
