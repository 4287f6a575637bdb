"""Keeps the enrolment of an installation sealed in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from zeroclaw.home import Home
from zeroclaw.otp.enrolment import Enrolment, enrolment_in
from zeroclaw.otp.errors import OtpNotEnrolled, OtpNotReadable, OtpUnusable
from zeroclaw.private_file import locked_file, read_private, reason_of, replace_private
from zeroclaw.words import say
from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import parse_json_object
from zeroclaw_config.editing.config_file import read_document
from zeroclaw_config.errors import SecretNotReadable
from zeroclaw_config.secrets.box import seal, unseal
from zeroclaw_config.secrets.edited import EditedSecrets
from zeroclaw_config.secrets.key_file import SecretKey, create_key, read_ring
from zeroclaw_config.secrets.store import writing_key
from zeroclaw_runtime.security.otp.guard import CodeVerdict, check_code

__all__ = ["OtpFile"]

LOCK_SECONDS: Final = 5.0

_PLACE: Final = ("otp", "secret")


@frozen
class OtpFile:
    """The file of the enrolment, which only its owner may read.

    Every method blocks, for a moment. All but `exists` raise `OtpUnusable`; those that seal or
    open raise what is wrong with the key file as well.
    """

    path: Path
    key_file: Path
    config: Path

    @classmethod
    def of(cls, home: Home) -> OtpFile:
        """The one of an installation."""
        return cls(home.root / "otp-secret", home.root / ".secret_key", home.config)

    def exists(self) -> bool:
        """Whether anything is there, be it unreadable."""
        try:
            self.path.lstat()
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return True

    def get(self) -> Enrolment | None:
        """The enrolment, None when there is none. Raises `OtpNotReadable`."""
        sealed = self._sealed()
        return None if sealed is None else self._opened(sealed)

    def check(self, code: str, now: datetime) -> CodeVerdict:
        """Judge a code; what it changes is on the disk before anybody knows the verdict.

        Of several processes with one code, one has it accepted. Raises `OtpNotEnrolled`,
        `OtpNotReadable`.
        """
        with self._locked():
            kept = self.get()
            if kept is None:
                raise OtpNotEnrolled
            verdict = check_code(kept.secret, kept.state, code, now)
            if verdict.state != kept.state:
                self._put(evolve(kept, state=verdict.state))
            return verdict

    def enrol(self, enrolment: Enrolment, in_place_of: bytes | None) -> None:
        """Keep an enrolment in the place of the one with that secret. Raises `OtpNotReadable`."""
        with self._locked():
            kept = self.get()
            if (None if kept is None else kept.secret) != in_place_of:
                raise OtpUnusable(path=str(self.path), problem=say("otp_changed"))
            self._put(enrolment)

    def remove(self) -> None:
        """Forget the enrolment."""
        with self._locked(), self._in_words():
            self.path.unlink(missing_ok=True)

    def reseal(self) -> None:
        """Seal it with the key that seals by now. Raises `OtpNotReadable`."""
        if not self.exists():
            return
        with self._locked():
            kept = self.get()
            if kept is not None:
                self._put(kept)

    def _put(self, enrolment: Enrolment) -> None:
        form = {"version": 1, "otp": seal(self._key(), enrolment.text, _PLACE)}
        with self._in_words():
            replace_private(self.path, f"{json.dumps(form, indent=2)}\n".encode())

    def _key(self) -> SecretKey:
        ring = read_ring(self.key_file)
        if ring is not None:
            return ring.current
        if self.config.exists():
            return writing_key(EditedSecrets(read_document(self.config)), self.key_file)
        return create_key(self.key_file)

    def _opened(self, sealed: str) -> Enrolment:
        ring = read_ring(self.key_file)
        try:
            kept = None if ring is None else enrolment_in(unseal(ring, sealed, _PLACE))
        except SecretNotReadable as error:
            raise OtpNotReadable(path=str(self.path)) from error
        if kept is None:
            raise OtpNotReadable(path=str(self.path))
        return kept

    def _sealed(self) -> str | None:
        with self._in_words():
            data = read_private(self.path)
        if data is None:
            return None
        try:
            sealed = parse_json_object(data).get("otp")
        except InvalidJson:
            sealed = None
        if not isinstance(sealed, str):
            raise OtpUnusable(path=str(self.path), problem=say("otp_malformed"))
        return sealed

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._in_words(), locked_file(self.path, LOCK_SECONDS):
            yield

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OtpUnusable(path=str(self.path), problem=reason_of(error)) from error
