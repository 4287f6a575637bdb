"""Spells an enrolment as the text that is sealed."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error
from datetime import datetime

from attrs import field, frozen

from zeroclaw_api.errors import InvalidJson
from zeroclaw_api.json import Json, parse_json_object
from zeroclaw_runtime.security.otp.guard import OtpState
from zeroclaw_runtime.security.otp.totp import SECRET_BYTES

__all__ = ["Enrolment", "enrolment_in"]


@frozen
class Enrolment:
    """What an app and this installation share, with the codes that have been tried."""

    secret: bytes = field(repr=False)
    state: OtpState

    @property
    def text(self) -> str:
        """The text for `enrolment_in`."""
        state = self.state
        until = None if state.locked_until is None else state.locked_until.isoformat()
        form = {
            "secret": b64encode(self.secret).decode(),
            "last_step": state.last_step,
            "failures": state.failures,
            "lockouts": state.lockouts,
            "locked_until": until,
        }
        return json.dumps(form)


def enrolment_in(text: str) -> Enrolment | None:
    """The enrolment that a text spells, None when it spells none."""
    try:
        form = parse_json_object(text)
        secret = b64decode(_text(form.get("secret")), validate=True)
        until = form.get("locked_until")
        state = OtpState(
            _number(form.get("last_step"), -1),
            _number(form.get("failures"), 0),
            _number(form.get("lockouts"), 0),
            None if until is None else _moment(until),
        )
    except (InvalidJson, Error, ValueError):
        return None
    return Enrolment(secret, state) if len(secret) == SECRET_BYTES else None


def _text(value: Json) -> str:
    if isinstance(value, str):
        return value
    raise ValueError("no text")


def _number(value: Json, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError("no such number")
    return value


def _moment(value: Json) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment
