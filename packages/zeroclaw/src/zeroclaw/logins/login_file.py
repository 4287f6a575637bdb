"""Keeps logins in a file, each sealed."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from zeroclaw.home import Home
from zeroclaw.logins.errors import LoginNotReadable, LoginsUnusable
from zeroclaw.private_file import replace_private
from zeroclaw.words import say
from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import JsonObject, parse_json_object
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.errors import SecretNotReadable
from zeroclaw_config.secrets.box import seal, unseal
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import SecretKey, create_key, read_ring
from zeroclaw_config.secrets.store import writing_key
from zeroclaw_providers.oauth.tokens import Tokens, tokens_in

__all__ = ["KeptLogin", "LoginFile"]

MOST_BYTES: Final = 4 * 1024 * 1024
_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


@frozen
class KeptLogin:
    """A login as it is kept. `origin` is where its service is, empty for the usual place."""

    tokens: Tokens
    origin: str = ""


@frozen
class LoginFile:
    """The file of an installation's logins, which only its owner may read.

    Every method blocks. Whoever changes it holds its lock. All raise `LoginsUnusable`; those that
    seal or open raise what is wrong with the key file as well.
    """

    path: Path
    key_file: Path
    config: Path

    @classmethod
    def of(cls, home: Home) -> LoginFile:
        """The one of an installation."""
        return cls(home.root / "logins.json", home.root / ".secret_key", home.config)

    def names(self) -> tuple[str, ...]:
        """Whose logins are kept, sorted."""
        return tuple(sorted(self._sealed()))

    def get(self, name: str) -> KeptLogin | None:
        """A login, None when there is none. Raises `LoginNotReadable`."""
        sealed = self._sealed().get(name)
        return None if sealed is None else _login_in(self._opened(name, sealed), self.path, name)

    def put(self, name: str, login: KeptLogin) -> None:
        """Keep a login in the place of the one before."""
        kept = self._sealed()
        text = json.dumps({**login.tokens.form, "origin": login.origin})
        self._replace({**kept, name: seal(self._key(kept), text, _place(name))})

    def remove(self, name: str) -> bool:
        """Forget a login; whether there was one."""
        kept = self._sealed()
        if name not in kept:
            return False
        del kept[name]
        self._replace(kept)
        return True

    def reseal(self) -> None:
        """Seal every login with the key that seals by now. Raises `LoginNotReadable`."""
        kept = self._sealed()
        if kept:
            texts = {name: self._opened(name, sealed) for name, sealed in kept.items()}
            key = self._key(kept)
            self._replace({name: seal(key, text, _place(name)) for name, text in texts.items()})

    def _key(self, kept: Mapping[str, str]) -> SecretKey:
        ring = read_ring(self.key_file)
        if ring is not None:
            return ring.current
        if kept:
            # A fresh key in its place would hide that they are lost.
            raise LoginsUnusable(path=str(self.path), problem=say("logins_key_missing"))
        if self.config.exists():
            return writing_key(EditedSecrets(read_document(self.config)), self.key_file)
        return create_key(self.key_file)

    def _opened(self, name: str, sealed: str) -> str:
        ring = read_ring(self.key_file)
        if ring is None:
            raise LoginNotReadable(path=str(self.path), login=name)
        try:
            return unseal(ring, sealed, _place(name))
        except SecretNotReadable as error:
            raise LoginNotReadable(path=str(self.path), login=name) from error

    def _sealed(self) -> dict[str, str]:
        data = self._data()
        if data is None:
            return {}
        try:
            logins = parse_json_object(data).get("logins")
        except InvalidJson:
            logins = None
        if not isinstance(logins, dict):
            raise LoginsUnusable(path=str(self.path), problem=say("logins_malformed"))
        return {name: text for name, text in logins.items() if isinstance(text, str)}

    def _data(self) -> bytes | None:
        try:
            descriptor = os.open(self.path, _READ)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise LoginsUnusable(path=str(self.path), problem=say("logins_no_file"))
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                return stream.read(MOST_BYTES)
        except OSError as error:
            raise self._unusable(error) from error
        finally:
            os.close(descriptor)

    def _replace(self, sealed: Mapping[str, str]) -> None:
        """A crash leaves the old file or the new one, whole."""
        text = json.dumps({"version": 1, "logins": dict(sorted(sealed.items()))}, indent=2)
        try:
            replace_private(self.path, f"{text}\n".encode())
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> LoginsUnusable:
        is_link = error.errno == errno.ELOOP
        problem = say("logins_link") if is_link else (error.strerror or str(error))
        return LoginsUnusable(path=str(self.path), problem=problem)


def _place(name: str) -> tuple[str, str]:
    return ("logins", name)


def _login_in(text: str, path: Path, name: str) -> KeptLogin:
    try:
        form: JsonObject = parse_json_object(text)
    except InvalidJson:
        # Its words could quote the secret, so it must not be the context of ours.
        form = {}
    tokens, origin = tokens_in(form), form.get("origin")
    if tokens is None or not isinstance(origin, str):
        raise LoginNotReadable(path=str(path), login=name)
    return KeptLogin(tokens, origin)
