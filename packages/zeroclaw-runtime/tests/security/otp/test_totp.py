"""The codes are those of the standard, the ones that apps show."""

from __future__ import annotations

import ast
import inspect
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zeroclaw_runtime.security.otp import totp
from zeroclaw_runtime.security.otp.totp import (
    SECRET_BYTES,
    code_at,
    enrolment_uri,
    matching_step,
    step_at,
)

SECRET = b"12345678901234567890"
SECRETS = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)
MOMENTS = st.datetimes(
    min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)
)


@pytest.mark.parametrize(
    ("seconds", "eight_digits"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_the_appendix_of_rfc_6238(seconds: int, eight_digits: str) -> None:
    moment = datetime.fromtimestamp(seconds, UTC)
    assert code_at(SECRET, step_at(moment)) == eight_digits[-6:]


def test_codes_are_those_of_the_appendix_of_rfc_4226() -> None:
    codes = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
    assert [code_at(SECRET, step) for step in range(10)] == codes.split()


@given(SECRETS, MOMENTS, st.integers(-5, 5))
@settings(max_examples=200)
def test_code_counts_one_step_around_its_own_alone(
    secret: bytes, moment: datetime, off: int
) -> None:
    step = step_at(moment)
    code = code_at(secret, step + off)
    near = {code_at(secret, step + each): step + each for each in (-1, 0, 1)}
    assert matching_step(secret, code, moment) == near.get(code)
    if abs(off) <= 1:
        assert code in near


@given(SECRETS, MOMENTS)
@settings(max_examples=100)
def test_code_holds_through_all_of_its_step(secret: bytes, moment: datetime) -> None:
    begin = datetime.fromtimestamp(step_at(moment) * 30, UTC)
    code = code_at(secret, step_at(begin))
    for seconds in (0, 29.9):
        step = matching_step(secret, code, begin + timedelta(seconds=seconds))
        assert step is not None
        assert code_at(secret, step) == code


@pytest.mark.parametrize(
    "code", ["", "755", "7552240", " 755224", "755224\n", "٧٥٥٢٢٤", "七五五二二四", "\ud800" * 6]
)
def test_other_spellings_of_a_code_are_no_code(code: str) -> None:
    moment = datetime.fromtimestamp(0, UTC)
    assert matching_step(SECRET, code, moment) is None
    assert matching_step(SECRET, "755224", moment) == 0


def early_exits(source: str) -> list[str]:
    """What could end a comparison before all of it is done."""
    kinds = (ast.Break, ast.If, ast.While, ast.BoolOp)
    found = [type(node).__name__ for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {call.id for call in calls if isinstance(call, ast.Name)}
    return [*found, *sorted(names & {"any", "all", "next"})]


def test_comparison_of_codes_has_no_early_exit() -> None:
    source = inspect.getsource(totp.matching_step)
    assert "hmac.compare_digest(" in source
    assert early_exits(source) == []


def test_control_an_early_exit_is_found() -> None:
    assert early_exits("def f(a):\n  return any(a)") == ["any"]
    assert early_exits("def f(a):\n  for x in a:\n    if x:\n      break") == ["If", "Break"]


def test_address_for_apps_says_all_that_they_need() -> None:
    parts = urlsplit(enrolment_uri(SECRET, "Zero Claw", "me@host/a?b"))
    assert (parts.scheme, parts.netloc) == ("otpauth", "totp")
    assert parts.path == "/Zero%20Claw:me%40host%2Fa%3Fb"
    assert parse_qs(parts.query) == {
        "secret": ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
        "issuer": ["Zero Claw"],
        "algorithm": ["SHA1"],
        "digits": ["6"],
        "period": ["30"],
    }
