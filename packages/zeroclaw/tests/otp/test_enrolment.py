"""An enrolment comes back from its text, whole or not at all."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from otp_homes import SECRET

from zeroclaw.otp.enrolment import Enrolment, enrolment_in
from zeroclaw_api.json import Json
from zeroclaw_runtime.security.otp.guard import OtpState

STATE = OtpState(7, 1, 2, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("state", [OtpState(), STATE])
def test_enrolment_comes_back_from_its_text(state: OtpState) -> None:
    assert enrolment_in(Enrolment(SECRET, state).text) == Enrolment(SECRET, state)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("secret", ""),
        ("secret", "c2hvcnQ="),
        ("secret", "!"),
        ("secret", 1),
        ("last_step", -2),
        ("last_step", True),
        ("last_step", None),
        ("failures", -1),
        ("lockouts", "0"),
        ("locked_until", "2026-01-01"),
        ("locked_until", 0),
    ],
)
def test_text_of_another_form_is_no_enrolment(key: str, value: Json) -> None:
    form = json.loads(Enrolment(SECRET, STATE).text)
    assert enrolment_in(json.dumps({**form, key: value})) is None
    assert enrolment_in(json.dumps(form)) is not None


def test_what_is_no_json_is_no_enrolment() -> None:
    assert enrolment_in("{") is None


def test_secret_does_not_show_in_an_enrolment() -> None:
    assert "secret" not in repr(Enrolment(SECRET, STATE))
