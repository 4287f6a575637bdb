"""Finds what a request to AWS is signed with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import trio
from attrs import field, frozen

from zeroclaw_providers.bedrock.sigv4 import AwsKeys

__all__ = ["AwsIdentity", "BearerKey", "CredentialSource", "profile_keys", "region_of"]

BEARER: Final = "AWS_BEARER_TOKEN_BEDROCK"
ACCESS_KEY: Final = "AWS_ACCESS_KEY_ID"
SECRET_KEY: Final = "AWS_SECRET_ACCESS_KEY"
SESSION_TOKEN: Final = "AWS_SESSION_TOKEN"
PROFILE: Final = "AWS_PROFILE"
SHARED_FILE: Final = "AWS_SHARED_CREDENTIALS_FILE"
REGIONS: Final = ("AWS_REGION", "AWS_DEFAULT_REGION")
USUAL_REGION: Final = "us-east-1"
USUAL_FILE: Final = "~/.aws/credentials"
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
class CredentialSource:
    """Where the credentials of one provider come from.

    `given` is what is known at once. Otherwise `file` is read anew for each request, since other
    programs renew what is in it; `profile` is the section of it.
    """

    given: AwsIdentity | None
    file: Path
    profile: str
    _readers: trio.CapacityLimiter = field(
        factory=lambda: trio.CapacityLimiter(FILE_READERS), eq=False, repr=False
    )

    @classmethod
    def of(cls, api_key: str | None, profile: str | None, lookup: Lookup) -> CredentialSource:
        """The first there is: the key of the alias, its profile, then variables, then the file.

        `lookup` gives the variables. None but those of AWS are asked for: a key of somebody else
        is never borrowed. Raises ValueError when half of a pair is set.
        """
        file = Path(lookup(SHARED_FILE) or USUAL_FILE)
        key = (api_key or "").strip()
        if key:
            return cls(BearerKey(key), file, "")
        if profile:
            return cls(None, file, profile)
        return cls(_from_variables(lookup), file, _set(lookup, PROFILE) or "default")

    async def identity(self) -> AwsIdentity:
        """What to sign with now. Raises ValueError that says what is missing."""
        if self.given is not None:
            return self.given
        text = await trio.to_thread.run_sync(
            _contents, self.file, limiter=self._readers, abandon_on_cancel=True
        )
        if text is None:
            raise ValueError(
                f"there is no key: set api_key, {BEARER}, or {ACCESS_KEY} with {SECRET_KEY}, or "
                f"make a profile in {self.file}"
            )
        return profile_keys(text, self.profile, str(self.file))


def region_of(setting: str | None, lookup: Lookup) -> str:
    """The region to ask: the setting, a variable of AWS, else `us-east-1`.

    Raises ValueError for one that cannot be part of a host's name.
    """
    found = setting or next((name for key in REGIONS if (name := _set(lookup, key))), USUAL_REGION)
    if not REGION.fullmatch(found):
        raise ValueError("the region is no name of one: set region, such as eu-central-1")
    return found


def profile_keys(text: str, profile: str, place: str) -> AwsKeys:
    """The keys in a section of a credentials file; `place` names the file in errors.

    Raises ValueError, which quotes nothing of the file.
    """
    # Few providers need it, so that its package is left out of the start.
    from configparser import Error, RawConfigParser

    parser = RawConfigParser(default_section="", strict=False)
    try:
        parser.read_string(text)
    except Error:
        raise ValueError(f"{place} is no credentials file: it has lines of another form") from None
    if not parser.has_section(profile):
        raise ValueError(f"there is no profile {profile} in {place}")
    section: Mapping[str, str] = parser[profile]
    access, secret = section.get(ACCESS_KEY.lower(), ""), section.get(SECRET_KEY.lower(), "")
    if access and secret:
        return _usable(access, secret, section.get(SESSION_TOKEN.lower(), ""))
    raise ValueError(
        f"the profile {profile} in {place} has no {ACCESS_KEY.lower()} with "
        f"{SECRET_KEY.lower()}: roles, single sign-on, credential_process are not followed, so "
        "export their keys as variables"
    )


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
    return _usable(access, secret, _set(lookup, SESSION_TOKEN))


def _usable(access: str, secret: str, token: str) -> AwsKeys:
    text = access + secret + token
    if not (text.isascii() and text.isprintable()):
        raise ValueError("the keys of AWS have other characters than ASCII: copy them again")
    return AwsKeys(access, secret, token or None)


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
